/** Amik as the page knows it: what can be worked out from a view. */
import type { Happened } from '../game';
import { DRAWN, HABITATS, type Event, type Move, type Player } from './generated';
import { hex, NAMES, NEIGHBOURS } from './land';

export { HABITATS, PENALTY, TITLES } from './generated';
export type { Event, Move, Phase, Player, Score, Step, Title, View } from './generated';

/** Whose animal it is: A2. Amik, the beaver, builds for all. */
export interface Owner {
  character: string;
  seat: number;
}
export const SOMEBODY: Owner = { character: 'otter', seat: 0 };

/** The letters of the habitats in a sheet. */
export type Letter = keyof typeof HABITATS;
export type Habitat = (typeof HABITATS)[Letter];
export const lettersOf = (player: Player): Letter[] => [...player.hexes] as Letter[];
export const isWater = (letter: Letter | undefined) => letter === 'r' || letter === 'd' || letter === 'p';

/** A sheet with some hexes filled: `f d7 e4` is forest on two. */
export function sheet(...filled: string[]): Letter[] {
  const letters = NAMES.map((): Letter => '.');
  for (const line of filled) {
    const [letter, ...names] = line.split(' ');
    for (const name of names) letters[hex(name)] = letter as Letter;
  }
  return letters;
}

/** A4, A5: what a hex becomes under one shape, or under both. */
export function drawn(letter: Letter, both: boolean, pond: boolean): Letter {
  const becomes: Partial<Record<Letter, Letter>> = DRAWN[pond ? 'pond' : 'river'][both ? 'both' : 'one'];
  return becomes[letter] ?? letter;
}

export interface Preview {
  letters: Letter[];
  changed: readonly number[];
  /** Points of each lodge that this would build. */
  lodges: number[];
}

/** A sheet with one shape drawn, while the other is still in hand. */
export function sketch(player: Player, changed: readonly number[]): Preview {
  const letters = lettersOf(player);
  for (const number of changed) letters[number] = drawn(letters[number] ?? '.', false, player.pond);
  return { letters, changed, lodges: [] };
}

/** What a move has made of a sheet. */
export function outcome(before: Player, after: Player): Preview {
  const letters = lettersOf(after);
  return {
    letters,
    changed: letters.flatMap((letter, number) => (letter === before.hexes[number] ? [] : [number])),
    lodges: after.lodges.slice(before.lodges.length).map((lodge) => lodge.points),
  };
}

/** What a touch on each hex would do now, where it does something. */
export function touches(
  legal: readonly Move[],
  targets: (move: Move) => readonly number[],
): Map<number, Move> {
  const found = new Map<number, Move>();
  for (const move of legal)
    for (const number of targets(move)) if (!found.has(number)) found.set(number, move);
  return found;
}

export type WhyNot = 'no_cut_again' | 'no_cut_blank' | 'no_cut_water' | 'no_pond' | 'no_upgrade';

/** A9, A10: why touching a hex does nothing while forests are cut and hexes upgraded. */
export function whyNot(player: Player, number: number): { key: WhyNot; blank: number; count: number } {
  const letters = lettersOf(player);
  const near = NEIGHBOURS[number] ?? [];
  const blank = near.find((one) => letters[one] === '.') ?? -1;
  const count = near.filter((one) => isWater(letters[one])).length;
  const letter = letters[number] ?? '.';
  const forest = blank < 0 ? 'no_cut_water' : 'no_cut_blank';
  const keys: Partial<Record<Letter, WhyNot>> = { c: 'no_cut_again', p: 'no_pond', f: forest };
  return { key: keys[letter] ?? 'no_upgrade', blank, count };
}

/** The kinds that some hexes become, counted. */
export function tally(letters: readonly Letter[], changed: readonly number[]): [Habitat, number][] {
  const counts = new Map<Habitat, number>();
  for (const number of changed) {
    const habitat = HABITATS[letters[number] ?? '.'];
    counts.set(habitat, (counts.get(habitat) ?? 0) + 1);
  }
  return [...counts];
}

/** Whether what blank hexes and dead ends cost counts: until the last roll is used they are work to be done. */
export const counted = (player: Player) => player.step === 'last' || player.step === 'out';

/** The points so far, of this landscape, and with the landscapes before it. */
export function standing(player: Player): { here: number; sum: number } {
  const { lodges, river, total, sum } = player.score;
  const here = counted(player) ? total : lodges + river;
  return { here, sum: sum - total + here };
}

/** The hexes of a seat's last move in this landscape. */
export function lastHexes(log: readonly Happened<Event>[], seat: number): number[] {
  const begun = log.findLastIndex(({ events }) => events.some(({ event }) => event === 'landscape'));
  const own = log.slice(begun + 1).filter((line) => line.seat === seat);
  return own.map(({ events }) => numbersOf(events.flatMap(hexesOf))).findLast((hexes) => hexes.length) ?? [];
}

function hexesOf(event: Event): string[] {
  if (event.event === 'lay') return event.hexes;
  if (event.event === 'draw') return Object.keys(event.changes);
  return 'hex' in event ? [event.hex] : [];
}

/** A16: the lines of the score, in their order. */
export const LINES = { lodges: 0, river: 1, blank: 2, dead_ends: 3 } as const;
export const blanks = (player: Player) => [...player.hexes].filter((letter) => letter === '.').length;
export const numbersOf = (names: readonly string[]) => names.map(hex);
