/** The script of a guided first game: its deal, and all moves up to the point where the player goes on alone. */
import { fetchJson } from './fetch';

/** A seat, its move, and the step that asks for it; without one the table plays it. */
export type GuidedMove = [seat: number, text: string, step?: string];

export interface Guide {
  /** The version of the rules that it was made with. */
  rules: number;
  options: string[];
  seed: string;
  moves: GuidedMove[];
}

const FILES = import.meta.glob<string>('../games/*/guide.json', {
  eager: true,
  query: '?url',
  import: 'default',
});

export const hasGuide = (game: string) => `../games/${game}/guide.json` in FILES;

export async function guideOf(game: string): Promise<Guide> {
  return fetchJson<Guide>(new URL(FILES[`../games/${game}/guide.json`] ?? '', import.meta.url).href);
}

/** The number of moves after which the last step before a position began. */
export function stepBefore(moves: readonly GuidedMove[], number: number): number {
  const found = moves.slice(0, number).findLastIndex(([, , step]) => step);
  return Math.max(0, found);
}

/** The step that asks for the next move, the one before it, and how many steps there are; null: the guide is over. */
export interface Stage {
  step: string | null;
  before: string | null;
  number: number;
  count: number;
}

export function stageAt(moves: readonly GuidedMove[], number: number): Stage {
  const steps = moves.flatMap(([, , step], at) => (step ? [{ at, step }] : []));
  const past = steps.filter(({ at }) => at < number);
  return {
    step: moves[number]?.[2] ?? null,
    before: past.at(-1)?.step ?? null,
    number: Math.min(past.length + 1, steps.length),
    count: steps.length,
  };
}
