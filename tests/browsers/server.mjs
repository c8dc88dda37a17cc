// A Lodge server as a process of its own, which can be killed and comes back at the same address with its tables.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const bin = (name) => new URL(`../../.venv/bin/${name}`, import.meta.url).pathname;

export class Server {
  #folder = mkdtempSync(join(tmpdir(), 'lodge-server-'));
  #port = 0;
  #process = null;

  constructor() {
    process.once('exit', () => this.#process?.kill('SIGKILL')); // whatever happens
  }

  get url() {
    return `http://localhost:${this.#port}`;
  }

  /** Start it, unless it runs. */
  async start() {
    if (this.#running) return;
    const given = { port: this.#port, bots: 'greedy', beat: 0.01, database: this.#inFolder('lodge.db') };
    const options = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.#process = spawn(bin('python'), ['-u', '-m', 'lodge.server', '--unlimited', '--no-native', ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const text of createInterface(this.#process.stdout)) {
      const found = /http:\/\/localhost:(\d+)/.exec(text);
      if (found) return void (this.#port = Number(found[1]));
    }
    throw new Error('The server did not start.');
  }

  get #running() {
    return this.#process !== null && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  async kill() {
    if (!this.#running) return;
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await gone;
  }

  async close() {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #inFolder = (name) => join(this.#folder, name);
}

/** What `lodge verify` says of a record. */
export function verify(path) {
  const { status, stdout, stderr } = spawnSync(bin('lodge'), ['verify', path], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}
