/**
 * The analysis of a finished match: asked for once, followed while it is made. It is made in this browser, also where the
 * match was played at a server; the server is asked where the rules cannot run here.
 */
import { api } from '../lib/api';
import { errorInWords, inWords } from '../lib/failures';
import { isLocal } from '../lib/local';
import type {
  Analyse,
  Analysis,
  AnalysisProgress,
  PlayOn,
  Possible,
  ServerMessage,
  WhatIf,
} from '../lib/protocol';
import type { Table } from '../lib/table.svelte';
import type { Reviewing } from '../local/review';

const ANALYSE = 7001;
const PLAY_ON = 7002;

export class Review {
  found = $state.raw<Analysis | null>(null);
  progress = $state.raw<AnalysisProgress | null>(null);
  /** Another move, played on. */
  tried = $state.raw<WhatIf | null>(null);
  /** After how many moves another is being played on; null: nothing is. */
  trying = $state<number | null>(null);
  /** All that could have been played at the move that was asked about last. */
  possible = $state.raw<Possible | null>(null);
  error = $state('');
  /** Over this line, it has been asked for. */
  private asked = false;
  private reviewing: Promise<Reviewing | null> | null = null;
  /** The table is asked, over its line. */
  private elsewhere = true;

  constructor(private readonly table: Table) {
    table.aside = this.hear;
  }

  /** Asked for once, and after a lost connection again: the server has not forgotten it. */
  ask(): void {
    if (this.found || this.asked) return;
    this.asked = true;
    this.error = '';
    this.send({ type: 'analyse', ref: ANALYSE });
  }

  /** Ask whoever can answer: a match of this browser answers for itself. */
  private send(message: Analyse | PlayOn): void {
    if (!this.runs) return this.table.send(message);
    void this.here().then((found) => (found ? found.hear(message, this.hear) : this.table.send(message)));
  }

  /** Whether a match that was played at a server can be reviewed here. */
  private get runs(): boolean {
    return !isLocal(this.table.id) && !!this.table.info && typeof WebAssembly === 'object';
  }

  /** What it is reviewed with; null: the table must be asked, over its line. */
  private async here(): Promise<Reviewing | null> {
    const { id, info } = this.table;
    if (!this.runs || !info) return null;
    this.reviewing ??= import('../local/review')
      .then(({ reviewing }) => reviewing(id, info.game))
      .catch(() => null);
    const found = await this.reviewing;
    this.elsewhere = !found;
    return found;
  }

  /** What if, after so many moves, this had been played? */
  playOn(number: number, move: string): void {
    this.trying = number;
    this.tried = null;
    this.error = '';
    this.send({ type: 'play_on', number, move, ref: PLAY_ON });
  }

  /** What could have been played after so many moves? */
  async list(number: number): Promise<void> {
    this.error = '';
    try {
      const found = await this.here();
      this.possible = found ? found.possible(number) : await api.possible(this.table.id, number);
    } catch (problem: unknown) {
      this.error = errorInWords(problem);
    }
  }

  /** Play on from there, with another move, in this browser and against bots; the name of that match. */
  async branch(number: number, seat: number, move: string): Promise<string> {
    const [record, { branchOff }] = await Promise.all([api.record(this.table.id), import('../local/branch')]);
    return branchOff(record, number, seat, move);
  }

  private hear = (message: ServerMessage): boolean => {
    switch (message.type) {
      case 'welcome': // a new line: nobody answers what was asked over the old one
        if (this.elsewhere) [this.asked, this.trying] = [false, null];
        return false;
      case 'analysis_progress':
        this.progress = message;
        return true;
      case 'analysis_done':
        this.found = message.analysis;
        return true;
      case 'played_on':
        this.trying = null;
        this.tried = message.what_if;
        return true;
      case 'failure':
        if (message.ref !== ANALYSE && message.ref !== PLAY_ON) return false;
        if (message.ref === ANALYSE) this.asked = false;
        else this.trying = null;
        this.error = inWords(message);
        return true;
      default:
        return false;
    }
  };
}

const kept = new WeakMap<Table, Review>();

/** A table's review: who looks at the board and comes back finds all as it was. */
export function reviewOf(table: Table): Review {
  const review = kept.get(table) ?? new Review(table);
  kept.set(table, review);
  return review;
}
