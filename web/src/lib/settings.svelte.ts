/** What a person chose for this browser: sound, motion, light or dark, name. */
import { keep } from './storage';

export type Theme = 'system' | 'light' | 'dark';
export const PACES = ['slow', 'normal', 'fast', 'off'] as const;
/** How quickly things move over the table. */
export type Pace = (typeof PACES)[number];

const night = matchMedia('(prefers-color-scheme: dark)');
/** A switch as it is kept; null: nobody has touched it. */
const isOn = (name: string, on: string) => (keep.get(name) === null ? null : keep.get(name) === on);

const chosen = $state({
  /** Null: it was never switched on or off here; until then it is off, and offered once. */
  sound: isOn('sound', 'on'),
  /** From 0 to 1. */
  volume: Number(keep.get('volume') ?? 0.7),
  pace: (keep.get('pace') as Pace | null) ?? 'normal',
  /** Whether a move is asked for once more before it is played. */
  confirm: isOn('confirm', 'on') ?? false,
  theme: (keep.get('theme') as Theme | null) ?? 'system',
  name: keep.get('name') ?? '',
  /** The animal and the colour that I like to be shown by; empty: any. */
  character: keep.get('character') ?? '',
  colour: keep.get('colour') ?? '',
  /** Whether log and chat stand beside the board; null: nobody has decided. */
  side: isOn('side', 'open'),
});

function show(): void {
  const dark = chosen.theme === 'dark' || (chosen.theme === 'system' && night.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

/** How a switch is kept. */
const word = (name: string, on: boolean) => (name === 'side' ? (on ? 'open' : 'folded') : on ? 'on' : 'off');

/** Whatever is set is kept. */
export const settings = new Proxy(chosen, {
  set(target, name, value: string | number | boolean) {
    Reflect.set(target, name, value);
    keep.set(String(name), typeof value === 'boolean' ? word(String(name), value) : String(value));
    if (name === 'theme') show();
    return true;
  },
});

export function startSettings(): void {
  show();
  night.addEventListener('change', show);
}

/** Whether nothing is to move: by the choice made here, or by that of the whole device. */
export function calm(): boolean {
  return chosen.pace === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
