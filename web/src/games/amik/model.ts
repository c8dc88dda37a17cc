/** Amik as the page knows it: what can be worked out from a view. */
import { HABITATS, LEAST_LODGE, PONDS_A_LODGE, type Move, type Player } from './generated';
import { hex, NEIGHBOURS } from './land';

export { HABITATS, PENALTY } from './generated';
export type { Event, Move, Phase, Player, Score, Step, Title, View } from './generated';

/** The letters of the habitats in a sheet. */
export type Letter = keyof typeof HABITATS;
export type Habitat = (typeof HABITATS)[Letter];
export const lettersOf = (player: Player): Letter[] => [...player.hexes] as Letter[];
export const isWater = (letter: Letter | undefined) => letter === 'r' || letter === 'd' || letter === 'p';

/** A4, A5: what a hex becomes under one shape, or under both. */
export function drawn(letter: Letter, both: boolean, pond: boolean): Letter {
  if (both) return pond ? 'p' : 'r';
  if (pond) return 'r';
  return letter === 'w' ? 'f' : 'w';
}

/** A9: what an upgrade makes of a hex; null: nothing. */
export function upgraded(letter: Letter): Letter | null {
  return ({ '.': 'w', w: 'r', r: 'd', d: 'p' } as Partial<Record<Letter, Letter>>)[letter] ?? null;
}

export interface Preview {
  letters: Letter[];
  changed: number[];
  /** Points of each lodge that this would build. */
  lodges: number[];
}

/** The sheet as it would be with one shape (or both) laid. */
export function preview(player: Player, one: readonly number[], other: readonly number[]): Preview {
  const before = lettersOf(player);
  const after = [...before];
  const changed = [...new Set([...one, ...other])];
  for (const number of changed)
    after[number] = drawn(before[number] ?? '.', one.includes(number) && other.includes(number), player.pond);
  return look(before, after, changed);
}

/** The sheet as it would be with a hex upgraded. */
export function previewUpgrade(player: Player, number: number): Preview | null {
  const before = lettersOf(player);
  const to = upgraded(before[number] ?? 'p');
  return to && look(before, before.with(number, to), [number]);
}

function look(before: Letter[], letters: Letter[], changed: number[]): Preview {
  const built = Math.max(0, lodgesOf(letters) - lodgesOf(before));
  return { letters, changed, lodges: Array<number>(built).fill(built ? lodgeWorth(letters) : 0) };
}

/** A11: every connected group of ponds holds a lodge for each three of its hexes. */
export function lodgesOf(letters: readonly Letter[]): number {
  const seen = new Set<number>();
  let lodges = 0;
  letters.forEach((letter, start) => {
    if (letter !== 'p' || seen.has(start)) return;
    let size = 0;
    const open = [start];
    seen.add(start);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      size++;
      for (const near of NEIGHBOURS[next] ?? [])
        if (letters[near] === 'p' && !seen.has(near)) {
          seen.add(near);
          open.push(near);
        }
    }
    lodges += Math.floor(size / PONDS_A_LODGE);
  });
  return lodges;
}

/** A12: what a lodge built now scores. */
export function lodgeWorth(letters: readonly Letter[]): number {
  const open = letters.filter(
    (letter, number) =>
      (letter === 'f' || letter === 'c') && NEIGHBOURS[number]?.some((near) => letters[near] === '.'),
  );
  return Math.max(LEAST_LODGE, open.length);
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

export const blanks = (player: Player) => [...player.hexes].filter((letter) => letter === '.').length;
export const numbersOf = (names: readonly string[]) => names.map(hex);
