/** Views come whole with every move, and most of them is as it was: what has not changed need not be drawn again. */

type Parts = Record<string, unknown>;
const isParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null;

/** What came, with every part that is as before being the very same one. */
export function reuse<T>(before: unknown, now: T): T {
  if (!isParts(before) || !isParts(now) || Array.isArray(before) !== Array.isArray(now)) return now;
  const keys = Object.keys(now);
  let same = keys.length === Object.keys(before).length;
  for (const key of keys) {
    const part = reuse(before[key], now[key]);
    (now as Parts)[key] = part;
    same &&= part === before[key] && key in before;
  }
  return same ? (before as T) : now;
}
