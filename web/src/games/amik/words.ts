/** The words of Amik: hexes, what to do, what would come of it, the log, hints, the scoring. */
import { speaker } from '../../lib/i18n.svelte';
import { at } from '../../lib/coordinates.svelte';
import type { Advice, ScoreLine } from '../game';
import { NAMES, SECTION_OF } from './land';
import type en from './messages/en.json';
import {
  blanks,
  HABITATS,
  tally,
  TITLES as LEAST,
  whyNot,
  type Event,
  type Habitat,
  type Letter,
  type Move,
  type Player,
  type Preview,
  type Title,
  type View,
} from './model';
import { placeOf, SHAPES, type Place } from './shapes';

export type Key = keyof typeof en;
export const say = speaker<Key>('amik/messages');

export const points = (count: number) => (count < 0 ? `−${-count}` : String(count));
export const shapeName = (face: number) => say(SHAPES[face - 1] ?? 'bar');

const TITLES: Title[] = ['Busted Dam', 'Busy Beaver', 'Clever Beaver', 'Master Builder'];
export const titleName = (title: Title) => say(`title_${TITLES.indexOf(title)}` as Key);

/** A hex for those who hear it: where, what, what can be done, what it costs. */
export function hexLabel(number: number, player: Player, letter: Letter, move: Move | undefined): string {
  const name = NAMES[number] ?? '';
  const parts = [`${name}: ${say(HABITATS[letter])}`];
  if (player.animal === name) parts.push(say(player.animal_complete ? 'animal_done' : 'animal_here'));
  if (player.lodge_hexes.includes(name)) parts.push(say('lodge_here'));
  if (player.dead_ends.includes(name)) parts.push(say('dead_end_here'));
  if (move?.do === 'forest') parts.push(say('can_forest', { section: (SECTION_OF[number] ?? 0) + 1 }));
  if (move?.do === 'animal') parts.push(say('can_animal'));
  if (move?.do === 'cut') parts.push(say('can_cut', { count: player.cuts[name] ?? 1 }));
  if (move?.do === 'upgrade') parts.push(say('can_upgrade'));
  return parts.join(', ');
}

/** What to do next. */
export function task(view: View, player: Player, legal: readonly Move[], face: number): string {
  const may = (what: Move['do']) => legal.some((move) => move.do === what);
  switch (player.step) {
    case 'section':
      return say('do_section', { die: view.roll[0] ?? 1, number: view.number, count: 13 });
    case 'animal':
      return say('do_animal');
    case 'first':
      if (!may('lay')) return legal.length ? say(may('change') ? 'do_change' : 'do_nothing_fits') : '\u00a0';
      if (player.pond) return say('do_pond', { shape: shapeName(face) });
      return say(may('pond') ? 'do_either' : 'do_first', { shape: shapeName(face) });
    case 'second':
      return may('lay') ? say('do_second', { shape: shapeName(face) }) : '\u00a0';
    case 'build':
    case 'last':
      return building(player);
    default:
      return '\u00a0';
  }
}

function building(player: Player): string {
  const cuts = Object.keys(player.cuts).length;
  const last = player.step === 'last';
  if (player.upgrades) return say(last ? 'do_last_upgrade' : 'do_upgrade', { count: player.upgrades });
  if (cuts) return say(last ? 'do_last_cut' : 'do_cut', { count: cuts });
  return say(last ? 'do_last_done' : 'do_done');
}

/** Why a touch does nothing. */
export function refusal(player: Player, number: number): string {
  const { key, count } = whyNot(player, number);
  return say(key, { count });
}

const counted = (kinds: [Habitat, number][]) =>
  kinds.map(([kind, count]) => say(`count_${kind}` as Key, { count })).join(', ');

/** What would come of it; `then` is the shape still to be laid over it. */
export function becomes(preview: Preview, then: number): string {
  const parts = [counted(tally(preview.letters, preview.changed))];
  for (const worth of preview.lodges) parts.push(say('builds_lodge', { count: worth }));
  const text = say('becomes', { what: parts.join(', ') });
  return then ? `${text} ${say('then', { shape: shapeName(then) })}` : text;
}

/** The same for those who hear it, with the hexes. */
export function aimed(aim: Place | null, preview: Preview | null): string {
  if (!aim || !preview) return '';
  const kinds = aim.hexes.map(
    (number) => `${NAMES[number] ?? ''} ${say(HABITATS[preview.letters[number] ?? '.'])}`,
  );
  return say('aimed', { shape: shapeName(aim.face), what: kinds.join(', ') });
}

