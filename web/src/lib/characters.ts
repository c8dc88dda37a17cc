/** The animals that seats are shown by: drawn in src/lodge/characters.py, named in the messages. */
import drawn from './characters.json';
import type { Spot } from './faces';

interface Outline {
  tone: 'fur' | 'pale' | 'ink';
  path: string;
}

export interface Drawing {
  /** What a bot is called that plays this animal, in all languages. */
  regular: string;
  outlines: Outline[];
  eyes: Spot[];
  mouth: Spot | null;
}

export const CHARACTERS = drawn as unknown as Record<string, Drawing>;
export type Character = keyof typeof drawn;
export const NAMES = Object.keys(drawn) as Character[];

export const isCharacter = (name: string): name is Character => name in drawn;

/** The character that is wished for, or the first that nobody has. */
export function freeCharacter(taken: readonly string[], wish = ''): string {
  const left = NAMES.filter((name) => !taken.includes(name));
  return left.find((name) => name === wish) ?? left[0] ?? '';
}

/** The colours that seats are shown in, in src/lodge/characters.py too: a seat has that of its number unless another is chosen. */
export const COLOURS = ['orange', 'teal', 'green', 'brown', 'purple', 'grey', 'red', 'ink'] as const;
export type Colour = (typeof COLOURS)[number];

/** The colour that is wished for, else the seat's own, or the first that nobody has. */
export function freeColour(taken: readonly string[], seat: number, wish = ''): string {
  const left = COLOURS.filter((name) => !taken.includes(name));
  const own = COLOURS[seat % COLOURS.length];
  return left.find((name) => name === wish) ?? left.find((name) => name === own) ?? left[0] ?? '';
}

/** Everybody with a character and a colour: where none is kept, the first free one. */
export function withCharacters<Seat extends { character?: string; colour?: string }>(
  seats: readonly Seat[],
): (Seat & { character: string; colour: string })[] {
  const found = seats.map(({ character }) => character ?? '');
  const colours = seats.map(({ colour }) => colour ?? '');
  return seats.map((seat, number) => {
    const character = found[number] || freeCharacter(found);
    const colour = colours[number] || freeColour(colours, number);
    [found[number], colours[number]] = [character, colour];
    return { ...seat, character, colour };
  });
}

/** What a bot is called in a record, which tells its level nowhere else; and such a name understood. */
export const recordName = (character: string, level: string) =>
  `${CHARACTERS[character]?.regular ?? character} (${level})`;
const RECORDED = /^(\p{L}+) \((gentle|steady|sharp|master)\)( \d+)?$/u;
/** Before regulars had names, and in the terminal. */
const NAMELESS = /^(gentle|steady|sharp|master)(:\S*)?( \d+)?$/i;
/** What else may sit at a table in the terminal. */
const OTHERS = /^(random|greedy|search)(:\S*)?( \d+)?$/;

export function botNamed(name: string): { level: string; character?: string } | null {
  const [, regular, level] = RECORDED.exec(name) ?? [];
  const character = NAMES.find((one) => CHARACTERS[one]?.regular === regular);
  if (level && character) return { level, character };
  const old = NAMELESS.exec(name)?.[1]?.toLowerCase() ?? (OTHERS.test(name) ? 'steady' : null);
  return old ? { level: old } : null;
}

/** The colours of the seats, one each, are tokens. */
export const seatColour = (seat: number) => `var(--seat-${seat % 8})`;

/** Within an element the seats have these colours; what puts it back. */
export function inColours(seats: readonly { colour?: string }[], { style } = document.documentElement) {
  seats.forEach(({ colour }, seat) => {
    if (colour) style.setProperty(`--seat-${String(seat)}`, `var(--colour-${colour})`);
  });
  return () => seats.forEach((_, seat) => style.removeProperty(`--seat-${String(seat)}`));
}

const [MIDDLE, RADIUS] = [12, 16];
const turn = (parts: number, number: number) => (2 * Math.PI * number) / parts;
const point = (angle: number, r: number) =>
  `${(MIDDLE + r * Math.sin(angle)).toFixed(1)} ${(MIDDLE - r * Math.cos(angle)).toFixed(1)}`;
const around = (parts: number, draw: (angle: number, number: number) => string) =>
  Array.from({ length: parts }, (_, number) => draw(turn(parts, number), number)).join('');
/** Lines across the disc, turned by an angle. */
const stripes = (angle: number) =>
  [-14, -8.4, -2.8, 2.8, 8.4, 14]
    .map((away) => {
      const half = Math.acos(away / RADIUS);
      return `M${point(angle - half, RADIUS)}L${point(angle + half, RADIUS)}`;
    })
    .join('');
const star = (outer: number, inner: number) =>
  `M${around(24, (angle, number) => `${number ? 'L' : ''}${point(angle, number % 2 ? inner : outer)}`)}Z`;
const ring = (r: number) => `M${point(0, r)}A${String(r)} ${String(r)} 0 1 1 ${point(-0.001, r)}Z`;
const dots = [13.6, 8, 2.6].map((r) => around(Math.round(r), (angle) => `M${point(angle, r)}h0.01`)).join('');

/** The patterns of the seats, behind their animals and on their clothes: as good as the colours for telling them apart. */
const PATTERNS = [
  ring(13) + ring(8.5) + ring(4),
  stripes(0),
  dots,
  stripes(Math.PI / 2),
  around(20, (angle) => `M${point(angle, 5)}L${point(angle, RADIUS)}`),
  stripes(Math.PI / 4),
  stripes(0) + stripes(Math.PI / 2),
  star(RADIUS, 12.4) + star(9, 6),
];
export const seatPattern = (seat: number) => PATTERNS[seat % 8] ?? '';
