/** The log: what happened, move by move; in place of a move taken back it says so. */
import type { Game, Json } from '../games/game';
import { t } from './i18n.svelte';
import type { SeatInfo, Step } from './protocol';
import type { Scene } from './scene.svelte';

export interface LogLine {
  number: number;
  seat: number;
  events: Json[];
  /** A move was taken back here. */
  undo: boolean;
  /** The clock had run down, and a bot moved. */
  timeUp: boolean;
}

/** What a seat (null: a spectator) saw of a step. */
function eventsOf(step: Step, seat: number | null): Json[] {
  return (step.seen.find((seen) => seen.seat === seat) ?? step.seen[0])?.events ?? [];
}

export function linesOf(steps: Step[], seat: number | null): LogLine[] {
  return steps.map((step) => ({
    number: step.number,
    seat: step.seat,
    events: step.undo ? [] : eventsOf(step, seat),
    undo: step.undo,
    timeUp: step.time_up,
  }));
}

export function addLines(log: LogLine[], more: LogLine[]): LogLine[] {
  return more.reduce((lines, line) => {
    const kept = line.undo
      ? lines.slice(
          0,
          lines.findLastIndex((other) => !other.undo),
        )
      : lines;
    return [...kept, line];
  }, log);
}

/** Lines as they are kept when something new has happened. */
export function faded(log: LogLine[], fade: ((event: Json) => Json) | null): LogLine[] {
  return fade ? log.map((line) => ({ ...line, events: line.events.map(fade) })) : log;
}

/**
 * What happened in an absence: since the position that this browser showed last, what was done for me or by me elsewhere
 * among it; or (null) since the line was lost, what others did, and a bot for me. A single move after a lost line is
 * not among it: it is shown as it is made.
 */
export function missedOf(lines: LogLine[], seen: number | null, mine: number[]): LogLine[] {
  if (seen === null && lines.length < 2) return [];
  return lines.filter(
    (line) => line.number > (seen ?? 0) && (seen !== null || line.timeUp || !mine.includes(line.seat)),
  );
}

/** What happened, each in words, but for what there is nothing to say of. */
export const tellEach = (events: Json[], game: Game, names: string[]) =>
  events.map((event) => game.tell(event, names)).filter(Boolean);

/** A line in words. */
export function tellLine(line: LogLine, game: Game, names: string[]): string[] {
  const name = names[line.seat] ?? '?';
  if (line.undo) return [t('takes_back', { name })];
  const told = tellEach(line.events, game, names);
  return line.timeUp ? [t('time_up', { name }), ...told] : told;
}

/** Where hints are open: who had one, after which move. */
export function hintLines(seats: readonly SeatInfo[], names: string[]) {
  return seats.flatMap(({ seat, hints }) =>
    hints.map((number) => ({
      number: number + (seat + 1) / (seats.length + 1), // after the move, and each of its own
      seat,
      undo: false,
      text: [t('had_hint', { name: names[seat] ?? '?' })],
    })),
  );
}

/** What somebody who does not look at the board is told. */
export function newsOf(table: Pick<Scene, 'news' | 'names' | 'rematchWaits' | 'legal'>, game: Game): string {
  return [
    ...table.news.flatMap((line) => tellLine(line, game, table.names)),
    table.rematchWaits ? t('rematch_waits') : '',
    table.legal.length ? t('your_turn') : '',
  ]
    .filter(Boolean)
    .join('. ');
}
