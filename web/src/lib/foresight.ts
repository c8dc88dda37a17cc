/** What the rules say before the table has answered: they run here, too, once they are loaded. */
import type { Json } from '../games/game';
import type { Hint, HintAnswer, Play, TableInfo, Update } from './protocol';

async function withRules(game: string) {
  const [knowing, { openGame }] = await Promise.all([import('../local/foresight'), import('../local/games')]);
  return { ...knowing, rules: await openGame(game) };
}

export class Foresight {
  /** Whether the rules run here: then the server sends what is known as bytes. Not where a browser cannot. */
  rules = typeof WebAssembly === 'object';
  /** The last that the table said of the match; what is foreseen is shown over it. */
  certain: Update | null = null;
  private known: Awaited<ReturnType<typeof withRules>> | null = null;

  /** What came as bytes, as views and moves. */
  async understood(game: string, update: Update): Promise<Update> {
    this.known = await withRules(game);
    return update.sights.length ? update : this.known.understood(this.known.rules, update);
  }

  /** What a move leads to from what is certain; null where luck decides, or only the server knows. */
  outcome(play: Play): Update | null {
    const { certain, known } = this;
    return certain?.number === play.number && known ? known.foreseen(known.rules, certain, play) : null;
  }

  /** What who moves would see then; `sure`: where luck decides, what does not depend on it, with null for the rest. */
  view(play: Play, sure: boolean): Json | null {
    const { certain, known } = this;
    const certainly = this.outcome(play)?.sights.find((sight) => sight.seat === play.seat)?.view;
    if (certainly || !sure || certain?.number !== play.number || !known) return certainly ?? null;
    return known.sureView(known.rules, certain, play);
  }

  /** The first events of a move that are the same whatever its luck. */
  sure(play: Play): Json[] {
    const { certain, known } = this;
    return certain?.number === play.number && known ? known.sure(known.rules, certain, play) : [];
  }

  private stateOf = (seat: number, number: number): string | null | undefined =>
    this.certain?.number === number ? this.certain.known.find((one) => one.seat === seat)?.state : null;

  /** Whether this browser can think for a seat in a position. */
  knows = (seat: number, number: number): boolean => !!this.stateOf(seat, number);

  /** A hint that this browser thinks of, where it is told what the seat knows; null: the table must be asked. */
  async hint(info: TableInfo | null, number: number, hint: Hint): Promise<HintAnswer | null> {
    const known = this.stateOf(hint.seat, number);
    if (!known || !info) return null;
    try {
      const { hintFrom } = await withRules(info.game);
      return await hintFrom(info.game, { known, seats: info.seats.length, number }, hint);
    } catch (error) {
      console.error(error);
      return null;
    }
  }
}
