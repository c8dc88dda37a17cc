/** A page that is open tells by itself: by a mark on the app, and by a notice where nobody looks at it. */
import { titleOf } from '../lib/api';
import { load } from '../lib/i18n.svelte';
import { keep } from '../lib/storage';
import { say } from './words';

/** Kept while notices are switched on. */
export const SWITCH = 'notices';

export type News = 'turn' | 'short' | 'sat' | 'over';

export async function tell(game: string, what: News | null): Promise<void> {
  await (
    what === 'turn' || what === 'short' ? navigator.setAppBadge?.() : navigator.clearAppBadge?.()
  )?.catch(() => undefined);
  if (!what || !document.hidden || keep.get(SWITCH) !== 'on' || Notification.permission !== 'granted') return;
  await load('me/messages');
  const how = { body: say(`push_${what}`), tag: `${what} ${location.pathname.split('/').pop() ?? ''}` };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker)
    await worker.showNotification(titleOf(game), { ...how, data: location.pathname.split('/').pop() });
  else new Notification(titleOf(game), how);
}
