/** The course of a match that was kept: its moves, and those taken back; and how it is told. */
import { Match, type Game } from '../engine';
import type { SeatInfo, Step, TableInfo, Update } from '../lib/protocol';
import type { KeptEntry, KeptMatch } from './store';

/** A move of the log: the position that it led to, and which move of the match it is. */
export interface Entry extends KeptEntry {
  number: number;
  move: number;
}

export class Course {
  readonly match: Match;
  readonly log: Entry[] = [];

  constructor(game: Game, { seed, options, seats, log }: KeptMatch) {
    this.match = new Match(game, seats.length, { seed, options, names: seats.map((seat) => seat.name) });
    for (const entry of log) this.apply(entry);
  }

  /** It goes on. */
  apply(entry: KeptEntry): void {
    let move: number;
    if (entry.undo) {
      move = this.match.undo(entry.seat);
      for (const one of this.log) if (one.move > move) one.move--;
    } else {
      this.match.play(entry.seat, entry.text);
      move = this.match.number;
    }
    this.log.push({ ...entry, number: this.log.length + 1, move });
  }

  /** What happened since a position, without what was taken back since. */
  missed(seen: number): Entry[] {
    const told: Entry[] = [];
    for (const entry of this.log.slice(Math.max(0, seen))) {
      const gone = entry.undo ? told.findLastIndex((one) => one.seat === entry.seat) : -1;
      if (gone >= 0 && !told[gone]?.undo) told.splice(gone, 1);
      else told.push(entry);
    }
    return told;
  }
}

/** My seats. */
export const mineOf = ({ seats }: KeptMatch): number[] =>
  seats.flatMap((seat, number) => (seat.kind === 'mine' ? [number] : []));

/** What is to be kept after a change. */
export function changed(kept: KeptMatch, match: Match, change: Partial<KeptMatch>): KeptMatch {
  return {
    ...kept,
    ...change,
    changed: Math.max(Date.now(), kept.changed + 1),
    over: match.over,
    pending: [...match.pending],
    scores: match.over ? match.scores : null,
    winners: match.over ? match.winners : null,
  };
}

/** All around the match. */
export function infoOf(kept: KeptMatch, match: Match): TableInfo {
  const { seed, scores, places, winners } = match;
  const mine = mineOf(kept);
  return {
    id: kept.id,
    game: kept.game,
    options: kept.options,
    clock: null,
    status: match.over ? 'over' : 'playing',
    seats: kept.seats.map(({ kind, name, level, standIn }, seat): SeatInfo => ({
      seat,
      kind: kind === 'mine' ? 'human' : 'bot',
      name,
      level,
      host: kind === 'mine' && seat === mine[0],
      connected: kind === 'mine',
      stand_in: standIn,
      votes: [],
      rematch: kept.next !== null && kind === 'mine',
    })),
    mine,
    host: true,
    watchers: 0,
    commitment: match.commitment,
    result: seed === null ? null : { scores, places, winners, seed },
    next: kept.next,
    level: kept.level,
    need: kept.need,
    campaign: kept.run !== null,
  };
}

/** Where it stands for my seats, and what has happened. */
export function updateOf({ match, log }: Course, mine: readonly number[], entries: readonly Entry[]): Update {
  const eyes = mine.length ? mine : [null];
  const views = match.views(eyes);
  return {
    type: 'update',
    number: log.length,
    steps: entries.map((entry): Step => {
      const seen = entry.undo ? eyes.map(() => []) : match.told(entry.move, eyes);
      return {
        number: entry.number,
        seat: entry.seat,
        undo: entry.undo ?? false,
        text: entry.text,
        time_up: false,
        seen: eyes.map((seat, i) => ({ seat, events: seen[i] ?? [], told: null })),
      };
    }),
    sights: eyes.map((seat, i) => ({
      seat,
      view: views[i] ?? {},
      legal: seat !== null && match.pending.includes(seat) ? match.legal(seat) : [],
      can_undo: seat !== null && match.canUndo(seat),
    })),
    known: [],
    pending: [...match.pending],
    over: match.over,
    seconds_left: null,
  };
}
