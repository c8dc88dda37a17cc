// Fails when the JavaScript and CSS that the first table needs is more than 150 kB compressed.
// Counted: everything but the languages' texts beyond the largest one, and pages that the table does not load.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMIT = 150_000;
const folder = new URL('../../src/lodge/server/page/assets/', import.meta.url);
const files = readdirSync(folder)
  .filter((name) => /\.(js|css)$/.test(name))
  .map((name) => ({ name, bytes: gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length }))
  .sort((a, b) => b.bytes - a.bytes);
const total = files.reduce((sum, file) => sum + file.bytes, 0);
for (const { name, bytes } of files) console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}`);
console.log(
  `${(total / 1000).toFixed(1).padStart(7)} kB  compressed in all, languages and pages included (limit ${LIMIT / 1000})`,
);
if (total > LIMIT) {
  console.error('Too much JavaScript and CSS for the first table.');
  process.exit(1);
}
