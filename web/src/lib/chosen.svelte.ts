/** What a player has chosen but not confirmed. A hint is read first: it lies over the choice, and takes nothing from it. */
export abstract class Chosen {
  /** A hint lies over the choice, until it is closed or something else is chosen. */
  covered = $state(false);
  private before = { advice: null as unknown, can: false, chosen: 'null' };

  /** All that is chosen; null: nothing. */
  abstract readonly chosen: unknown;
  abstract clear(): void;

  /** Look again: at what a hint advises (null: there is none), whether anything can be played, and what is chosen. */
  look(advice: unknown, can: boolean): void {
    const { before } = this;
    const chosen = JSON.stringify(this.chosen);
    this.before = { advice, can, chosen };
    if (advice !== before.advice) {
      this.covered = advice !== null && this.chosen !== null;
      if (!advice && before.can && !can) this.clear(); // the advice was taken
    } else if (chosen !== before.chosen) this.covered = false;
  }
}
