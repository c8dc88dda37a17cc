// Fails when the first table of a game needs too much, compressed: more than 150 kB of JavaScript and CSS at a server, more
// than 250 kB with the rules that a page plays by itself (module, description, table of moves), or more than 280 kB with
// the fonts, which nobody waits for: another one stands in until they are there.
// Counted: the page, the table, one game, and their words in the language that has the most of them.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMIT = 150_000;
const LIMIT_WITH_RULES = 250_000;
const LIMIT_WITH_FONTS = 280_000;
const lodge = new URL('../../src/lodge/', import.meta.url);
const page = new URL('server/page/', lodge);
const folder = new URL('manifest/', page);
const manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8'));
rmSync(folder, { recursive: true }); // only needed here

const names = (path) => readdirSync(new URL(`../src/${path}`, import.meta.url));
const bytes = (file) => {
  const content = readFileSync(new URL(file, page));
  return String(file).endsWith('.woff2') ? content.length : gzipSync(content, { level: 9 }).length;
};

/** The files that a module needs, with all that it imports at once. */
function needs(source, found = new Set()) {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`${source} is not in the build`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  chunk.css?.forEach((file) => found.add(file));
  chunk.imports?.forEach((one) => needs(one, found));
  return found;
}

const size = (files) => [...files].reduce((sum, file) => sum + bytes(file), 0);

function table(game, language, kind) {
  const sources = ['index.html', `src/pages/${kind}.svelte`, `src/games/${game}/index.ts`];
  sources.push(`src/messages/${language}`, `src/games/${game}/messages/${language}`);
  const files = new Set();
  for (const source of sources) needs(source, files);
  return size(files);
}

/** The folders of the games' rules, by game. */
const folders = new Map(
  readdirSync(new URL('games/', lodge), { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => new URL(`games/${name}/`, lodge))
    .filter((folder) => existsSync(new URL('module.json', folder)))
    .map((folder) => [JSON.parse(readFileSync(new URL('module.json', folder), 'utf8')).game, folder]),
);

/** No message needs a character of the other fonts: a test sees to that. */
const fonts = new Set();
for (const source of ['lodge-sans', 'lodge-serif']) needs(`src/fonts/${source}.woff2`, fonts);

function rules(game) {
  const folder = folders.get(game);
  const moves = new URL(`../src/games/${game}/engine.json`, import.meta.url);
  return size([new URL('module.wasm', folder), new URL('module.json', folder), moves]);
}

function told(game, most, limit, what) {
  const sizes = `${(most / 1000).toFixed(1).padStart(7)} kB`;
  console.log(`${sizes}  compressed for a table of ${game}${what} (limit ${limit / 1000})`);
  if (most <= limit) return;
  console.error('Too much for the first table.');
  process.exitCode = 1;
}

const games = names('games').filter((name) => !name.includes('.'));
for (const game of games) {
  const most = (kind) => Math.max(...names('messages').map((language) => table(game, language, kind)));
  told(game, most('TablePage'), LIMIT, '');
  const playable = most('LocalPage') + rules(game);
  told(game, playable, LIMIT_WITH_RULES, ' in the browser, with its rules');
  told(game, playable + size(fonts), LIMIT_WITH_FONTS, ' in the browser, with its rules and the fonts');
}
