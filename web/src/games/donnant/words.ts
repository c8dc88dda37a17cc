/** The words of Donnant Donnant: cards and what they want and bring, what to do, the log, hints, the scoring. */
import { speaker } from '../../lib/i18n.svelte';
import type { ScoreLine } from '../game';
import type en from './messages/en.json';
import { CIRCLED, EVALUATIONS, faceOf, groupsOf, type Colour, type Face, type Kind } from './cards';
import type { Buy, Laid, Move, Player, Ticks, View, Write } from './model';

export type Key = keyof typeof en;
export const say = speaker<Key>('donnant/messages');

export const listed = (parts: readonly string[]) => parts.join(', ');
export const kindName = (kind: Kind, aim: Colour | null = null) =>
  say(`kind_${kind}`, { colour: aim ? say(aim) : '' });
/** What a card is called: after what it brings. */
export const cardName = (name: string | null) => {
  if (!name) return say('a_card');
  const { kind, aim } = faceOf(name);
  return kindName(kind, aim);
};

/** What fills the cells, in a sentence. */
export function wants(face: Face): string {
  const count = face.cells.length;
  const tinted = [...new Set(face.cells.flatMap((cell) => cell.colour ?? []))];
  const numbers = face.cells.map((cell) =>
    cell.colour ? say('tinted_number', { number: cell.number, colour: say(cell.colour) }) : `${cell.number}`,
  );
  const groups = groupsOf(face);
  const sentence = {
    exact: () => say('wants_exact', { numbers: listed(numbers) }),
    rising: () => say('wants_rising', { count }),
    equal: () =>
      groups.length > 1 ? say('wants_groups', { groups: groups.join(' + ') }) : say('wants_equal', { count }),
    sum: () => say('wants_sum', { count, need: face.need }),
  }[face.family]();
  if (!tinted.length || face.family === 'exact') return sentence;
  return `${sentence} ${say('wants_colours', { colours: listed(tinted.map((colour) => say(colour))) })}`;
}

/** What a completed card brings, in a sentence. */
export const brings = ({ kind, points, aim }: Face) =>
  say(`brings_${kind}`, { points, colour: aim ? say(aim) : '' });

/** What a card in a stall is worth, in a sentence. */
export function worth(laid: Laid): string {
  if (laid.worth === null) return say(laid.completed ? 'works_now' : 'works_then');
  return say(laid.completed ? 'worth_now' : 'worth_then', { count: laid.worth });
}

/** A card for those who hear it. */
export function cardLabel(name: string, laid: Laid | null = null): string {
  const face = faceOf(name);
  const colour = laid?.colour ?? face.colour;
  const parts = [
    kindName(face.kind, face.aim),
    colour ? say('in_colour', { colour: say(colour) }) : say('no_colour'),
  ];
  if (laid?.completed) parts.push(say('completed'));
  else if (laid?.written.some(Boolean))
    parts.push(say('written', { numbers: laid.written.map((number) => number || '–').join(' ') }));
  else parts.push(wants(face));
  if (laid && laid.worth !== null) parts.push(worth(laid));
  return listed(parts.map((part) => part.replace(/\.$/, '')));
}

/** A cell for those who hear it. */
export function cellLabel(laid: Laid, cell: number): string {
  const face = faceOf(laid.card);
  const { colour, number } = face.cells[cell] ?? {};
  const what = [colour ? say(colour) : say('white'), number ? `${number}` : ''].filter(Boolean).join(' ');
  return say('cell_label', { card: cardName(laid.card), cell: cell + 1, what });
}

export const dieName = (die: Colour, number: number | null) => `${say(die)} ${number ?? '–'}`;

/** The circles that something costs, in words; empty: none. */
export const circles = (ticks: Ticks) =>
  listed(CIRCLED.flatMap((kind) => (ticks?.[kind] ? [say(`uses_${kind}`, { count: ticks[kind] })] : [])));

const withCircles = (words: string, ticks: Ticks) =>
  circles(ticks) ? `${words} (${circles(ticks)})` : words;

/** A die that can be written, with what it counts as and ticks. */
export const writeName = (write: Write, ticks: Ticks) => withCircles(dieName(write.die, write.number), ticks);

export function buyName(view: View, { dice }: Buy, ticks: Ticks): string {
  const number = (die: Colour) => view.dice.find((one) => one.colour === die)?.number ?? null;
  return withCircles(listed(dice.map((die) => dieName(die, number(die)))) || say('no_dice'), ticks);
}

// --- what to do --------------------------------------------------------------------------------------------------------

/** What to do next. */
export function task(view: View, player: Player, legal: readonly Move[], hand: number | null): string {
  const may = (what: Move['do']) => legal.some((move) => move.do === what);
  switch (view.phase) {
    case 'setup':
      if (may('put-back')) return say(hand === null ? 'do_put_back' : 'do_put_back_sure');
      return say(hand === null ? 'do_lay_out' : 'do_lay');
    case 'lay':
      return say('do_lay');
    case 'blind':
      return say(may('lay') ? 'do_blind' : 'do_put_away');
    case 'passive':
      if (!may('write')) return say('do_nothing_fits');
      return say(player.wrote.length ? 'do_passive_more' : 'do_passive');
    case 'joker':
    case 'solo':
      if (!may('write')) return say('do_nothing_fits');
      return say(view.phase === 'joker' ? 'do_joker' : 'do_solo', { count: Math.max(1, view.left) });
    case 'count':
      return say('do_count');
    default:
      return turnTask(view, may);
  }
}

function turnTask(view: View, may: (what: Move['do']) => boolean): string {
  if (view.working !== null) return say('do_working');
  const use = view.offers.length > 0 || may('buy');
  if (may('reroll')) return say(use ? 'do_use_or_roll' : 'do_roll', { count: view.rolls_left });
  if (use) return say('do_use');
  return say(may('joker') ? 'do_no_use' : 'do_end');
}

// --- the scoring -------------------------------------------------------------------------------------------------------

/** A line of the score by its name. */
export const line = (name: string) => say(`line_${name}` as Key);

const completed = (player: Player | undefined, kind: Kind) =>
  (player?.cards ?? []).filter((laid) => laid.completed && faceOf(laid.card).kind === kind);
/** The kinds that anybody has completed. */
const counted = ({ players }: View) =>
  EVALUATIONS.filter((kind) => players.some((player) => completed(player, kind).length));

/** The cards that make up a line of the score. */
export function cardsOf(view: View, seat: number, line: number): Laid[] {
  const kind = counted(view)[line];
  return kind ? completed(view.players[seat], kind) : [];
}

/** N26 by kind. */
export function lines(view: View, seat: number): ScoreLine[] {
  return counted(view).map((kind) => {
    const points = completed(view.players[seat], kind).map(({ worth }) => worth ?? 0);
    return {
      label: say(`line_${kind}`),
      detail: points.length > 1 ? points.join(' + ') : '',
      points: points.reduce((sum, one) => sum + one, 0),
    };
  });
}

/** N34: whether the level is passed; nothing in a game of several. */
export function title(view: View, seat: number): string {
  const { level, players, over } = view;
  if (!level || !over) return '';
  const count = players[seat]?.score ?? 0;
  if (count >= level.points) return say('level_passed', { level: level.number });
  return say('points_of', { count, need: level.points });
}

/** N27: fewer empty cells. */
export function tie(view: View, seat: number): string {
  return say('empty_cells', { count: view.players[seat]?.empty ?? 0 });
}
