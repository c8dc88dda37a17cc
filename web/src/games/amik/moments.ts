/** What is heard and seen of a landscape for a moment: a lodge is built, points are counted where they lie. */
import { float, splash } from '../../lib/motion';
import { play, type Sound } from '../../lib/sound';
import { LINES, type Event, type Player, type View } from './model';

export const SOUNDS: Partial<Record<Event['event'], Sound>> = {
  cut: 'pencil',
  lay: 'pencil',
  upgrade: 'water',
};

const hexAt = (name: string | undefined) => document.querySelector(`.my-land [data-hex="${name}"]`);
const sheetOf = (seat: number) => document.querySelector(`[data-testid="theirs-${seat}"]`);

/** How many lodges there were. */
export const lodgesOf = (view: View) => view.players.map(({ lodges }) => lodges.length);

/** A lodge that was not there before: water splashes, and its points rise. */
export function newLodge(before: readonly number[], view: View, me: number): void {
  const fresh = lodgesOf(view).flatMap((count, seat) =>
    count - (before[seat] ?? count) === 1 ? [seat] : [],
  );
  const [seat] = fresh;
  const player = view.players[seat ?? -1];
  if (seat === undefined || !player || fresh.length > 1) return;
  const place = seat === me ? hexAt(player.lodge_hexes.at(-1)) : sheetOf(seat);
  if (seat === me) void play('complete');
  splash(place);
  float(place, player.lodges.at(-1)?.points ?? 0);
}

/** At the end: the points of a line rise where they lie. */
export function countLine({ lodges, lodge_hexes, river, score }: Player, line: number): void {
  if (line === LINES.lodges) lodges.forEach(({ points }, i) => float(hexAt(lodge_hexes[i]), points));
  if (line === LINES.river) float(hexAt(river[river.length >> 1]?.[0]), score.river);
}
