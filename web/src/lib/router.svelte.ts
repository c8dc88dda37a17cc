/**
 * Where we are: a route such as /t/abc, and what stands behind its # (a part of the page, or a secret that no server is to
 * see). A server knows the routes as paths. A static site knows only its one file, wherever that lies: there the route
 * itself stands behind the #.
 */
import { newScreen } from './clicks';
import { SITE } from './site';

interface Place {
  path: string;
  hash: string;
}

/** A route, taken apart: "/t/abc#replay". */
function place(route: string): Place {
  const at = route.indexOf('#');
  return at < 0 ? { path: route, hash: '' } : { path: route.slice(0, at), hash: route.slice(at) };
}

/** The route in an address. */
const routeIn = ({ pathname, hash }: { pathname: string; hash: string }) =>
  SITE ? (hash.startsWith('#/') ? hash.slice(1) : '/') : pathname + hash;

const here = $state(place(routeIn(location)));

function look(): void {
  const before = here.path;
  Object.assign(here, place(routeIn(location)));
  if (here.path !== before) newScreen();
}

export function path(): string {
  return here.path;
}

export function hash(): string {
  return here.hash;
}

/** Behind the name of a table that a friend is to join now: its links are shown at once. */
export const INVITED = '#invite';

/** What a link to a route says. */
export const to = (route: string) => (SITE ? `#${route}` : route);

/** Where a route is in the page of today. */
const pageAt = (route: string) => (SITE ? location.pathname + to(route) : route);

/** The whole address of a route, to be given to others; `origin`: where they reach us. */
export const address = (route: string, origin = location.origin) =>
  SITE ? location.href.replace(/[?#].*/s, '') + to(route) : origin + route;

/** Whether this is an older version of the page, for one match of older rules (lib/editions.ts). */
const older = new URLSearchParams(location.search).has('edition');

export function go(route: string, replace = false): void {
  if (older && place(route).path !== here.path) return location.assign(pageAt(route));
  if (replace) history.replaceState(null, '', to(route));
  else history.pushState(null, '', to(route));
  look();
  window.scrollTo(0, 0);
}

/** Take what nobody is to see out of the address; the page stays as it is. */
export function tidy(route: string): void {
  history.replaceState(null, '', to(route));
}

/** Follow links inside the page without loading it again. */
export function startRouter(): void {
  addEventListener('popstate', look);
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.(`a[href^="${to('/')}"]`);
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.defaultPrevented) return;
    if (link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    go(routeIn(link));
  });
}
