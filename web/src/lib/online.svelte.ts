/** Whether a server can be asked: a static site has none, and a network comes and goes. */
import { SITE } from './site';

const reach = $state({ server: !SITE && (typeof navigator === 'undefined' || navigator.onLine !== false) });

export const hasServer = () => reach.server;

/** What the last question has shown. */
export function reached(answered: boolean): void {
  reach.server = answered && !SITE;
}

/** Whenever the network comes back, look whether the server does. */
export function watchNetwork(look: () => void): () => void {
  const lost = () => reached(false);
  addEventListener('online', look);
  addEventListener('offline', lost);
  return () => {
    removeEventListener('online', look);
    removeEventListener('offline', lost);
  };
}
