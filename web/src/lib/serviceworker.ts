/** The service worker, where the browser allows one: https, or this machine. */

/** Where the page lies: its code is in a folder below. */
export const ROOT = new URL(/* @vite-ignore */ '..', import.meta.url).href;

/** Not before the page is there: the first table should not wait for what may be needed one day. */
export function keepOffline(isStart: () => boolean): void {
  if (import.meta.env.DEV || !navigator.serviceWorker) return;
  const begin = () => void register(isStart).catch(() => undefined); // then it needs the network, as before
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin);
}

async function register(isStart: () => boolean): Promise<void> {
  const found = await navigator.serviceWorker.register(`${ROOT}sw.js`);
  if (!found?.waiting || !isStart()) return;
  // A new version is taken when Lodge is started, never under a running match.
  navigator.serviceWorker.addEventListener('controllerchange', () => isStart() && location.reload());
  const ask = () => isStart() && found.waiting?.postMessage('take over');
  await quiet();
  ask();
  setTimeout(ask, 1000); // a page that has just been closed may have been counted
}

const QUIET = 400; // milliseconds

/**
 * Until nothing is fetched any more. Chromium ends the old worker to let the new one take over; a fetch at that moment
 * starts the old one again, and then the new one waits until all pages are closed.
 */
function quiet(): Promise<void> {
  return new Promise((resolve) => {
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        observer.disconnect();
        resolve();
      }, QUIET);
    };
    const observer = new PerformanceObserver(wait);
    observer.observe({ type: 'resource' });
    wait();
  });
}

/** A record that another program has handed over, once. */
export async function sharedRecord(): Promise<string | null> {
  try {
    const shared = await caches.open('lodge-shared');
    const key = `${ROOT}record`;
    const found = await shared.match(key);
    await shared.delete(key);
    return found ? await found.text() : null;
  } catch {
    return null;
  }
}
