/** Where we are: a path, kept in step with the browser's history. */
const here = $state({ path: location.pathname, hash: location.hash });

function look(): void {
  here.path = location.pathname;
  here.hash = location.hash;
}

export function path(): string {
  return here.path;
}

export function hash(): string {
  return here.hash;
}

export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  look();
  window.scrollTo(0, 0);
}

/** Follow links inside the page without loading it again. */
export function startRouter(): void {
  addEventListener('popstate', look);
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.defaultPrevented) return;
    if (link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    go(link.pathname + link.hash);
  });
}
