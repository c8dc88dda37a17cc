/** Things travel from where they were to where they are: copies that fly over the page. Touching skips. */
import { calm, settings, type Pace } from './settings.svelte';

const STEP = 230;
/** So long points stand there that do not rise, in milliseconds. */
const STANDING = 1200;
const LONGER: Record<Pace, number> = { slow: 1.8, normal: 1, fast: 0.5, off: 0 };
const flights = new Set<Animation>();
const pauses = new Set<() => void>();
let skipping = false;

/** How long something takes that takes so many milliseconds at the usual pace. */
export const lasting = (milliseconds = STEP) => (calm() ? 0 : milliseconds * LONGER[settings.pace]);

/** A moment in which something can be seen; none where nothing is shown. */
export async function pause(milliseconds = STEP): Promise<void> {
  if (still()) return;
  await new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer);
      pauses.delete(end);
      done();
    };
    const timer = setTimeout(end, lasting(milliseconds));
    pauses.add(end);
  });
}

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
  if (!flights.size && !pauses.size) return;
  skipping = true;
  for (const flight of flights) flight.finish();
  for (const end of pauses) end();
}

/** A move is going to be shown; `behind`: quickly, others wait. */
export function begin(behind = false): void {
  skipping = behind;
}

export function still(): boolean {
  return skipping || calm() || document.hidden;
}

/**
 * Where motion is not wanted, the place where something happened is marked for a moment instead. It fades in steps: nobody
 * sees them, and a board that is drawn anew in each of 54 frames keeps a phone busy.
 */
function highlight(place: Element | null | undefined): void {
  const frames = [{ outline: '3px solid #d2691e' }, { outline: '3px solid transparent' }];
  place?.animate(frames, { duration: 900, easing: 'steps(6)' });
}

interface Manner {
  delay?: number;
  easing?: string;
  fill?: FillMode;
}

/** Something moves where it is, unless nothing is to: then it is marked for a moment. */
export async function move(
  thing: Element | null | undefined,
  frames: Keyframe[],
  milliseconds = STEP,
  { delay = 0, easing = 'ease-out', fill = 'none' }: Manner = {},
): Promise<void> {
  if (calm() && !skipping) highlight(thing);
  if (!thing || still()) return;
  const timing = { duration: lasting(milliseconds), delay: lasting(delay), easing, fill };
  const motion = thing.animate(frames, timing);
  flights.add(motion);
  await motion.finished.catch(() => undefined);
  flights.delete(motion);
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
  /** It is lifted where it lies before it goes. */
  lift?: boolean;
}

/** The way of a flight: straight, or along a bow; first upwards, if it is lifted. */
function path(x: number, y: number, scale: number, { fade, bow = 0, lift }: Flight): Keyframe[] {
  const parts = bow ? [0, 0.2, 0.4, 0.6, 0.8, 1] : [0, 1];
  const way = parts.map((part) => {
    const aside = bow * 4 * part * (1 - part);
    const [left, top] = [x * part - y * aside, y * part + x * aside];
    return {
      transform: `translate(${left}px, ${top}px) scale(${1 + (scale - 1) * part})`,
      opacity: fade ? 1 - 0.8 * part : 1,
    };
  });
  if (!lift) return way;
  const lifted = 'translate(0, -22px) scale(1.08)';
  return [
    { ...way[0] },
    { transform: lifted, offset: 0.35 },
    { transform: lifted, offset: 0.45 },
    ...way.slice(1),
  ];
}

/** One flight; at once when there is nothing to see. */
export async function fly(flight: Flight): Promise<void> {
  const { from, to, what, delay = 0 } = flight;
  if (calm() && !skipping) highlight(to);
  if (!from || !to || still()) return;
  const a = from.getBoundingClientRect();
  const b = to.getBoundingClientRect();
  const shape = (what ?? from).getBoundingClientRect();
  if (!a.width || !b.width || !shape.width) return;
  const copy = (what ?? from).cloneNode(true) as HTMLElement;
  for (const mark of copy.querySelectorAll('.last-mark')) mark.remove();
  for (const marked of [copy, ...copy.querySelectorAll('[data-spot]')]) marked.removeAttribute('data-spot');
  const left = a.left + (a.width - shape.width) / 2;
  const top = a.top + (a.height - shape.height) / 2;
  copy.style.cssText = `position:absolute;margin:0;left:${left}px;top:${top}px;width:${shape.width}px;height:${shape.height}px`;
  overlay().append(copy);
  const scale = Math.min(1.2, Math.max(0.3, Math.min(b.width / shape.width, b.height / shape.height)));
  const x = b.left + b.width / 2 - (left + shape.width / 2);
  const y = b.top + b.height / 2 - (top + shape.height / 2);
  const long = flight.bow || flight.lift ? 2 * STEP : STEP;
  const easing = 'cubic-bezier(.45,.05,.3,1)';
  await move(copy, path(x, y, scale, flight), long, { delay, easing, fill: 'both' });
  copy.remove();
}

