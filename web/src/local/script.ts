/** What a guided game lets happen: the moves of its guide, one after the other, until the player goes on alone. */
import type { Game, Move } from '../engine';
import { guideOf, type GuidedMove } from '../lib/guide';
import type { Update } from '../lib/protocol';
import type { KeptMatch } from './store';

export class Script {
  private constructor(
    private readonly game: Game,
    private readonly moves: readonly GuidedMove[],
  ) {}

  /** The script of a match; one without a guide has none. */
  static async of(game: Game, { guided }: KeptMatch): Promise<Script> {
    return new Script(game, guided ? (await guideOf(game.id)).moves : []);
  }

  /** The move after so many; null: everybody is free. */
  at(number: number): { seat: number; action: number; asked: boolean } | null {
    const [seat, text, step] = this.moves[number] ?? [];
    if (seat === undefined || text === undefined) return null;
    return { seat, action: this.game.moves.action(text), asked: step !== undefined };
  }

  /** Whether a seat may make a move after so many. */
  allows(number: number, seat: number | null, move: Move): boolean {
    const next = this.at(number);
    return !next || (next.asked && next.seat === seat && next.action === this.game.moves.action(move));
  }

  /** Where a match stands, with nothing to be done but what the guide asks for. */
  limited(update: Update, number: number): Update {
    if (!this.at(number)) return update;
    const sights = update.sights.map((sight) => ({
      ...sight,
      legal: sight.legal.filter((move) => this.allows(number, sight.seat, move)),
      can_undo: false,
    }));
    return { ...update, sights };
  }
}
