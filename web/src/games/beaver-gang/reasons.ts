/** Why a move of Beaver Gang is good. Nothing is told of a card that the player is to remember. */
import { holding, type Reason, type Situation, type WhyOf } from '../game';
import { isSpecial, takeable, type Kind, type Move, type View } from './model';
import type en from './why/en.json';

export type Why = WhyOf<keyof typeof en>;

/** What a card that one does not see is worth, on average: 45 numbers make 225. */
export const UNKNOWN = 5;
const EACH = 4; // so often every number but the 9 is there

const number = (card: Kind | null | undefined) => (card && !isSpecial(card) ? Number(card) : null);

export function reasons(move: Move, { view, seat }: Situation<View, Move>): Reason<Why>[] {
  const me = view.players[seat];
  if (!me) return [];
  const last: Reason<Why>[] =
    view.knocker !== null && view.knocker !== seat && !view.limit ? [{ key: 'last_turn' }] : [];
  switch (move.do) {
    case 'close':
      return view.phase === 'look' ? [{ key: 'look_once' }] : [];
    case 'draw':
      return [...drawing(view), ...last];
    case 'take':
      return [...replacing(number(view.top), me.cards[move.at - 1] ?? null), ...last];
    case 'keep':
      return [...replacing(number(view.held?.card), me.cards[move.at - 1] ?? null), ...last];
    case 'discard':
      return [...discarding(number(view.held?.card), me.cards), ...last];
    case 'again':
      return [{ key: 'twice' }, ...last];
    case 'peek':
      return me.cards[move.at - 1] ? [] : [{ key: 'peek', values: { average: UNKNOWN } }];
    case 'swap': {
      const mine = number(me.cards[move.at - 1]);
      const high = mine !== null && mine > UNKNOWN;
      return high ? [{ key: 'give_high', values: { card: mine, average: UNKNOWN } }] : [];
    }
    case 'knock':
    case 'pass':
      return ending(move.do === 'knock', view, seat);
    default:
      return [];
  }
}

function drawing(view: View): Reason<Why>[] {
  if (!takeable(view)) return [{ key: 'only_draw' }];
  const top = Number(view.top);
  if (top > UNKNOWN) return [{ key: 'draw_high', values: { card: top, average: UNKNOWN } }];
  return [{ key: 'draw_secret', values: { card: top } }];
}

function replacing(card: number | null, there: Kind | null): Reason<Why>[] {
  if (card === null) return [];
  const before = number(there);
  return holding<Why>(
    before !== null &&
      before > card && { key: 'replace', values: { card, there: before, count: before - card } },
    // In memory mode the player may know what lies there, and the page does not: nothing is said of it.
    there === null &&
      card < UNKNOWN && { key: 'low', values: { card, average: UNKNOWN, count: UNKNOWN - card } },
    isSpecial(there) && { key: 'special_there', values: { average: UNKNOWN } },
    card > 0 && card <= 3 && { key: 'rare', values: { card, count: EACH * card } },
  );
}

function discarding(card: number | null, row: readonly (Kind | null)[]): Reason<Why>[] {
  if (card === null) return [];
  const known = row.map(number).filter((one) => one !== null);
  return holding<Why>(
    card > UNKNOWN && { key: 'high', values: { card, average: UNKNOWN } },
    known.length > 0 && known.every((one) => one <= card) && { key: 'none_higher', values: { card } },
  );
}

function ending(knock: boolean, view: View, seat: number): Reason<Why>[] {
  const me = view.players[seat]!;
  const known = me.cards.map(number);
  const sum = known.reduce<number>((all, one) => all + (one ?? 0), 0);
  const others = view.players.filter((_, one) => one !== seat);
  const lead = Math.min(...others.map((one) => one.score)) - me.score;
  return holding<Why>(
    known.every((one) => one !== null) && { key: 'sum', values: { count: sum } },
    knock && { key: 'one_turn', values: { count: others.length } },
    lead > 0 && { key: 'ahead', values: { count: lead } },
    lead < 0 && { key: 'behind', values: { count: -lead } },
    view.rounds > view.round && { key: 'rounds', values: { count: view.rounds - view.round } },
  );
}