// --- the log, hints ------------------------------------------------------------------------------------------------

const DEEDS = {
  pond_roll: 'log_pond_roll',
  stop: 'log_stop',
  animal_complete: 'log_animal_complete',
} as const;
const isHabitat = (word: string): word is Habitat => Object.values<string>(HABITATS).includes(word);
const shapeCalled = (shape: string) => shapeName(SHAPES.findIndex((one) => one === shape) + 1);

/** An event as a line of the log. */
export function tell(event: Event, names: string[]): string {
  if (event.event === 'roll') {
    if (!event.dice.length) return '';
    return say('log_roll', { dice: event.dice.join(', '), count: event.dice.length });
  }
  if (event.event === 'landscape') return say('log_landscape', { number: event.number });
  if (event.event === 'end') return say('log_end');
  const name = names[event.seat] ?? '?';
  switch (event.event) {
    case 'done':
      return '';
    case 'forest':
    case 'animal':
      return say(event.event === 'forest' ? 'log_forest' : 'log_animal', { name }) + at(event.hex);
    case 'change':
      return say('log_change', { name, shape: shapeName(event.is) });
    case 'lay':
      return say('log_lay', { name, shape: shapeCalled(event.shape) }) + at(...event.hexes);
    case 'draw':
      return drew(event.changes);
    case 'cut':
      return say('log_cut', { name, count: event.upgrades }) + at(event.hex);
    case 'upgrade':
      return say('log_upgrade', { name, to: isHabitat(event.to) ? say(event.to) : event.to }) + at(event.hex);
    case 'out':
      return say('log_out', { name, count: event.score, title: titleName(event.title) });
    case 'lodge':
      return say('log_lodge', { name, count: event.points });
    default:
      return say(DEEDS[event.event], { name });
  }
}

function drew(changes: Record<string, string>): string {
  const counts = new Map<Habitat, number>();
  for (const kind of Object.values(changes))
    if (isHabitat(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counted([...counts]);
}

/** A move in words. Where on the sheet, the board shows. */
export function advise(move: Move): Advice {
  switch (move.do) {
    case 'lay':
      return { move: say('hint_lay', { shape: shapeName(placeOf(move.on).face) }) + at(move.on) };
    case 'change':
      return { move: say('hint_change', { die: move.die, by: move.by > 0 ? '+1' : '−1' }) };
    default:
      return { move: say(`hint_${move.do}`) + at('hex' in move ? move.hex : '') };
  }
}

// --- the scoring ---------------------------------------------------------------------------------------------------

/** A16, line by line. */
export function scoreLines(player: Player): ScoreLine[] {
  const { score } = player;
  return [
    {
      label: say('score_lodges'),
      detail: player.lodges.map((lodge) => lodge.points).join(' + ') || '0',
      points: score.lodges,
    },
    { label: say('score_river'), detail: say('hexes', { count: score.river }), points: score.river },
    { label: say('score_blank'), detail: say('hexes', { count: blanks(player) }), points: score.blank },
    {
      label: say('score_dead_ends'),
      detail: say('hexes', { count: player.dead_ends.length }),
      points: score.dead_ends,
    },
  ];
}

/** A line of the score by its name. */
export const line = (name: string) => say(`score_${name}` as Key);

/** For the end of the match: of several landscapes the points of each, and the title that it earned (A19, A20). */
export function lines(view: View, seat: number): ScoreLine[] {
  const player = view.players[seat];
  if (!player) return [];
  if (view.landscapes === 1) return scoreLines(player);
  const { earlier, total, titles } = player.score;
  return titles.map((earned, i) => ({
    label: say('landscape_number', { number: i + 1 }),
    detail: titleName(earned),
    points: earlier[i] ?? total,
  }));
}

/** A19: how far it was to the next title. */
export function next(view: View, seat: number): string {
  const total = view.players[seat]?.score.total ?? 0;
  const above = TITLES.find((one) => LEAST[one] > total);
  if (view.landscapes > 1 || !above) return '';
  return say('to_title', { count: LEAST[above] - total, title: titleName(above) });
}

/** A19: what the landscape earned; whoever played several alone reads what they make together. */
export function title(view: View, seat: number): string {
  const player = view.players[seat];
  if (view.landscapes > 1)
    return view.players.length > 1 ? '' : say('points', { count: player?.score.sum ?? 0 });
  return player?.title ? titleName(player.title) : '';
}
