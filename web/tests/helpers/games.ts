/** The games as they are shipped, read from the disk. */
import { readdirSync, readFileSync } from 'node:fs';
import { Game, type Description, type GameData } from '../../src/engine';

const rules = new URL('../../../src/lodge/', import.meta.url);
const files = readdirSync(rules, { recursive: true, encoding: 'utf8' });
const bytes = (path: string) => new Uint8Array(readFileSync(new URL(path, rules)));
const json = (url: URL) => JSON.parse(readFileSync(url, 'utf8')) as unknown;

/** By game: where its module is. */
const folders = new Map(
  files
    .filter((path) => path.endsWith('module.json'))
    .map((path) => [(json(new URL(path, rules)) as Description).game, path.slice(0, -'module.json'.length)]),
);

/** A file of a game, by its name: module.wasm, module.json, or a net. */
function shipped(game: string, file: string): Uint8Array<ArrayBuffer> {
  const own = `${folders.get(game)}${file}`;
  return bytes(files.includes(own) ? own : files.find((path) => path.endsWith(`/${file}`))!);
}

/** What the page fetches: words, a game's file `engine.json`, or what is shipped with its rules. */
export function fetched(address: string): Response {
  const words = /\/src\/(.*(?:messages|how|guide|why)\/\w+\.json)$/.exec(address)?.[1];
  if (words) return new Response(readFileSync(new URL(`../../src/${words}`, import.meta.url)));
  const [game = '', file = ''] = address.split('/').slice(-2);
  const own = new URL(`../../src/games/${game}/${file}`, import.meta.url);
  return new Response(['engine.json', 'guide.json'].includes(file) ? readFileSync(own) : shipped(game, file));
}

/** A game that nobody else has played with; `change`: with other data than it is shipped with. */
export function freshGame(id: string, change = (data: GameData) => data): Promise<Game> {
  const description = JSON.parse(new TextDecoder().decode(shipped(id, 'module.json'))) as Description;
  const data = json(new URL(`../../src/games/${id}/engine.json`, import.meta.url)) as GameData;
  const net = async (file: string) => shipped(id, file);
  return Game.open({ code: shipped(id, 'module.wasm'), description, data: change(data), net });
}
