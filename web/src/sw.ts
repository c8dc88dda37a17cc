/**
 * The service worker: keeps the page, its words and the games' modules, so that all of it is there without a network.
 *
 * Whoever serves this file puts the list of all files in front of it, with their hashes (lodge/site.py). A file is kept
 * under its hash, so a new version fetches only what has changed, and an old one stays whole as long as it is used: a new
 * worker waits until no page of the old one is open. What a server is asked (/api, /ws) never comes here.
 *
 * A version whose rules a kept match needs, and the newest has not, stays as an edition: a page that is asked for with
 * `?edition=` is of that version with all that it fetches. So a match is finished with the rules that it began with.
 * The version before this one stays in any case: a page of it may be open still, and fetch what it has not needed yet.
 */
interface Lodge {
  /** On a static site one file is the page; a server answers every route with it. */
  site: boolean;
  files: Record<string, string>;
}

/** A version of the page, and which versions of the games' rules it plays by. */
interface Edition {
  edition: string;
  rules: Record<string, number>;
  files: Record<string, string>;
}

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Asked extends Lasting {
  request: Request;
  clientId: string;
  respondWith(answer: Promise<Response>): void;
}

interface Pushed extends Lasting {
  data: { json(): unknown } | null;
}

interface Clicked extends Lasting {
  notification: Notification;
}

interface Window {
  url: string;
  focus(): Promise<unknown>;
}

interface Scope {
  LODGE: Lodge;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    get(id: string): Promise<{ url: string } | undefined>;
    matchAll(which: { includeUncontrolled: boolean; type: 'window' }): Promise<Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', hear: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', hear: (event: Asked) => void): void;
  addEventListener(type: 'push', hear: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', hear: (event: Clicked) => void): void;
  addEventListener(type: 'message', hear: (event: Lasting & MessageEvent) => void): void;
}

const worker = self as unknown as Scope;
const { site, files } = worker.LODGE;
const root = worker.registration.scope;
// Another Lodge may lie in another folder of the same host.
const [KEPT, SHARED, PAGE, AT_ONCE] = [`lodge-files ${root}`, 'lodge-shared', 'index.html', 6];

/** The editions, this one first; lib/editions.ts reads it, too. */
const EDITIONS = `${root}editions`;

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
  const left = Object.entries(files);
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) await keep(cache, ...next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** This version is used from now on, and an older one only for matches that need it. */
async function activate(): Promise<void> {
  const cache = await caches.open(KEPT);
  const [now, older] = [await edition(cache, files), await editions(cache)];
  const needed = await stillNeeded(now, older);
  await cache.put(EDITIONS, new Response(JSON.stringify([now, ...needed])));
  const used = new Set([EDITIONS]);
  for (const one of [now, ...needed])
    for (const [file, hash] of Object.entries(one.files)) used.add(keyOf(file, hash));
  for (const { url } of await cache.keys()) if (!used.has(url)) await cache.delete(url);
  await worker.clients.claim();
}

// --- editions -------------------------------------------------------------------------------------------------

async function edition(cache: Cache, listed: Record<string, string>): Promise<Edition> {
  const rules: Record<string, number> = {};
  for (const [file, hash] of Object.entries(listed)) {
    const game = /^modules\/([^/]+)\/module\.json$/.exec(file)?.[1];
    const found = game && (await cache.match(keyOf(file, hash)));
    if (game && found) rules[game] = (JSON.parse(await unpacked(found)) as { rules: number }).rules;
  }
  const name = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(listed)));
  return { edition: hex(name).slice(0, 12), rules, files: listed };
}

