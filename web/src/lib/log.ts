/** The log: what happened, move by move; in place of a move taken back it says so. */
import type { Json } from '../games/game';
import type { Step } from './protocol';

export interface LogLine {
  number: number;
  seat: number;
  events: Json[];
  /** A move was taken back here. */
  undo?: boolean;
}

/** What a seat (null: a spectator) saw of a step. */
export function eventsOf(step: Step, seat: number | null): Json[] {
  return (step.seen.find((seen) => seen.seat === seat) ?? step.seen[0])?.events ?? [];
}

export function addSteps(log: LogLine[], steps: Step[], seat: number | null): LogLine[] {
  return steps.reduce(
    (lines, step) =>
      step.undo
        ? [
            ...lines.slice(
              0,
              lines.findLastIndex((line) => !line.undo),
            ),
            { number: step.number, seat: step.seat, events: [], undo: true },
          ]
        : [...lines, { number: step.number, seat: step.seat, events: eventsOf(step, seat) }],
    log,
  );
}

/** What is new, for those who listen. */
export function newsOf(steps: Step[], seat: number | null): Json[] {
  return steps.flatMap((step) => (step.undo ? [] : eventsOf(step, seat)));
}
