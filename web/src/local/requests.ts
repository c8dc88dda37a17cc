/**
 * Hints, analyses and what-ifs at a table of this browser: one of each kind at a time for who asks.
 *
 * All who ask for the analysis follow the same one. What nobody waits for any more is not worked out.
 */
import { EngineError, type Game, type Match, type State } from '../engine';
import type {
  Analyse,
  Analysis,
  FailureCode,
  Hint,
  HintAnswer,
  PlayOn,
  ServerMessage,
} from '../lib/protocol';
import type { Ask } from './workers';

export type Send = (message: ServerMessage) => void;

/** Something is not done; nothing has changed. */
export class Refused extends Error {
  constructor(
    readonly code: FailureCode,
    readonly details: Record<string, unknown> = {},
  ) {
    super(code);
  }
}

/** An analysis under way, or done. */
interface Job {
  stop: AbortController;
  /** By who follows it: the number that answers carry. */
  followers: Map<Send, number | null>;
  done: number;
  total: number;
  found: Analysis | null;
  finished: boolean;
}

export class Requests {
  private readonly going = new Map<Send, Map<string, AbortController>>();
  private job: Job | null = null;

  constructor(private readonly ask: Ask) {}

  /** What a seat could do, best first, and a move that it thinks of. */
  async hint(match: Match, number: number, message: Hint, send: Send): Promise<void> {
    const { game, seats, state } = match;
    await this.once(message.type, send, async (signal) =>
      send(await hintAnswer(this.ask, game, { seats, state, number }, message, signal)),
    );
  }

  /** Another move of a match that is over, played on. */
  async playOn(match: Match, { type, number, move, ref = null }: PlayOn, send: Send): Promise<void> {
    await this.once(type, send, async (signal) => {
      const found = await this.ask('what_if', { record: match.record(), number, move }, signal);
      send({ type: 'played_on', ref, what_if: found });
    });
  }

  /** The analysis of a match that is over: a rough one after a few seconds, then a better one. */
  analyse(match: Match, { ref = null }: Analyse, send: Send): void {
    if (this.job?.followers.has(send)) throw new Refused('busy');
    const job = (this.job ??= this.begin(match));
    if (!job.finished) {
      job.followers.set(send, ref);
      send({ type: 'analysis_progress', ref, done: job.done, total: job.total, others: 0 });
    }
    if (job.found) send({ type: 'analysis_done', ref, analysis: job.found });
  }

  private begin(match: Match): Job {
    const followers = new Map<Send, number | null>();
    const stop = new AbortController();
    const job: Job = { stop, followers, done: 0, total: match.number, found: null, finished: false };
    const tell = (message: (ref: number | null) => ServerMessage) => {
      for (const [send, ref] of job.followers) send(message(ref));
    };
    const found = (analysis: Analysis) => {
      job.found = analysis;
      tell((ref) => ({ type: 'analysis_done', ref, analysis }));
    };
    this.ask('analyse', { record: match.record() }, stop.signal, (told) => {
      if ('rough' in told) return found(told.rough);
      Object.assign(job, told);
      tell((ref) => ({ type: 'analysis_progress', ref, ...told, others: 0 }));
    }).then(
      (analysis) => {
        found(analysis);
        job.finished = true;
        job.followers.clear();
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        this.job = null;
        tell((ref) => failure(new Refused('busy', { seconds: 1 }), ref));
        console.error(error);
      },
    );
    return job;
  }

  /** Somebody waits for nothing any more. */
  leave(send: Send): void {
    for (const stop of this.going.get(send)?.values() ?? []) stop.abort();
    this.going.delete(send);
    const { job } = this;
    if (!job?.followers.delete(send) || job.followers.size) return;
    job.stop.abort();
    this.job = null;
  }

  /** One of a kind at a time. */
  private async once(kind: string, send: Send, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const going = this.going.get(send) ?? new Map<string, AbortController>();
    if (going.has(kind)) throw new Refused('busy');
    const stop = new AbortController();
    this.going.set(send, going.set(kind, stop));
    try {
      await work(stop.signal);
    } catch (error) {
      if (stop.signal.aborted) return;
      if (error instanceof EngineError) throw error;
      console.error(error);
      throw new Refused('busy', { seconds: 1 });
    } finally {
      going.delete(kind);
    }
  }
}

/** Where a match stands, as far as a seat knows. */
export interface Standing {
  seats: number;
  state: State;
  number: number;
}

/** A hint, as a server gives it. */
export async function hintAnswer(
  ask: Ask,
  game: Game,
  { seats, state, number }: Standing,
  { seat, than = null, ref = null }: Hint,
  signal?: AbortSignal,
): Promise<HintAnswer> {
  const action = than ? game.moves.action(than) : null;
  const legal = action !== null && game.legal(state, seat).includes(action) ? action : null;
  const found = await ask('hint', { game: game.id, seats, state, seat, than: legal }, signal);
  return {
    type: 'hint_answer',
    ref,
    seat,
    number,
    unit: seats === 1 ? 'points' : 'chance',
    choices: found.choices,
    than: legal === null ? null : found.actions.indexOf(legal),
  };
}

/** How it is told that something could not be done. */
export function failure(error: Refused | EngineError, ref: number | null): ServerMessage {
  const refused = error instanceof Refused ? error : new Refused('illegal_move');
  return { type: 'failure', code: refused.code, message: error.message, details: refused.details, ref };
}