/** A file's text; on a static site it lies packed. */
async function unpacked(answer: Response): Promise<string> {
  const blob = await answer.blob();
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return blob.text();
  return new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

/** Those that are kept, as far as they are known; the newest first. */
async function editions(cache: Cache): Promise<Edition[]> {
  const listed = await cache.match(EDITIONS);
  if (listed) return (await listed.json()) as Edition[];
  // A version from before there was such a list: all of its files are here, beside those of this one.
  const old: Record<string, string> = {};
  for (const { url } of await cache.keys()) {
    const [file = '', hash = ''] = url.slice(root.length).split('?');
    if (!Object.hasOwn(old, file) || files[file] !== hash) old[file] = hash;
  }
  return [await edition(cache, old)];
}

/** The latest of the older editions, and those that matches need which this version cannot replay. */
async function stillNeeded(now: Edition, older: Edition[]): Promise<Edition[]> {
  const left = (await keptMatches()).filter(({ game, rules }) => rules !== now.rules[game]);
  const others = older.filter((one) => one.edition !== now.edition);
  return others.filter((one) => {
    const mine = left.filter(({ game, rules }) => rules === one.rules[game]);
    for (const match of mine) left.splice(left.indexOf(match), 1);
    return one === others[0] || mine.length > 0;
  });
}

/** The matches that the page keeps (local/store.ts); none where there is no database, and none is made. */
function keptMatches(): Promise<{ game: string; rules: number }[]> {
  return new Promise((resolve) => {
    const asked = indexedDB.open('lodge');
    asked.onupgradeneeded = () => asked.transaction?.abort();
    asked.onerror = () => resolve([]);
    asked.onsuccess = () => {
      const database = asked.result;
      const transaction = database.transaction('matches');
      const all = transaction.objectStore('matches').getAll();
      transaction.commit?.(); // it is over even if this worker is ended now
      all.onsuccess = () => resolve(all.result as { game: string; rules: number }[]);
      all.onerror = () => resolve([]);
      database.close();
    };
  });
}

/** The files of the edition that a request is for. */
async function filesFor(file: string, request: Request, client: string): Promise<Record<string, string>> {
  const here = Object.hasOwn(files, file);
  if (here && file.startsWith('assets/')) return files; // its name tells its version
  const asker = request.mode === 'navigate' ? request.url : ((await worker.clients.get(client))?.url ?? '');
  const named = new URL(asker || root).searchParams.get('edition');
  const script = asker.slice(root.length); // a worker is asked for by a script, of some edition
  if (here && named === null && (!script.startsWith('assets/') || Object.hasOwn(files, script))) return files;
  const known = await editions(await caches.open(KEPT));
  const found = known.find((one) =>
    here ? one.edition === named || Object.hasOwn(one.files, script) : Object.hasOwn(one.files, file),
  );
  return found?.files ?? files;
}

/** The file that answers a request; undefined: it is not for us. */
function fileFor({ url, method, mode }: Request): string | undefined {
  if (method !== 'GET' || !url.startsWith(root)) return undefined;
  const path = url.slice(root.length).replace(/[?#].*/s, '');
  if (Object.hasOwn(files, path) || path.startsWith('assets/')) return path;
  if (mode !== 'navigate') return undefined;
  const route = site ? path === '' : !/^(api|ws|healthz)(\/|$)|\.[^/]*$/.test(path);
  return route ? PAGE : undefined;
}

async function answer(file: string, { request, clientId }: Asked): Promise<Response> {
  const listed = await filesFor(file, request, clientId);
  const kept = await caches.open(KEPT).then((cache) => cache.match(keyOf(file, listed[file] ?? '')));
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
  if (file !== undefined) event.respondWith(answer(file, event));
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

// --- notices --------------------------------------------------------------------------------------------------

/** A notice of the server's, while the page may be closed; one about the same thing takes its place. */
async function tell({ data }: Pushed): Promise<void> {
  const told = data?.json() as { title: string; body: string; table: string; tag: string };
  const { title, body, tag, table } = told;
  await worker.registration.showNotification(title, { body, tag, data: table, icon: `${root}icons/192.png` });
  await navigator.setAppBadge?.();
}

/** To the table that it is about, in a page that is open there already, or a new one. */
async function open({ notification }: Clicked): Promise<void> {
  notification.close();
  const url = `${root}t/${encodeURIComponent(String(notification.data))}`;
  const pages = await worker.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  const there = pages.find((page) => page.url.replace(/#.*/s, '') === url);
  await (there ? there.focus() : worker.clients.openWindow(url));
}

worker.addEventListener('push', (event) => event.waitUntil(tell(event)));
worker.addEventListener('notificationclick', (event) => event.waitUntil(open(event)));
