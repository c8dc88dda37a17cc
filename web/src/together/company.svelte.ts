/** How others at a table are heard by this browser: whom it does not want to hear, and how they feel just now. */
import type { Reacted } from '../lib/protocol';
import { keepTable, keptTable } from '../lib/storage';

export const REACTIONS = [
  'hello',
  'bravo',
  'thanks',
  'laugh',
  'wow',
  'think',
  'oops',
  'hurry',
] as const satisfies Reacted['what'][];

const SHOWN = 3500;
const MOST = 4;

/** A reaction that is shown. */
export type Feeling = Pick<Reacted, 'seat' | 'what'> & { key: number };

export class Company {
  /** The names of those who are muted here; names, because seats move on in a rematch. */
  muted = $state.raw<string[]>([]);
  feelings = $state.raw<Feeling[]>([]);
  private count = 0;

  constructor(private readonly table: string) {
    this.muted = keptTable(table)?.muted ?? [];
  }

  mute(name: string, muted = !this.muted.includes(name)): void {
    const others = this.muted.filter((one) => one !== name);
    this.muted = muted ? [...others, name] : others;
    keepTable(this.table, { muted: this.muted });
  }

  feel({ seat, what }: Reacted, name: string): void {
    if (this.muted.includes(name)) return;
    const key = this.count++;
    this.feelings = [...this.feelings.filter((one) => one.seat !== seat), { seat, what, key }].slice(-MOST);
    setTimeout(() => (this.feelings = this.feelings.filter((one) => one.key !== key)), SHOWN);
  }
}
