/** The games as this page plays them itself: their modules, fetched once, and kept by the service worker. */
import { EngineError, Game, type Description, type GameData } from '../engine';
import { fetchBytes, fetchJson } from '../lib/fetch';
import { once } from '../lib/once';
import { about as described, MODULES } from '../lib/outside';

/** As files that the page and its workers fetch, so that there is one of each. */
const DATA = import.meta.glob<string>('../games/*/engine.json', {
  eager: true,
  query: '?url',
  import: 'default',
});
const opened = new Map<string, Promise<Game>>();

async function opening(id: string): Promise<Game> {
  const file = DATA[`../games/${id}/engine.json`];
  if (!file && !(await described(id)).module) throw new EngineError('unknown_game', { game: id });
  const data = file ?? `${MODULES}${id}/engine.json`;
  const [code, description, about] = await Promise.all([
    fetchBytes(`${MODULES}${id}/module.wasm`),
    fetchJson<Description>(`${MODULES}${id}/module.json`),
    fetchJson<GameData>(new URL(data, import.meta.url).href),
  ]);
  return Game.open({ code, description, data: about, net: (file) => fetchBytes(`${MODULES}${id}/${file}`) });
}

/** A game, ready to be played; one that could not be fetched is tried again. */
export function openGame(id: string): Promise<Game> {
  return once(opened, id, () => opening(id));
}
