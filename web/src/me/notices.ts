/** Notices while the page is closed: this browser's push service is handed what the server may send. */
import { api } from '../lib/api';
import { asPlayer } from '../lib/games';
import { keep } from '../lib/storage';
import type { NoticesInfo } from '../lib/protocol';
import { SWITCH } from './tab';
import { say } from './words';

const KINDS = ['turn', 'short', 'sat', 'over'] as const;
const DAY = 24 * 60;

/** Whether this browser can be told anything while the page is closed. */
export const able = () =>
  'Notification' in globalThis && 'PushManager' in globalThis && !!navigator.serviceWorker;

const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** Minutes of the day, from the time of this place to that of the server (UTC), or (-1) back. */
export const shifted = (minute: number, way: 1 | -1, offset = new Date().getTimezoneOffset()) =>
  (((minute + way * offset) % DAY) + DAY) % DAY;

export const look = () => asPlayer((player) => api.notices({ player }));

/** Switch notices on; null: the person, or the browser, would rather not. */
export async function switchOn(key: string, quiet: number[] | null): Promise<NoticesInfo | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const worker = await navigator.serviceWorker.ready;
  const found = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(key),
  });
  const { endpoint, keys } = found.toJSON();
  const subscription = {
    endpoint: endpoint ?? '',
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
    words: Object.fromEntries(KINDS.map((kind) => [kind, say(`push_${kind}`)])),
    quiet,
  };
  const info = await asPlayer((player) => api.setNotices({ player, subscription }));
  keep.set(SWITCH, 'on');
  return info;
}

export async function switchOff(): Promise<NoticesInfo> {
  keep.set(SWITCH, 'off');
  const worker = await navigator.serviceWorker?.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  return asPlayer((player) => api.setNotices({ player, subscription: null }));
}
