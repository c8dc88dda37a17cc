/** What an animal's face shows: how its player feels, and for a bot, what kind of player it is. */

export const EXPRESSIONS = ['calm', 'thinking', 'glad', 'proud', 'cross', 'asleep'] as const;
export type Expression = (typeof EXPRESSIONS)[number];

/** The levels of bots, each with a temper in its face; people have none. */
export const TEMPERS = ['gentle', 'steady', 'sharp', 'master'] as const;
export type Temper = (typeof TEMPERS)[number];
export const temperOf = (level: string | null): Temper | null =>
  TEMPERS.find((temper) => temper === level) ?? null;

/** Middle and size; of a mouth, half its width. */
export type Spot = readonly [x: number, y: number, size: number];

export interface Stroke {
  /** `line`: drawn dark on a light rim, to be seen on any fur; `brow`: the other way round. */
  kind: 'eye' | 'pupil' | 'line' | 'brow' | 'blush' | 'glass' | 'mark';
  path: string;
}

const n = (value: number) => String(Math.round(value * 100) / 100);
const at = (x: number, y: number) => `${n(x)} ${n(y)}`;

function disc(x: number, y: number, r: number): string {
  const half = `a${n(r)} ${n(r)} 0 1 0`;
  return `M${at(x - r, y)}${half} ${n(2 * r)} 0${half} ${n(-2 * r)} 0Z`;
}

/** A bow from side to side; it hangs where `deep` is above 0. */
const bow = (x: number, y: number, wide: number, deep: number) =>
  `M${at(x - wide, y - deep / 2)}Q${at(x, y + 1.5 * deep)} ${at(x + wide, y - deep / 2)}`;

function eye([x, y, size]: Spot, expression: Expression): Stroke[] {
  const r = size * 1.6;
  const white: Stroke = { kind: 'eye', path: disc(x, y, r) };
  switch (expression) {
    case 'asleep':
      return [white, { kind: 'line', path: bow(x, y, r * 0.8, r * 0.5) }];
    case 'glad':
      return [white, { kind: 'line', path: bow(x, y, r * 0.8, -r * 0.7) }];
    case 'proud': // looking down a little, under half a lid
      return [
        white,
        { kind: 'pupil', path: disc(x, y + r * 0.3, size * 0.85) },
        { kind: 'line', path: `M${at(x - r, y - r * 0.2)}L${at(x + r, y - r * 0.2)}` },
      ];
    case 'thinking':
      return [white, { kind: 'pupil', path: disc(x + r * 0.3, y - r * 0.4, size * 0.85) }];
    default:
      return [white, { kind: 'pupil', path: disc(x, y, size) }];
  }
}

function mouth([x, y, wide]: Spot, expression: Expression): Stroke {
  const path = {
    calm: () => bow(x, y, wide * 0.8, wide * 0.25),
    thinking: () => `M${at(x - wide * 0.2, y + 0.3)}L${at(x + wide * 0.8, y - 0.3)}`,
    glad: () => `${bow(x, y - 0.4, wide, wide * 0.8)}Z`,
    proud: () =>
      `M${at(x - wide, y)}Q${at(x, y + wide * 0.7)} ${at(x + wide, y - wide * 0.3)}l${at(0.3, -0.6)}`,
    cross: () => bow(x, y + 0.5, wide * 0.9, -wide * 0.5),
    asleep: () => disc(x, y, Math.min(0.9, wide * 0.35)),
  }[expression]();
  return { kind: 'line', path };
}

/** A brow over an eye: how far its inner end hangs below the outer one, and how high it is. */
function brow([x, y, size]: Spot, inner: number, hang: number, high = 2.3): Stroke {
  const [wide, top] = [size * 1.6, y - size * high];
  return {
    kind: 'brow',
    path: `M${at(x - inner * wide, top - hang / 2)}L${at(x + inner * wide, top + hang / 2)}`,
  };
}

/** Which way the middle of the face lies from an eye. */
const inwards = (eyes: readonly Spot[], [x]: Spot) =>
  eyes.length === 1 || x > Math.min(...eyes.map(([one]) => one)) ? -1 : 1;

function brows(eyes: readonly Spot[], expression: Expression, temper: Temper | null): Stroke[] {
  const each = (hang: number, high?: number) => eyes.map((one) => brow(one, inwards(eyes, one), hang, high));
  if (expression === 'cross') return each(1.5);
  if (expression === 'thinking') return each(-0.3, 2.5).map((one, side) => (side ? one : each(-0.8, 3)[0]!));
  if (expression === 'asleep') return [];
  if (temper === 'steady') return each(0);
  if (temper === 'sharp') return each(0.9);
  return [];
}

function temperOnly(eyes: readonly Spot[], temper: Temper | null): Stroke[] {
  if (temper === 'gentle')
    return eyes.map(([x, y, size]) => ({
      kind: 'blush',
      path: disc(x - inwards(eyes, [x, y, size]) * size, y + size * 2.7, size * 1.1),
    }));
  if (temper !== 'master') return [];
  const rims: Stroke[] = eyes.map(([x, y, size]) => ({ kind: 'glass', path: disc(x, y, size * 2.1) }));
  const [first, second] = eyes;
  if (first && second) {
    const [from, to] = [first[0] + first[2] * 2.1, second[0] - second[2] * 2.1];
    rims.push({
      kind: 'glass',
      path: `M${at(from, first[1])}Q${at((from + to) / 2, first[1] - 0.8)} ${at(to, first[1])}`,
    });
  } else if (first) {
    rims.push({ kind: 'glass', path: `M${at(first[0] + first[2] * 2.1, first[1])}l3 -0.6` });
  }
  return rims;
}

/** What hangs in the air beside the head. */
const MARKS: Partial<Record<Expression, string>> = {
  asleep: 'M19.4 -0.6h3.2l-3.2 3.4h3.2M24.4 -3.8h2.4l-2.4 2.6h2.4',
  proud: 'M23.4 -3.4l0.9 2.5 2.5 0.9 -2.5 0.9 -0.9 2.5 -0.9 -2.5 -2.5 -0.9 2.5 -0.9Z',
  thinking: `${disc(21.2, 1.2, 0.5)}${disc(23, -0.8, 0.8)}${disc(25.4, -3, 1.2)}`,
};

export function face(
  { eyes, mouth: lips }: { eyes: readonly Spot[]; mouth: Spot | null },
  expression: Expression,
  temper: Temper | null,
): Stroke[] {
  const mark = MARKS[expression];
  return [
    ...eyes.flatMap((one) => eye(one, expression)),
    ...temperOnly(eyes, temper),
    ...brows(eyes, expression, temper),
    ...(lips ? [mouth(lips, expression)] : []),
    ...(mark ? [{ kind: 'mark' as const, path: mark }] : []),
  ];
}
