/** What a move does to the lines of a score: what is certain of it. */
import type { Table } from '../lib/table.svelte';
import type { Effect, Game, Json } from './game';

/** By line; null: that cannot be known. */
export type Lines = Record<string, number | null | undefined>;

export const compare = (before: Lines | null | undefined, after: Lines | null | undefined): Effect[] =>
  Object.entries(before ?? {}).flatMap(([line, points]) => {
    const then = after?.[line];
    if (typeof points !== 'number' || typeof then !== 'number' || then === points) return [];
    return [{ line, points: then - points }];
  });

/** What a move of mine would do to my points, in words. */
export function effectsOf(game: Game, table: Table, move: Json): { label: string; points: number }[] {
  const { seat, sight } = table;
  if (!sight || seat === null) return [];
  const found = game.effects(move, sight.view, table.foresee(move, true), seat);
  return found.map(({ line, points }) => ({ label: game.line(line), points }));
}
