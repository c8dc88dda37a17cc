/**
 * The service worker: keeps the page, its words and the games' modules, so that all of it is there without a network.
 *
 * Whoever serves this file puts the list of all files in front of it, with their hashes (lodge/site.py). A file is kept
 * under its hash, so a new version fetches only what has changed, and an old one stays whole as long as it is used: a new
 * worker waits until no page of the old one is open. What a server is asked (/api, /ws) never comes here.
 */
interface Lodge {
  /** On a static site one file is the page; a server answers every route with it. */
  site: boolean;
  files: Record<string, string>;
}

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Asked extends Lasting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Scope {
  LODGE: Lodge;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(which: { includeUncontrolled: boolean; type: 'window' }): Promise<unknown[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', hear: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', hear: (event: Asked) => void): void;
  addEventListener(type: 'message', hear: (event: Lasting & MessageEvent) => void): void;
}

const worker = self as unknown as Scope;
const { site, files } = worker.LODGE;
const root = worker.registration.scope;
// Another Lodge may lie in another folder of the same host.
const [KEPT, SHARED, PAGE, AT_ONCE] = [`lodge-files ${root}`, 'lodge-shared', 'index.html', 6];

const keyOf = (file: string, hash: string) => `${root}${file}?${hash}`;
const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function keep(cache: Cache, file: string, hash: string): Promise<void> {
  const key = keyOf(file, hash);
  if (await cache.match(key)) return;
  // What the page has just fetched is not fetched again where its name tells its version.
  const how = file.startsWith('assets/') ? 'default' : 'no-cache';
  const answer = await fetch(root + (file === PAGE ? '' : file), { cache: how });
  const bytes = await answer.clone().arrayBuffer();
  const found = hex(await crypto.subtle.digest('SHA-256', bytes));
  if (!answer.ok || !found.startsWith(hash)) throw new Error(`${file} is of another version`);
  await cache.put(key, answer);
}

async function install(): Promise<void> {
  const cache = await caches.open(KEPT);
  const todo = Object.entries(files);
  const work = async () => {
    for (let next = todo.shift(); next; next = todo.shift()) await keep(cache, ...next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Only this version is used from now on. */
async function activate(): Promise<void> {
  const cache = await caches.open(KEPT);
  const used = new Set(Object.entries(files).map(([file, hash]) => keyOf(file, hash)));
  for (const { url } of await cache.keys()) if (!used.has(url)) await cache.delete(url);
  await worker.clients.claim();
}

/** The file that answers a request; undefined: it is not for us. */
function fileFor({ url, method, mode }: Request): string | undefined {
  if (method !== 'GET' || !url.startsWith(root)) return undefined;
  const path = url.slice(root.length).replace(/[?#].*/s, '');
  if (Object.hasOwn(files, path)) return path;
  if (mode !== 'navigate') return undefined;
  const route = site ? path === '' : !/^(api|ws|healthz)(\/|$)|\.[^/]*$/.test(path);
  return route ? PAGE : undefined;
}

async function answer(file: string, request: Request): Promise<Response> {
  const kept = await caches.open(KEPT).then((cache) => cache.match(keyOf(file, files[file] ?? '')));
  return kept ?? fetch(request);
}

/** A record that another program hands over waits for the start page. */
async function take(request: Request): Promise<Response> {
  const given = (await request.formData()).get('record');
  if (given instanceof File) await (await caches.open(SHARED)).put(`${root}record`, new Response(given));
  return Response.redirect(root, 303);
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'POST' && request.url === `${root}share`) return event.respondWith(take(request));
  const file = fileFor(request);
  if (file !== undefined) event.respondWith(answer(file, request));
});

// The start page asks for the new version that waits. It gets it if it is the only page that is open.
worker.addEventListener('message', (event) => {
  if (event.data !== 'take over') return;
  event.waitUntil(
    worker.clients
      .matchAll({ includeUncontrolled: true, type: 'window' })
      .then((pages) => (pages.length < 2 ? worker.skipWaiting() : undefined)),
  );
});
