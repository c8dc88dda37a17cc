/** The end of a round on this page: how far the cards are turned up, and whether the player has seen enough of it. */
import { ROW, type Told, type View } from './model';

/** With a clock nobody can read for ever: the next round may have begun. */
const READING = 8000;

export interface Result {
  told: Told[];
  after: View;
  /** How many cards have been turned up. */
  step: number;
}

export class Ending {
  private opening = $state.raw<Result | null>(null);
  /** Set while the page waits for the player to go on. */
  goOn = $state.raw<(() => void) | null>(null);

  open(told: Told[], after: View, step: number): void {
    this.opening = { told, after, step };
  }

  /** What is to be shown instead of the table, if a round has just ended. */
  of(view: View): Result | null {
    return this.opening ?? (view.turned_up && { told: view.turned_up, after: view, step: Infinity });
  }

  read(clocked: boolean): Promise<void> {
    return new Promise((done) => {
      const timer = clocked ? setTimeout(done, READING) : undefined;
      this.goOn = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  clear(): void {
    this.opening = null;
    this.goOn = null;
  }
}

/** Which cards of a row are turned up for who looks; `up`: those held up are seen. */
export function turnedUp(looking: number[], up: boolean, all: boolean): readonly number[] {
  if (all) return ROW;
  return up ? looking : [];
}
