/**
 * Arrow keys move through the things of a board that can be touched: left and right inside a group
 * (`data-group`), up and down from group to group. The Tab key meets each group once.
 */
export function rove(board: HTMLElement): () => void {
  const groups = () =>
    [...board.querySelectorAll<HTMLElement>('[data-group]')].filter((group) => stops(group).length);
  const stops = (group: HTMLElement) => [...group.querySelectorAll<HTMLElement>('[data-rove]')];
  let current: HTMLElement | null = null;
  let where = { group: '', index: 0 };

  function tidy(): void {
    for (const group of groups()) {
      const all = stops(group);
      const here = all.find((stop) => stop === current) ?? all.find((stop) => stop.tabIndex === 0) ?? all[0];
      for (const stop of all) stop.tabIndex = stop === here ? 0 : -1;
    }
  }

  /** When the card in focus is gone, the focus goes to what lies at its place now. */
  function follow(): void {
    tidy();
    if (!current || current.isConnected || document.activeElement !== document.body) return;
    const group = groups().find((one) => one.dataset.group === where.group);
    const all = group ? stops(group) : [];
    (all[Math.min(where.index, all.length - 1)] ?? board.querySelector<HTMLElement>('[data-rove]'))?.focus();
  }

  function focusin(event: FocusEvent): void {
    current = (event.target as Element).closest<HTMLElement>('[data-rove]');
    const group = current?.closest<HTMLElement>('[data-group]');
    if (current && group) where = { group: group.dataset.group ?? '', index: stops(group).indexOf(current) };
    tidy();
  }

  function keydown(event: KeyboardEvent): void {
    const stop = (event.target as Element).closest<HTMLElement>('[data-rove]');
    const group = stop?.closest<HTMLElement>('[data-group]');
    if (!stop || !group || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = neighbour(event.key, stop, group);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  function neighbour(key: string, stop: HTMLElement, group: HTMLElement): HTMLElement | undefined {
    const all = stops(group);
    const i = all.indexOf(stop);
    if (key === 'ArrowLeft') return all[i - 1];
    if (key === 'ArrowRight') return all[i + 1];
    if (key === 'Home') return all[0];
    if (key === 'End') return all.at(-1);
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
    const rows = groups();
    const row = rows[rows.indexOf(group) + (key === 'ArrowUp' ? -1 : 1)];
    if (!row) return undefined;
    const others = stops(row);
    return others.find((other) => other.tabIndex === 0) ?? others[0];
  }

  board.addEventListener('focusin', focusin);
  board.addEventListener('keydown', keydown);
  const watcher = new MutationObserver(follow);
  watcher.observe(board, { childList: true, subtree: true });
  tidy();
  return () => watcher.disconnect();
}
