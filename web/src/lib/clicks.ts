/**
 * A second click at the place of the first, when something else has come there meanwhile, was not meant for it: the tail of a double
 * click, or of impatience. It does nothing.
 */
const [NEAR, SOON] = [24, 600];
let last: { x: number; y: number; at: number; on: EventTarget | null } | null = null;
let appeared = 0;

/** A new screen stands where another one was. */
export function newScreen(): void {
  appeared = performance.now();
}

/** Whether a click was not meant for what is under it now. */
export function astray(event: MouseEvent, now = performance.now()): boolean {
  if (!event.detail) return false; // made by a key
  const before = last;
  const near =
    before !== null &&
    Math.abs(event.clientX - before.x) < NEAR &&
    Math.abs(event.clientY - before.y) < NEAR &&
    before.on !== event.target;
  const tail = event.detail > 1 || (before !== null && appeared >= before.at && now - appeared < SOON);
  if (near && tail) return true;
  last = { x: event.clientX, y: event.clientY, at: now, on: event.target };
  return false;
}

export function watchClicks(): void {
  window.addEventListener(
    'click',
    (event) => {
      if (!astray(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
