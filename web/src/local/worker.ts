/** Thinks apart from the page, so that nothing stutters. The page loads this, too, but only to know where it lies. */
import { EngineError } from '../engine';
import { think, type Asked } from './tasks';
import type { Said } from './workers';

/** Where this script lies. */
export const SCRIPT = import.meta.url;

const stops = new Map<number, AbortController>();

function hear({ data }: MessageEvent<{ id: number; asked: Asked | null }>): void {
  const { id, asked } = data;
  if (!asked) {
    stops.get(id)?.abort();
    return;
  }
  const stop = new AbortController();
  stops.set(id, stop);
  const say = (said: Said) => {
    if (!stop.signal.aborted) postMessage({ id, ...said });
  };
  think(asked, (told) => say({ told }), stop.signal)
    .then(
      (value) => say({ value }),
      (error: unknown) => {
        if (error instanceof EngineError) say({ error: error.key, values: error.values });
        else say({ defect: String(error) });
      },
    )
    .finally(() => stops.delete(id));
}

if (typeof document === 'undefined') addEventListener('message', hear);
