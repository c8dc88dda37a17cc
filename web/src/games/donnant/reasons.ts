/** Why a move of Donnant Donnant is good, in numbers that the position bears out. */
import { holding, type Reason, type Situation, type WhyOf } from '../game';
import { faceOf } from './cards';
import { lines } from './effects';
import type { Buy, Move, Player, View, Write } from './model';
import { cardName, say } from './words';
import type en from './why/en.json';

export type Why = WhyOf<keyof typeof en>;

const sumOf = (player: Player | undefined) =>
  Object.values(lines(player)).reduce<number>((sum, one) => sum + (one ?? 0), 0);

export function reasons(move: Move, situation: Situation<View, Move>): Reason<Why>[] {
  const { view, seat, legal } = situation;
  const player = view.players[seat];
  if (!player) return [];
  switch (move.do) {
    case 'write':
      return writing(move, situation, player);
    case 'buy':
      return buying(move, situation, player);
    case 'lay':
    case 'lay-out':
      return laying(move.at, view);
    case 'put-back':
      return puttingBack(move.card, player);
    case 'reroll': {
      const kept = view.dice.filter((die) => die.free && !move.dice.includes(die.colour));
      return holding<Why>(
        unfit(view, legal) && { key: 'nothing_fits' },
        kept.length > 0 && {
          key: 'keeps',
          values: { count: kept.length, numbers: kept.map((die) => die.number).join(', ') },
        },
        view.players.length > 1 && { key: 'gives', values: { count: move.dice.length } },
      );
    }
    case 'joker': {
      const fit: Reason<Why>[] = unfit(view, legal) ? [{ key: 'nothing_fits' }] : [];
      if (move.take === 'dice') return [...fit, { key: 'two_dice' }];
      return [...fit, { key: 'blind', values: { count: player.cards.length + 1 } }];
    }
    case 'done':
      if (view.phase === 'turn') return unfit(view, legal) ? [{ key: 'nothing_fits' }] : [];
      return legal.some((one) => one.do === 'write') ? [] : [{ key: 'no_die' }];
    default:
      return [];
  }
}

/** Whether a roll can complete nothing and buy nothing. */
const unfit = (view: View, legal: readonly Move[]) =>
  view.phase === 'turn' &&
  !view.offers.length &&
  !legal.some((one) => one.do === 'write' || one.do === 'buy');

function writing(move: Write, { view, seat, after }: Situation<View, Move>, player: Player): Reason<Why>[] {
  const laid = player.cards[move.card - 1];
  if (!laid) return [];
  const face = faceOf(laid.card);
  const cells = face.cells.length;
  const filled = laid.written.filter(Boolean).length + 1;
  const tint = face.cells[move.cell - 1]?.colour;
  const card = cardName(laid.card);
  const gain = after ? sumOf(after.players[seat]) - sumOf(player) : 0;
  return holding<Why>(
    filled === cells && { key: 'completes', values: { card } },
    gain > 0 && { key: 'score', values: { count: gain } },
    filled === cells &&
      laid.worth === null &&
      face.kind !== 'choose-a-colour' && { key: 'bonus', values: { count: 3 } },
    cells - filled === 1 && view.phase !== 'turn' && { key: 'last_cell', values: { card } },
    filled < cells && { key: 'filled', values: { filled, cells } },
    tint === move.die && { key: 'tinted', values: { colour: say(move.die) } },
    filled < cells &&
      laid.worth !== null &&
      laid.worth > 0 && { key: 'promise', values: { count: laid.worth } },
  );
}

function buying(move: Buy, { view, after }: Situation<View, Move>, player: Player): Reason<Why>[] {
  const name = view.market[move.row][move.column - 1];
  if (!name) return [];
  const best = Math.max(0, ...Object.values(after?.held?.worths ?? {}));
  return holding<Why>(
    best > 0 && { key: 'best_place', values: { count: best } },
    { key: 'cells', values: { count: faceOf(name).cells.length } },
    { key: 'price', values: { count: move.dice.length } },
    { key: 'stall', values: { count: player.cards.length + 1 } },
  );
}

function laying(at: string, view: View): Reason<Why>[] {
  const worths = view.held?.worths ?? {};
  const here = worths[at];
  const least = Math.min(...Object.values(worths));
  return here !== undefined && here > least ? [{ key: 'place', values: { count: here, least } }] : [];
}

function puttingBack(card: number, player: Player): Reason<Why>[] {
  const count = (one: Player['hand'][number]) => (one?.card ? faceOf(one.card).cells.length : 0);
  const all = player.hand.map(count).filter(Boolean);
  const here = count(player.hand[card - 1] ?? null);
  if (here === Math.max(...all) && here > Math.min(...all))
    return [{ key: 'most_cells', values: { count: here } }];
  const others = player.hand
    .filter((_, i) => i !== card - 1)
    .map(count)
    .filter(Boolean);
  return others.length ? [{ key: 'fewest_cells', values: { count: others.reduce((a, b) => a + b, 0) } }] : [];
}
