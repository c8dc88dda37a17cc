/** The analysis of a finished match, as the server makes it: asked for once, followed while it is made. */
import { api } from '../lib/api';
import { errorInWords, inWords } from '../lib/failures';
import type { Analysis, AnalysisProgress, Possible, ServerMessage, WhatIf } from '../lib/protocol';
import type { Table } from '../lib/table.svelte';

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

  constructor(private readonly table: Table) {
    table.aside = (message) => this.hear(message);
  }

  /** Asked for once, and after a lost connection again: the server has not forgotten it. */
  ask(): void {
    if (this.found || this.asked) return;
    this.asked = true;
    this.error = '';
    this.table.send({ type: 'analyse', ref: ANALYSE });
  }

  /** What if, after so many moves, this had been played? */
  playOn(number: number, move: string): void {
    this.trying = number;
    this.tried = null;
    this.error = '';
    this.table.send({ type: 'play_on', number, move, ref: PLAY_ON });
  }

  /** What could have been played after so many moves? */
  async list(number: number): Promise<void> {
    this.error = '';
    try {
      this.possible = await api.possible(this.table.id, number);
    } catch (problem: unknown) {
      this.error = errorInWords(problem);
    }
  }

  private hear(message: ServerMessage): boolean {
    switch (message.type) {
      case 'welcome': // a new line: nobody answers what was asked over the old one
        this.asked = false;
        this.trying = null;
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
  }
}

const kept = new WeakMap<Table, Review>();

/** A table's review: who looks at the board and comes back finds all as it was. */
export function reviewOf(table: Table): Review {
  const review = kept.get(table) ?? new Review(table);
  kept.set(table, review);
  return review;
}
