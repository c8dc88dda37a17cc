/** The course of a match that was kept: its moves, and those taken back; and how it is told. */
import { EngineError, Match, type Game } from '../engine';
import { SEAT, TABLE } from '../lib/blank';
import { withCharacters } from '../lib/characters';
import type { SeatInfo, Step, TableInfo, Update } from '../lib/protocol';
import { base64 } from './foresight';
import type { Allowed, KeptEntry, KeptMatch } from './store';

/** A move of the log: the position that it led to, and which move of the match it is. */
export interface Entry extends KeptEntry {
  number: number;
  move: number;
}

export class Course {
  readonly match: Match;
  readonly log: Entry[] = [];
  private readonly strict: boolean;

  /** Never by other rules than it was begun with: the same moves could mean something else. */
  constructor(game: Game, kept: KeptMatch) {
    const { rules, seed, options, seats, log, day, ended, incidents, file } = kept;
    const here = game.description.rules;
    if (rules !== here) throw new EngineError('record_rules', { told: rules, rules: here });
    this.strict = day !== null;
    const names = seats.map((seat) => seat.name);
    this.match = new Match(game, seats.length, { seed, options, names, shares: file?.shares ?? [] });
    for (const entry of log) this.apply(entry);
    this.settle(ended, incidents);
  }

  /** What happened beside the moves, and whether that has ended it. */
  settle(ended: KeptMatch['ended'], incidents: KeptMatch['incidents'] = []): void {
    this.match.incidents.splice(0, Infinity, ...incidents);
    if (ended) this.match.end(ended);
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

  /**
   * Whether a seat may take back its last move. In a daily deal nobody may have moved since: the order of moves is to be
   * the same for all.
   */
  canUndo(seat: number): boolean {
    const last = this.match.history.at(-1)?.seat;
    return this.match.canUndo(seat) && (!this.strict || last === seat);
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

/** The level of a bot, without the budget that it may have. */
export const levelOf = (spec: string | null) => spec?.split(':')[0] ?? null;

/** My seats. */
export const mineOf = ({ seats }: KeptMatch): number[] =>
  seats.flatMap((seat, number) => (seat.kind === 'mine' ? [number] : []));

/** Who may have hints: unless it was said otherwise, nobody where several play round this device. */
function hintsOf(kept: KeptMatch): Allowed {
  if (kept.run !== null) return 'off';
  return kept.allowed ?? (mineOf(kept).length > 1 ? 'off' : 'everybody');
}

/** What is to be kept of a hint that a seat is given now: in a position, once. */
export function hinted({ seats, hints, log }: KeptMatch, seat: number): Partial<KeptMatch> {
  const had = seats.map((_, at) => hints?.[at] ?? []);
  return {
    hinted: true,
    hints: had.map((one, at) => (at === seat ? [...new Set([...one, log.length])] : one)),
  };
}

/** What is to be kept after a change. */
export function changed(kept: KeptMatch, match: Match, change: Partial<KeptMatch>): KeptMatch {
  return {
    ...kept,
    ...change,
    changed: Math.max(Date.now(), kept.changed + 1),
    over: match.over,
    pending: [...match.pending],
    scores: match.over && !match.ended ? match.scores : null,
    winners: match.over ? match.winners : null,
  };
}

/** All around the match. */
export function infoOf(kept: KeptMatch, match: Match): TableInfo {
  const { seed, places, winners, ended: ending, incidents } = match;
  const scores = ending ? [] : match.scores;
  const lost = incidents.filter(({ kind }) => kind === 'resigned').map(({ seat }) => seat);
  const mine = mineOf(kept);
  return {
    ...TABLE,
    id: kept.id,
    game: kept.game,
    options: kept.options,
    hints: hintsOf(kept),
    status: match.over ? 'over' : 'playing',
    seats: withCharacters(kept.seats).map(
      ({ kind, name, level, standIn, character, colour, wins }, seat): SeatInfo => ({
        ...SEAT,
        seat,
        kind: kind === 'mine' ? 'human' : 'bot',
        name,
        character,
        colour,
        level: levelOf(level),
        host: kind === 'mine' && seat === mine[0],
        connected: kind === 'mine',
        stand_in: standIn,
        resigned: lost.includes(seat),
        rematch: kept.next !== null && kind === 'mine',
        wins: wins ?? 0,
        hints: kept.hints?.[seat] ?? [],
      }),
    ),
    mine,
    host: true,
    commitment: match.commitment,
    result: seed === null ? null : { scores, places, winners, seed, ending },
    next: kept.next,
    level: kept.level,
    need: kept.need,
    campaign: kept.run !== null,
    series: kept.series ?? [],
    happenings: incidents.map(({ after, kind, seat }) => ({ number: after, kind, seat, what: null })),
  };
}

/** Where it stands for my seats, and what has happened. */
export function updateOf(course: Course, mine: readonly number[], entries: readonly Entry[]): Update {
  const { match, log } = course;
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
      can_undo: seat !== null && course.canUndo(seat),
    })),
    known: mine.map((seat) => ({
      seat,
      state: base64(match.state),
      view: null,
      legal: [],
      can_undo: match.canUndo(seat),
    })),
    pending: [...match.pending],
    over: match.over,
    seconds_left: null,
    clocks: [],
  };
}
