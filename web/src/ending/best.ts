/** A result beside my earlier ones on this device. */
import { KNOWN } from '../lib/api';
import type { Result as Ending, TableInfo } from '../lib/protocol';
import { noteEnd } from '../statistics/collect';
import { over, records } from '../statistics/figures';
import { results, type Result } from '../statistics/results';

export interface Best {
  points: number;
  /** What was the best before; null: this is not better. */
  before: number | null;
}

/** My best result of a game, where this one can be compared with others. */
export function bestOf(lines: readonly Result[], id: string, moreIsBetter: boolean): Best | null {
  const ended = over(lines);
  const own = ended.find((line) => line.id === id);
  if (!own || own.points === null || own.level !== null) return null;
  const of = (some: typeof ended) => records(some, moreIsBetter).best?.points ?? null;
  const game = ended.filter((line) => line.game === own.game);
  const before = of(game.filter((line) => line.id !== id));
  const now = of(game);
  if (before === null || now === null) return null;
  return { points: now, before: now === before ? null : before };
}

/** The end of a match is seen: it counts for my statistics. How it stands beside my best. */
export async function noted(info: TableInfo, ending: Ending): Promise<Best | null> {
  await noteEnd(info, ending);
  const { more_is_better = true } = KNOWN.games.find((one) => one.id === info.game) ?? {};
  return bestOf(await results(), info.id, more_is_better);
}
