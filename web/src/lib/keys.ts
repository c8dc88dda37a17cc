/** Whether somebody uses the keyboard, where its focus goes, and what it does everywhere. */
import { newScreen } from './clicks';

/** Whether the last thing done was done by a key. */
let keyed = false;

/** Escape leaves a field. In a dialog it closes that. */
function leave(event: KeyboardEvent): void {
  const field = event.target instanceof HTMLElement && event.target.closest<HTMLElement>('input, textarea');
  if (event.key === 'Escape' && field && !field.closest('dialog')) field.blur();
}

/** Whether a key is for the board: nobody writes, and no dialog is open. */
export function isForBoard(event: KeyboardEvent): boolean {
  const writes = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
  return !writes && !event.ctrlKey && !event.metaKey && !event.altKey;
}

export function watchKeys(): void {
  addEventListener('pointerdown', () => (keyed = false), { capture: true });
  addEventListener('keydown', () => (keyed = true), { capture: true });
  addEventListener('keydown', leave);
}

/** What can be done first at a table: on the board, else in the bar, else with the cards in hand. */
const FIRST = [
  '[data-rove].can',
  '[data-hex].can',
  '.bar .buttons button:enabled',
  '[data-group=hand] button:enabled',
  '[data-rove]:enabled',
];

const SENTENCE = '[data-testid=sentence]';
const focus = (selector: string) => {
  const found = document.querySelector<HTMLElement>(`main ${selector}`);
  found?.focus({ preventScroll: true });
  return found;
};
const nowhere = () => document.activeElement === document.body;

/** Somebody comes to a table. Who came by a button that is gone now would have to look for it. */
export function arrive(): void {
  newScreen();
  if (nowhere()) focus(SENTENCE);
}

/** It is somebody's first turn. */
export function begin(): true {
  if (keyed && (nowhere() || document.activeElement?.matches(SENTENCE))) FIRST.some(focus);
  return true;
}