/** Several flights, one shortly after another. */
export async function flyAll(all: Flight[], apart = 70): Promise<void> {
  await Promise.all(all.map((flight, i) => fly({ ...flight, delay: i * apart })));
}

/** Things that lie there now are seen to come from elsewhere, one shortly after another: cards are dealt. */
export async function deal(things: Iterable<Element>, from: Element | null, apart = 90): Promise<void> {
  skipping = false;
  const start = from?.getBoundingClientRect();
  if (!start?.width || still()) return;
  await Promise.all(
    [...things].map((thing, i) => {
      const end = thing.getBoundingClientRect();
      const x = start.left + start.width / 2 - (end.left + end.width / 2);
      const y = start.top + start.height / 2 - (end.top + end.height / 2);
      const away = { transform: `translate(${x}px, ${y}px) scale(0.8) rotate(-9deg)`, opacity: 0 };
      return move(thing, [away, { opacity: 1, offset: 0.3 }, {}], 1.5 * STEP, {
        delay: i * apart,
        easing: 'cubic-bezier(.3,.7,.3,1)',
        fill: 'backwards',
      });
    }),
  );
}

/** Something that is only there while it moves, over the page. */
async function passing(
  made: HTMLElement,
  frames: Keyframe[],
  milliseconds: number,
  easing: string,
): Promise<void> {
  overlay().append(made);
  await move(made, frames, milliseconds, { easing });
  made.remove();
}

/** Points rise from where they were made; where motion is not wanted, they stand there for a moment. */
export function float(from: Element | null | undefined, points: number): void {
  if (!from || !points || skipping || document.hidden) return;
  const { left, top, width, height } = from.getBoundingClientRect();
  const number = document.createElement('b');
  number.className = points < 0 ? 'floating loss' : 'floating';
  number.textContent = points < 0 ? `−${-points}` : `+${points}`;
  number.style.left = `${left + width / 2}px`;
  number.style.top = `${Math.max(40, top + height / 3)}px`;
  if (calm()) {
    overlay().append(number);
    setTimeout(() => number.remove(), STANDING);
    return;
  }
  const rise = [
    { transform: 'translate(-50%, 0) scale(0.6)', opacity: 0 },
    { transform: 'translate(-50%, -14px) scale(1.15)', opacity: 1, offset: 0.25 },
    { transform: 'translate(-50%, -54px) scale(1)', opacity: 1, offset: 0.75 },
    { transform: 'translate(-50%, -70px) scale(1)', opacity: 0 },
  ];
  void passing(number, rise, 1300, 'ease-out');
}

const DROPS = 11;

/** Water splashes up from the foot of something. */
export function splash(from: Element | null | undefined): void {
  if (!from || still()) return;
  const { left, bottom, width } = from.getBoundingClientRect();
  for (let i = 0; i < DROPS; i++) {
    const side = (i / (DROPS - 1)) * 2 - 1;
    const drop = document.createElement('i');
    drop.className = 'drop';
    drop.style.left = `${left + width * (0.5 + side * 0.42)}px`;
    drop.style.top = `${bottom - 6}px`;
    const high = (1.2 - side * side) * (34 + ((i * 37) % 23));
    const at = (x: number, y: number, scale: number) => `translate(${x}px, ${y}px) scale(${scale})`;
    const bow = [
      { transform: at(0, 0, 0.4), opacity: 1 },
      { transform: at(side * 16, -high, 1), opacity: 1, offset: 0.45, easing: 'ease-in' },
      { transform: at(side * 32, 12, 0.7), opacity: 0 },
    ];
    void passing(drop, bow, 620 + ((i * 53) % 160), 'ease-out');
  }
}
