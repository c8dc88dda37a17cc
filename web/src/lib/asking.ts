/**
 * Asking for a hint. The table notes it first, and may refuse; then this browser thinks of it, where it is told what the
 * seat knows. Elsewhere the table does.
 */
import type { Json } from '../games/game';
import type { Foresight } from './foresight';
import { isLocal } from './local';
import type { ClientMessage, Hint, ServerMessage, TableInfo } from './protocol';

/** What a table has to offer for that. */
interface Asked {
  readonly id: string;
  readonly info: TableInfo | null;
  readonly number: number;
  send: (message: ClientMessage) => void;
  hear: (message: ServerMessage) => void;
}

export class Asking {
  /** What waits until the table has noted it, and how many hints the seat had before. */
  private waits: { hint: Hint; had: number } | null = null;
  readonly #table: Asked;

  constructor(
    table: Asked,
    private readonly foresight: Foresight,
  ) {
    this.#table = table;
  }

  private had = (seat: number): number[] => this.#table.info?.seats[seat]?.hints ?? [];

  ask(seat: number, than: Json | null): void {
    const { id, number } = this.#table;
    const here = !isLocal(id) && this.foresight.knows(seat, number);
    const hint: Hint = { type: 'hint', seat, than, here };
    if (!here) return this.#table.send(hint);
    if (this.had(seat).includes(number)) return void this.think(hint);
    this.waits = { hint, had: this.had(seat).length };
    this.#table.send(hint);
  }

  /** The table has said something. */
  noted(): void {
    const { waits } = this;
    if (!waits || this.had(waits.hint.seat).length === waits.had) return;
    this.forget();
    void this.think(waits.hint);
  }

  /** It was refused. */
  forget = (): void => void (this.waits = null);

  private async think(hint: Hint): Promise<void> {
    const { info, number } = this.#table;
    const found = await this.foresight.hint(info, number, hint);
    if (found) this.#table.hear(found);
    else this.#table.send({ ...hint, here: false });
  }
}
