/** The games as this page plays them itself: their modules, fetched once, and kept by the service worker. */
import { EngineError, Game, type Description, type GameData } from '../engine';

const MODULES = import.meta.env.DEV ? '/modules/' : new URL('../modules/', import.meta.url).href;

/** As files that the page and its workers fetch, so that there is one of each. */
const DATA = import.meta.glob<string>('../games/*/engine.json', {
  eager: true,
  query: '?url',
  import: 'default',
});
const opened = new Map<string, Promise<Game>>();

/** A file's bytes. On a static site it lies packed; one that was packed for the way only comes unpacked already. */
async function fetched(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(address);
  if (!answer.ok) throw new EngineError('unknown_game', { game: address });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const json = async <T>(address: string) => JSON.parse(new TextDecoder().decode(await fetched(address))) as T;

async function opening(id: string): Promise<Game> {
  const data = DATA[`../games/${id}/engine.json`];
  if (!data) throw new EngineError('unknown_game', { game: id });
  const [code, description, about] = await Promise.all([
    fetched(`${MODULES}${id}/module.wasm`),
    json<Description>(`${MODULES}${id}/module.json`),
    json<GameData>(new URL(data, import.meta.url).href),
  ]);
  return Game.open({ code, description, data: about, net: (file) => fetched(`${MODULES}${id}/${file}`) });
}

/** A game, ready to be played; one that could not be fetched is tried again. */
export function openGame(id: string): Promise<Game> {
  const found = opened.get(id) ?? opening(id);
  opened.set(id, found);
  found.catch(() => opened.delete(id));
  return found;
}
