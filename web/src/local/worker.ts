/** Thinks apart from the page, so that nothing stutters: bots' moves, hints, analyses. */
import { Bot, EngineError } from '../engine';
import { openGame } from './games';
import type { Asked, Answered } from './thinkers';

const stops = new Map<number, AbortController>();
const bots = new Map<string, Promise<Bot>>();

async function bot(game: string, spec: string, seats: number): Promise<Bot> {
  const name = `${game} ${spec} ${seats}`;
  const found = bots.get(name) ?? openGame(game).then((opened) => Bot.open(opened, spec, seats));
  bots.set(name, found);
  found.catch(() => bots.delete(name));
  return found;
}

async function work(asked: Asked, signal: AbortSignal): Promise<unknown> {
  switch (asked.do) {
    case 'decide': {
      const { game, spec, seats, state, seat } = asked;
      return (await bot(game, spec, seats)).decide(state, seat, { signal });
    }
    case 'ready':
      await bot(asked.game, asked.spec, asked.seats);
      return null;
  }
}

addEventListener('message', ({ data }: MessageEvent<{ id: number; asked: Asked | null }>) => {
  const { id, asked } = data;
  if (!asked) {
    stops.get(id)?.abort();
    return;
  }
  const stop = new AbortController();
  stops.set(id, stop);
  const answer = (found: Answered) => {
    stops.delete(id);
    postMessage({ id, ...found });
  };
  work(asked, stop.signal).then(
    (value) => answer({ value }),
    (error: unknown) =>
      answer({
        error: error instanceof EngineError ? error.key : String(error),
        values: error instanceof EngineError ? error.values : {},
      }),
  );
});
