/** The guide of a first game as the page follows it: which step it is, and what there is to be said. */
import { guideOf, stageAt, type GuidedMove, type Stage } from './guide';
import { load } from './i18n.svelte';
import { keepTable, keptTable } from './storage';

export class Guiding {
  private moves = $state.raw<readonly GuidedMove[]>([]);
  /** Whether the last words have been read. */
  private left = $state(false);

  constructor(
    private readonly table: string,
    readonly game: string,
  ) {
    if (keptTable(table)?.guide) void this.open();
  }

  private async open(): Promise<void> {
    const [{ moves }] = await Promise.all([guideOf(this.game), load(`${this.game}/guide`)]);
    this.moves = moves;
  }

  /** Where the guide is after so many moves; null: there is none, or it has been left. */
  at(number: number): Stage | null {
    return this.moves.length && !this.left ? stageAt(this.moves, number) : null;
  }

  /** Whether the guide has said all after so many moves. */
  over(number: number): boolean {
    return number >= this.moves.length;
  }

  async back(): Promise<string> {
    return (await import('../local/guide')).stepBack(this.table);
  }

  async leave(): Promise<void> {
    this.left = true;
    keepTable(this.table, { guide: false });
    await (await import('../local/guide')).leaveGuide(this.table);
  }
}
