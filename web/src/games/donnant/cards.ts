/** The cards of Donnant Donnant: what is printed on them, and how it is drawn. */
import deck from './deck.json';
import { CIRCLED, type Bonus, type Circled, type Colour, type Evaluation, type Row } from './generated';

export { CIRCLED, COLOURS, EVALUATIONS, ROWS } from './generated';
export type { Circled, Colour, Row } from './generated';
export type Kind = Evaluation | Bonus;

export interface Cell {
  colour: Colour | null;
  /** What an exact cell wants; else 0. */
  number: number;
  /** Whether a sign joins it to the cell before. */
  joined: boolean;
}

/** What is printed on a card. */
export interface Face {
  colour: Colour | null;
  family: 'exact' | 'rising' | 'equal' | 'sum';
  need: number;
  cells: Cell[];
  kind: Kind;
  aim: Colour | null;
  points: number;
}

const FACES = deck as Record<string, Face>;

export function faceOf(name: string): Face {
  const face = FACES[name];
  if (!face) throw new Error(`There is no card ${name}`);
  return face;
}

export const rowOf = (name: string): Row => (name.startsWith('b') ? 'bonus' : 'evaluation');
export const isCircled = (kind: Kind): kind is Circled => CIRCLED.some((one) => one === kind);

// --- how a card is drawn ---------------------------------------------------------------------------------------------

const MOST_IN_A_LINE = 4;

/** The numbers of a card's cells, line by line: short ones in one line, equal cells by their groups. */
export function linesOf(face: Face): number[][] {
  const all = face.cells.map((_, i) => i);
  if (all.length <= MOST_IN_A_LINE) return [all];
  const groups: number[][] = [];
  for (const i of all) {
    if (face.family === 'equal' && face.cells[i]?.joined) groups.at(-1)?.push(i);
    else groups.push([i]);
  }
  if (face.family !== 'equal' || groups.some((group) => group.length > MOST_IN_A_LINE)) {
    const half = Math.ceil(all.length / 2);
    return [all.slice(0, half), all.slice(half)];
  }
  return groups.reduce<number[][]>((lines, group) => {
    const last = lines.at(-1);
    if (last && last.length + group.length <= MOST_IN_A_LINE) last.push(...group);
    else lines.push([...group]);
    return lines;
  }, []);
}

/** The sign before a cell. */
export function signOf(face: Face, cell: number): '' | '<' | '=' | '+' {
  if (face.family === 'sum') return cell ? '+' : '';
  if (!face.cells[cell]?.joined) return '';
  return face.family === 'rising' ? '<' : '=';
}

/** How many cells of the groups of an equal card belong together. */
export function groupsOf(face: Face): number[] {
  const sizes: number[] = [];
  for (const cell of face.cells) {
    if (cell.joined) sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + 1;
    else sizes.push(1);
  }
  return sizes;
}
