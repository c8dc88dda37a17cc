/** What a person chose for this browser: sound, motion, light or dark, name. */
import { keep } from './storage';

export type Theme = 'system' | 'light' | 'dark';
export const PACES = ['slow', 'normal', 'fast', 'off'] as const;
/** How quickly things move over the table. */
export type Pace = (typeof PACES)[number];

const night = matchMedia('(prefers-color-scheme: dark)');
const chosen = $state({
  sound: keep.get('sound'),
  volume: Number(keep.get('volume') ?? 0.7),
  pace: (keep.get('pace') as Pace | null) ?? 'normal',
  confirm: keep.get('confirm') === 'on',
  theme: (keep.get('theme') as Theme | null) ?? 'system',
  name: keep.get('name') ?? '',
  character: keep.get('character') ?? '',
  colour: keep.get('colour') ?? '',
  side: keep.get('side'),
});

function show(): void {
  const dark = chosen.theme === 'dark' || (chosen.theme === 'system' && night.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

export const settings = {
  get sound() {
    return chosen.sound === 'on';
  },
  set sound(on: boolean) {
    chosen.sound = on ? 'on' : 'off';
    keep.set('sound', chosen.sound);
  },
  /** Whether sound was ever switched on or off here; until then it is off, and offered once. */
  get soundChosen() {
    return chosen.sound !== null;
  },
  /** From 0 to 1. */
  get volume() {
    return chosen.volume;
  },
  set volume(volume: number) {
    chosen.volume = volume;
    keep.set('volume', String(volume));
  },
  get pace() {
    return chosen.pace;
  },
  set pace(pace: Pace) {
    chosen.pace = pace;
    keep.set('pace', pace);
  },
  /** Whether a move is asked for once more before it is played. */
  get confirm() {
    return chosen.confirm;
  },
  set confirm(on: boolean) {
    chosen.confirm = on;
    keep.set('confirm', on ? 'on' : 'off');
  },
  get theme() {
    return chosen.theme;
  },
  set theme(theme: Theme) {
    chosen.theme = theme;
    keep.set('theme', theme);
    show();
  },
  get name() {
    return chosen.name;
  },
  set name(name: string) {
    chosen.name = name;
    keep.set('name', name);
  },
  /** The animal that I like to be shown by; empty: any. */
  get character() {
    return chosen.character;
  },
  set character(character: string) {
    chosen.character = character;
    keep.set('character', character);
  },
  /** The colour that I like to be shown in; empty: any. */
  get colour() {
    return chosen.colour;
  },
  set colour(colour: string) {
    chosen.colour = colour;
    keep.set('colour', colour);
  },
  /** Whether log and chat stand beside the board; null: nobody has decided. */
  get side(): boolean | null {
    return chosen.side === null ? null : chosen.side === 'open';
  },
  set side(open: boolean) {
    chosen.side = open ? 'open' : 'folded';
    keep.set('side', chosen.side);
  },
};

export function startSettings(): void {
  show();
  night.addEventListener('change', show);
}

/** Whether nothing is to move: by the choice made here, or by that of the whole device. */
export function calm(): boolean {
  return chosen.pace === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
