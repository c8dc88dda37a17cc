// Whole matches in browsers other than Chromium: `make test-browsers`.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { firefox, webkit } from './browsers.mjs';
import { Player } from './player.mjs';
import { Server, verify } from './server.mjs';

const OUTPUT = new URL('output/', import.meta.url).pathname;
const CONTROLLED = `() => navigator.serviceWorker.controller !== null`;
// Bots do not wait to be followed, nothing is offered over the table, and the log is open: moves are counted in it.
const QUICK = `() => {
  Object.assign(localStorage, { 'lodge.beat': '10', 'lodge.sound': 'off', 'lodge.side': 'open' });
}`;
// What is saved as a file is kept here as well.
const CATCH = `() => {
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob) => (blob.text().then((text) => (window.saved = text)), make.call(URL, blob));
}`;

// The moves of the match that was played last, as the browser keeps them.
const MOVES = `() => new Promise((done) => {
  indexedDB.open('lodge').onsuccess = ({ target: { result: database } }) => {
    database.transaction('matches').objectStore('matches').getAll().onsuccess = ({ target: { result: matches } }) => {
      const [last] = matches.sort((one, other) => other.changed - one.changed);
      done(last.log.map(({ seat, text }) => seat + ' ' + text));
      database.close();
    };
  };
})`;

mkdirSync(OUTPUT, { recursive: true });

for (const launch of [firefox, webkit]) {
  describe(launch.name, () => {
    const server = new Server();
    let browser;

    before(async () => {
      await server.start();
      browser = await launch();
      // Before the page is there, which reads it once: a place of the same origin without a page.
      await browser.open(`${server.url}/healthz`);
      await browser.run(QUICK);
    });
    after(async () => {
      await browser?.close();
      await server.close();
    });

    for (const game of ['dam-it', 'beaver-gang', 'amik', 'donnant']) {
      test(`${game} in the page, its server gone in the middle`, async () => {
        const player = new Player(browser, game);
        await server.start();
        await browser.open(server.url);
        await player.until('the page is kept', CONTROLLED);
        await player.begin('Play');
        await player.see('.bar');
        assert.match(await browser.run('() => location.href'), /local-/);
        await player.play(4);
        await server.kill();
        const moves = await browser.run(MOVES);
        assert.ok(moves.length > 0);
        await browser.reload();
        await player.see('.board');
        await browser.look(`${OUTPUT}${launch.name}-${game}.png`);
        await player.play();
        await browser.open(server.url);
        await player.see('[role=status]', 'cannot be reached');
        await browser.run(CATCH);
        await player.press(`[data-match=${game}] .button`, 'Save the record');
        await player.until('the record', `() => window.saved !== undefined`);
        const record = `${OUTPUT}${launch.name}-${game}.json`;
        writeFileSync(record, await browser.run('() => window.saved'));
        assert.deepEqual(JSON.parse(await browser.run('() => window.saved')).moves.slice(0, moves.length), moves);
        const { status, said } = verify(record);
        assert.equal(status, 0, said);
      });
    }

    test('a table on the server, which goes and comes back', async () => {
      const player = new Player(browser, 'dam-it');
      await server.start();
      await browser.open(server.url);
      await player.begin('Invite friends');
      await player.see('.lobby');
      await player.press('.lobby [data-level=gentle]');
      await player.see('.lobby li.bot');
      await player.press('.start .primary');
      const made = await player.play(6);
      await browser.reload();
      await player.see('.board');
      assert.ok((await player.play(made + 4)) >= made + 4);
      await server.kill();
      await player.see('[role=status]', 'Connection lost');
      await server.start();
      await player.play();
    });

    test('nothing went wrong on the way', async () => {
      const heard = () => browser.errors.some((text) => text.includes('this is heard'));
      await browser.run(`() => { setTimeout(() => { throw new Error('this is heard'); }); }`);
      for (let tries = 0; !heard() && tries < 600; tries++) {
        await setTimeout(50);
        await browser.run('() => null');
      }
      assert.ok(heard(), 'errors of the page do not come here');
      assert.deepEqual(
        browser.errors.filter((text) => !text.includes('this is heard')),
        [],
      );
    });
  });
}
