/** Thinks apart from the page, so that nothing stutters. */
import { EngineError } from '../engine';
import { think, type Asked } from './thinking';
import type { Said } from './thinkers';

const stops = new Map<number, AbortController>();

addEventListener('message', ({ data }: MessageEvent<{ id: number; asked: Asked | null }>) => {
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
});
