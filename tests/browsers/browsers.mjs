// Firefox and WebKit as Debian ships them, each behind the same few verbs:
//   open(url), reload(), press(selector, words), run(code, ...given), look(path), errors, close().
// A press is a real one, with the mouse, on the first element in sight that the selector finds and that has the words in it.
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { Builder, Capabilities } from 'selenium-webdriver';

// What a page says when its server is gone, as it must be.
const EXPECTED = /WebSocket|can.t establish a connection|Could not connect|NetworkError|access control checks/;

// What a page says in Firefox that is left while it fetches code: what it waits for ends as if it had failed.
const CUT_OFF = /ServiceWorker intercepted the request|error loading dynamically imported module|^Error: worker /;

/** In the page: the element to press. */
const FIND = `((selector, words) => [...document.querySelectorAll(selector)].find(
  (one) => one.checkVisibility() && !one.disabled && one.textContent.includes(words)) ?? null)`;

/** In the page: the errors since it was asked before. WebKit tells nobody of them while it is driven. */
const HEARD = `() => {
  if (!window.heard) {
    window.heard = [];
    addEventListener('error', ({ message }) => window.heard.push(message));
    addEventListener('unhandledrejection', ({ reason }) => window.heard.push(String(reason)));
  }
  return window.heard.splice(0);
}`;

/** In the page: errors are said in words. As values they come here empty. */
const IN_WORDS = `() => {
  const say = console.error;
  console.error = (...said) => say(...said.map((one) => (one?.stack === undefined ? one : one + ' ' + one.stack)));
}`;

// Beside the library it belongs to: MiniBrowser is not on the path.
const MINI_BROWSER = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0];
const absent = (selector, words) => new Error(`Nothing to press: ${selector} ${words}`);

export async function firefox() {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    defaultViewport: { width: 1280, height: 800 },
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-GB' },
  });
  const page = await browser.newPage();
  const errors = [];
  let leaving = false;
  const hear = (text) => EXPECTED.test(text) || (leaving && CUT_OFF.test(text)) || errors.push(text);
  const leave = (go) => {
    leaving = true;
    return go().finally(() => (leaving = false));
  };
  page.on('pageerror', (error) => hear(String(error)));
  page.on('console', (message) => message.type() === 'error' && hear(message.text()));
  await page.evaluateOnNewDocument(`(${IN_WORDS})()`);
  return {
    errors,
    open: (url) => leave(() => page.goto(url, { waitUntil: 'domcontentloaded' })),
    reload: () => leave(() => page.reload({ waitUntil: 'domcontentloaded' })),
    run: (code, ...given) => page.evaluate(`(${code})(...${JSON.stringify(given)})`),
    async press(selector, words = '') {
      const found = await page.evaluateHandle(`${FIND}(...${JSON.stringify([selector, words])})`);
      if (!found.asElement()) throw absent(selector, words);
      await found.click();
    },
    look: (path) => page.screenshot({ path }),
    close: () => browser.close(),
  };
}

export async function webkit() {
  const home = mkdtempSync(join(tmpdir(), 'lodge-webkit-'));
  mkdirSync(join(home, 'gtk-3.0'));
  writeFileSync(join(home, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n'); // less motion
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = `:${await line(screen.stdio[3], /\d+/)}`;
  const port = await freePort();
  const service = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, HOME: home, XDG_CONFIG_HOME: home, LANGUAGE: 'en' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await answering(`http://127.0.0.1:${port}/status`);
  const wanted = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': {
      binary: MINI_BROWSER,
      args: ['--automation', '--geometry=1280x900'],
    },
  });
  const driver = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(wanted).build();
  await driver.manage().window().setRect({ width: 1280, height: 880 });
  const errors = [];
  return {
    errors,
    open: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    async run(code, ...given) {
      const script = `const done = arguments[1];
        const answer = (said) => done({ ...said, heard: (${HEARD})() });
        (async () => (${code})(...arguments[0]))().then((found) => answer({ found }), (error) => answer({ error: String(error) }))`;
      const { found, error, heard } = await driver.executeAsyncScript(script, given);
      errors.push(...heard.filter((text) => !EXPECTED.test(text)));
      if (error) throw new Error(error);
      return found;
    },
    async press(selector, words = '') {
      const found = await driver.executeScript(`return ${FIND}(...arguments)`, selector, words);
      if (!found) throw absent(selector, words);
      await found.click();
    },
    look: async (path) => writeFileSync(path, await driver.takeScreenshot(), 'base64'),
    async close() {
      await driver.quit();
      service.kill();
      screen.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The first line of a stream that fits. */
async function line(stream, wanted) {
  for await (const text of createInterface(stream)) if (wanted.test(text)) return wanted.exec(text)[0];
  throw new Error(`${wanted} was not said`);
}

/** Wait until a program that was started listens. */
async function answering(url) {
  for (const end = Date.now() + 60_000; Date.now() < end; await setTimeout(50)) {
    if (await fetch(url).catch(() => null)) return;
  }
  throw new Error(`Nobody answers at ${url}`);
}

/** A port that nobody listens at. */
function freePort() {
  return new Promise((resolve) => {
    const asked = createServer().listen(0, '127.0.0.1', () => {
      const { port } = asked.address();
      asked.close(() => resolve(port));
    });
  });
}
