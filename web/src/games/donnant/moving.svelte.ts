/** What is different on the table while a move is shown, until the view after it comes. */
import type { Stage } from './animate';
import type { Colour } from './cards';
import type { Part } from './model';

export class Moving implements Stage {
  /** Dice in the air. */
  rolling = $state.raw<readonly Colour[]>([]);
  /** Spots that are empty: what was there is on its way. */
  gone = $state.raw<readonly string[]>([]);
  /** What stands in cells of mine already, by card. */
  written = $state.raw<Readonly<Record<string, readonly Part[]>>>({});

  roll(dice: readonly Colour[]): void {
    this.rolling = dice;
  }

  away(...spots: string[]): void {
    this.gone = [...this.gone, ...spots];
  }

  wrote(card: string, part: Part): void {
    this.written = { ...this.written, [card]: [...(this.written[card] ?? []), part] };
  }

  end(): void {
    this.rolling = this.gone = [];
    this.written = {};
  }
}
