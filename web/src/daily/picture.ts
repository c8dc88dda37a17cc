/** A picture of a result to share. It shows no card and no move: who has not played the deal yet can look at it. */
import type { State } from './deals';

export interface Picture {
  game: string;
  date: string;
  result: string;
  /** Beside `master`, and the streak: empty where there is nothing to say. */
  rival: string;
  streak: string;
  /** The last weeks, the oldest first; the last is the day itself. */
  days: State[];
}

const SIZE = 1080;
const [MARGIN, WIDE, HIGH, GAP, COLUMNS] = [90, 114, 56, 17, 7];
const [PAPER, INK, SOFT] = ['#f6f1e7', '#23302f', '#55605c'];
const [RIVER, MIST, EMBER] = ['#2f6f73', '#8fbfb8', '#a84b0c'];
const SERIF = "'Lodge Serif', Georgia, 'Times New Roman', serif";
const SANS = "'Lodge Sans', system-ui, sans-serif";

/** Draw it, as large as it is shared. */
export async function draw(canvas: HTMLCanvasElement, picture: Picture): Promise<void> {
  await Promise.all(
    ["600 80px 'Lodge Serif'", "400 40px 'Lodge Sans'"].map((font) => document.fonts.load(font)),
  );
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, SIZE, SIZE);
  river(pen);
  const write = (text: string, y: number, font: string, colour: string) => {
    pen.font = font;
    pen.fillStyle = colour;
    pen.fillText(text, MARGIN, y, SIZE - 2 * MARGIN);
  };
  write('Lodge', 120, `600 46px ${SERIF}`, RIVER);
  write(picture.game, 240, `600 92px ${SERIF}`, INK);
  write(picture.date, 305, `400 40px ${SANS}`, SOFT);
  write(picture.result, 430, `600 72px ${SERIF}`, EMBER);
  write(picture.rival, 495, `400 40px ${SANS}`, INK);
  write(picture.streak, 555, `400 40px ${SANS}`, INK);
  picture.days.forEach((state, i) => cell(pen, state, i, i === picture.days.length - 1));
}

/** A band of water along the bottom. */
function river(pen: CanvasRenderingContext2D): void {
  for (const [colour, top, high] of [
    [MIST, 905, 26],
    [RIVER, 960, 20],
  ] as const) {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(0, SIZE);
    for (let x = 0; x <= SIZE; x += 10) pen.lineTo(x, top + high * Math.sin((x / SIZE) * 3 * Math.PI + top));
    pen.lineTo(SIZE, SIZE);
    pen.fill();
  }
}

/** A day: won is full, played is half, the day itself has a ring. Told by shape, not by colour alone. */
function cell(pen: CanvasRenderingContext2D, state: State, number: number, own: boolean): void {
  const x = MARGIN + (number % COLUMNS) * (WIDE + GAP);
  const y = 625 + Math.floor(number / COLUMNS) * (HIGH + GAP);
  const box = (fill: string, part = 1) => {
    pen.fillStyle = fill;
    pen.beginPath();
    pen.roundRect(x, y + HIGH * (1 - part), WIDE, HIGH * part, 10);
    pen.fill();
  };
  box('#eae2d1');
  if (state === 'won' || state === 'done') box(EMBER);
  if (state === 'lost') box(MIST, 0.5);
  if (!own) return;
  pen.strokeStyle = INK;
  pen.lineWidth = 5;
  pen.beginPath();
  pen.roundRect(x - 5, y - 5, WIDE + 10, HIGH + 10, 14);
  pen.stroke();
}

/** The drawing as a file. */
export function fileOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(new File([blob], name, { type: 'image/png' })) : reject(new Error('canvas'))),
      'image/png',
    ),
  );
}
