/** What is different on the table while a move is shown, until the view after it comes. */
import type { Stage } from './animate';
import type { Colour } from './cards';
import type { Part } from './model';

export class Moving implements Stage {
  /** Dice in the air. */
  rolling = $state.raw<ReadonlySet<string>>(new Set());
  /** Spots that are empty: what was there is on its way. */
  gone = $state.raw<ReadonlySet<string>>(new Set());
  /** What stands in cells of mine already, by card. */
  written = $state.raw<Readonly<Record<string, readonly Part[]>>>({});

  roll(dice: readonly Colour[]): void {
    this.rolling = new Set(dice);
  }

  away(...spots: string[]): void {
    this.gone = new Set([...this.gone, ...spots]);
  }

  wrote(card: string, part: Part): void {
    this.written = { ...this.written, [card]: [...(this.written[card] ?? []), part] };
  }

  end(): void {
    this.rolling = this.gone = new Set();
    this.written = {};
  }
}
