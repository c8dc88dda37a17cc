/** The coach of a first game: tells each thing a few times at most, and nothing more once it is sent away. */
import type { Tip } from '../games/game';
import { keepTable, keptTable } from './keep';

const OFTEN = 2;

export class Coach {
  tip = $state.raw<Tip | null>(null);
  private here = $state(false);
  private readonly told: Record<string, number[]> = {};

  constructor(private readonly table: string) {
    this.here = keptTable(table)?.coach ?? false;
  }

  /** A position, and what there is to say about it. */
  look(number: number, tips: Tip[]): void {
    const fresh = (tip: Tip) => {
      const told = this.told[tip.key] ?? [];
      return told.length < OFTEN || told.includes(number);
    };
    this.tip = (this.here && tips.find(fresh)) || null;
    if (!this.tip) return;
    const { key } = this.tip;
    const told = (this.told[key] ??= []);
    if (!told.includes(number)) told.push(number);
  }

  hush(): void {
    this.tip = null;
  }

  leave(): void {
    this.hush();
    this.here = false;
    keepTable(this.table, { coach: false });
  }
}
