/** The games as this page plays them itself: their modules, fetched once, and kept by the service worker. */
import { EngineError, Game, type Description, type GameData } from '../engine';

const MODULES = import.meta.env.DEV ? '/modules/' : new URL('../modules/', import.meta.url).href;

const DATA = import.meta.glob<{ default: GameData }>('../games/*/engine.json');
const opened = new Map<string, Promise<Game>>();

async function fetched(path: string): Promise<Response> {
  const answer = await fetch(MODULES + path);
  if (!answer.ok) throw new EngineError('unknown_game', { game: path });
  return answer;
}

async function opening(id: string): Promise<Game> {
  const data = DATA[`../games/${id}/engine.json`];
  if (!data) throw new EngineError('unknown_game', { game: id });
  const [code, description, about] = await Promise.all([
    fetched(`${id}/module.wasm`).then((answer) => answer.arrayBuffer()),
    fetched(`${id}/module.json`).then((answer) => answer.json() as Promise<Description>),
    data(),
  ]);
  const net = (file: string) =>
    fetched(`${id}/${file}`).then(async (answer) => new Uint8Array(await answer.arrayBuffer()));
  return Game.open({ code, description, data: about.default, net });
}

/** A game, ready to be played; one that could not be fetched is tried again. */
export function openGame(id: string): Promise<Game> {
  const found = opened.get(id) ?? opening(id);
  opened.set(id, found);
  found.catch(() => opened.delete(id));
  return found;
}
