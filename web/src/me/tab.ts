/** A page that is open tells by itself: by a mark on the app, and by a notice where nobody looks at it. */
import { titleOf } from '../lib/api';
import { t } from '../lib/i18n.svelte';
import { keep } from '../lib/storage';

/** Kept while notices are switched on. */
export const SWITCH = 'notices';

export async function tell(game: string, what: 'turn' | 'over' | null): Promise<void> {
  await (what === 'turn' ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => undefined);
  if (!what || !document.hidden || keep.get(SWITCH) !== 'on' || Notification.permission !== 'granted') return;
  const body = t(what === 'turn' ? 'your_turn' : 'match_over');
  const how = { body, tag: `${what} ${location.pathname.split('/').pop() ?? ''}` };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker)
    await worker.showNotification(titleOf(game), { ...how, data: location.pathname.split('/').pop() });
  else new Notification(titleOf(game), how);
}
