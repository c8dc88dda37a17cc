// Plays random matches with the page's engine and writes their records: node tools/play.mjs FOLDER SEED
// For tests/test_engine.py, which lets Python check them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';

const [folder, seed] = process.argv.slice(2);
const web = new URL('..', import.meta.url);
const games = new URL('../src/lodge/games/', web);
const vite = await createServer({
  root: web.pathname,
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const { Bot, Game, Match, toJson, luckFor } = await vite.ssrLoadModule('/src/engine/index.ts');
const json = (url) => JSON.parse(readFileSync(url, 'utf8'));

for (const path of readdirSync(games, { recursive: true }).filter((one) => one.endsWith('module.json'))) {
  const description = json(new URL(path, games));
  const code = readFileSync(new URL(path.replace('.json', '.wasm'), games));
  const data = json(new URL(`src/games/${description.game}/engine.json`, web));
  const game = await Game.open({ code, description, data });
  const [fewest, most] = game.seats;
  for (let seats = fewest; seats <= most; seats++)
    for (const options of [[], description.constants.OPTIONS.slice(-1)]) {
      const name = [game.id, seats, ...options].join('-');
      const match = new Match(game, seats, { seed: `${seed} ${name}`, options });
      const bots = await Promise.all(['random', 'greedy'].map((spec) => Bot.open(game, spec, seats)));
      while (!match.over) {
        const seat = match.pending[0];
        const bot = bots[seat % 2];
        match.play(seat, bot.decideNow(match.state, seat, luckFor(match.commitment, match.number)));
      }
      writeFileSync(join(folder, `${name}.json`), toJson(match.record()));
    }
}
await vite.close();
