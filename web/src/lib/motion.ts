/** Things travel from where they were to where they are: copies that fly over the page. Touching skips. */
import { calm } from './settings.svelte';

export const STEP = 230;
const flights = new Set<Animation>();
let skipping = false;

/** The element that a game has marked with this `data-spot`. */
export function spot(name: string): HTMLElement | null {
  return document.querySelector(`[data-spot="${name}"]`);
}

function overlay(): HTMLElement {
  const found = document.getElementById('flights');
  if (found) return found;
  const made = document.createElement('div');
  made.id = 'flights';
  made.setAttribute('aria-hidden', 'true');
  made.style.cssText = 'position:fixed;inset:0;pointer-events:none;overflow:hidden;z-index:40';
  document.body.append(made);
  return made;
}

/** Finish all that is in the air; the rest of this move is not shown either. */
export function skip(): void {
  skipping = true;
  for (const flight of flights) flight.finish();
}

/** A move is going to be shown; `behind`: quickly, others wait. */
export function begin(behind = false): void {
  skipping = behind;
}

export function still(): boolean {
  return skipping || calm() || document.hidden;
}

/** Where motion is not wanted, the place where something arrived is marked for a moment instead. */
function highlight(place: Element | null): void {
  place?.animate([{ outline: '3px solid #d2691e' }, { outline: '3px solid transparent' }], { duration: 900 });
}

export interface Flight {
  from: Element | null;
  to: Element | null;
  /** What is seen flying; a copy of `from` without it. */
  what?: Element | null;
  delay?: number;
  /** Fade out on arrival. */
  fade?: boolean;
  /** Along a bow: how far beside the middle of the way it passes, as a part of the way. */
  bow?: number;
}

/** The way of a flight: straight, or along a bow. */
function path(x: number, y: number, scale: number, fade: boolean, bow: number): Keyframe[] {
  const parts = bow ? [0, 0.2, 0.4, 0.6, 0.8, 1] : [0, 1];
  return parts.map((part) => {
    const aside = bow * 4 * part * (1 - part);
    const [left, top] = [x * part - y * aside, y * part + x * aside];
    return {
      transform: `translate(${left}px, ${top}px) scale(${1 + (scale - 1) * part})`,
      opacity: fade ? 1 - 0.8 * part : 1,
    };
  });
}

/** One flight of 230 ms; at once when there is nothing to see. */
export async function fly({ from, to, what, delay = 0, fade = false, bow = 0 }: Flight): Promise<void> {
  if (calm() && !skipping) highlight(to);
  if (!from || !to || still()) return;
  const a = from.getBoundingClientRect();
  const b = to.getBoundingClientRect();
  const shape = (what ?? from).getBoundingClientRect();
  if (!a.width || !b.width || !shape.width) return;
  const copy = (what ?? from).cloneNode(true) as HTMLElement;
  for (const marked of [copy, ...copy.querySelectorAll('[data-spot]')]) marked.removeAttribute('data-spot');
  const left = a.left + (a.width - shape.width) / 2;
  const top = a.top + (a.height - shape.height) / 2;
  copy.style.cssText = `position:absolute;margin:0;left:${left}px;top:${top}px;width:${shape.width}px;height:${shape.height}px`;
  overlay().append(copy);
  const scale = Math.min(1.2, Math.max(0.3, Math.min(b.width / shape.width, b.height / shape.height)));
  const x = b.left + b.width / 2 - (left + shape.width / 2);
  const y = b.top + b.height / 2 - (top + shape.height / 2);
  const flight = copy.animate(path(x, y, scale, fade, bow), {
    duration: bow ? 2 * STEP : STEP,
    delay,
    easing: 'cubic-bezier(.45,.05,.3,1)',
    fill: 'both',
  });
  flights.add(flight);
  await flight.finished.catch(() => undefined);
  flights.delete(flight);
  copy.remove();
}

/** Several flights, one shortly after another. */
export async function flyAll(all: Flight[], apart = 70): Promise<void> {
  await Promise.all(all.map((flight, i) => fly({ ...flight, delay: i * apart })));
}
