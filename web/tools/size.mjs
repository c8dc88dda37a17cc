// Fails when the JavaScript and CSS that the first table of a game needs is more than 150 kB compressed.
// Counted: the page, the table, one game, and their words in the language that has the most of them.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMIT = 150_000;
const page = new URL('../../src/lodge/server/page/', import.meta.url);
const folder = new URL('manifest/', page);
const manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8'));
rmSync(folder, { recursive: true }); // only needed here

const names = (path) => readdirSync(new URL(`../src/${path}`, import.meta.url));
const bytes = (file) => gzipSync(readFileSync(new URL(file, page)), { level: 9 }).length;

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

function table(game, language) {
  const sources = ['index.html', 'src/pages/TablePage.svelte', `src/games/${game}/index.ts`];
  sources.push(`src/messages/${language}`, `src/games/${game}/messages/${language}`);
  const files = new Set();
  for (const source of sources) needs(source, files);
  return [...files].reduce((sum, file) => sum + bytes(file), 0);
}

const games = names('games').filter((name) => !name.includes('.'));
for (const game of games) {
  const most = Math.max(...names('messages').map((language) => table(game, language)));
  console.log(
    `${(most / 1000).toFixed(1).padStart(7)} kB  compressed for a table of ${game} (limit ${LIMIT / 1000})`,
  );
  if (most > LIMIT) {
    console.error('Too much JavaScript and CSS for the first table.');
    process.exitCode = 1;
  }
}
