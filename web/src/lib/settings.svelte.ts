/** What a person chose for this browser: sound, light or dark, name. */
import { keep } from './keep';

export type Theme = 'system' | 'light' | 'dark';

const night = matchMedia('(prefers-color-scheme: dark)');
const chosen = $state({
  sound: keep.get('sound') === 'on',
  theme: (keep.get('theme') as Theme | null) ?? 'system',
  name: keep.get('name') ?? '',
  side: keep.get('side') !== 'folded',
});

function show(): void {
  const dark = chosen.theme === 'dark' || (chosen.theme === 'system' && night.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

export const settings = {
  get sound() {
    return chosen.sound;
  },
  set sound(on: boolean) {
    chosen.sound = on;
    keep.set('sound', on ? 'on' : 'off');
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
  get side() {
    return chosen.side;
  },
  set side(open: boolean) {
    chosen.side = open;
    keep.set('side', open ? 'open' : 'folded');
  },
};

export function startSettings(): void {
  show();
  night.addEventListener('change', show);
}

export function calm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
