/** Older versions of this page, which the service worker keeps for matches that were begun with their rules (sw.ts). */
import { ROOT } from './serviceworker';
import { to } from './router.svelte';
import { SITE } from './site';

interface Edition {
  edition: string;
  rules: Record<string, number>;
}

/** The address of a route in the version that knows these rules; null where there is none, or it is this one. */
export async function routeWithRules(route: string, game: string, rules: number): Promise<string | null> {
  try {
    const cache = await caches.open(`lodge-files ${ROOT}`);
    const listed = (await (await cache.match(`${ROOT}editions`))?.json()) as Edition[] | undefined;
    const found = listed?.find((one) => one.rules[game] === rules);
    const asked = `?edition=${found?.edition}`;
    if (!found || location.search === asked) return null;
    const [path = '', ...parts] = route.split('#');
    return SITE ? `${ROOT}${asked}${to(route)}` : `${path}${asked}${parts.map((one) => `#${one}`).join('')}`;
  } catch {
    return null;
  }
}
