/** A table whose server sends bytes: the page understands them, and shows at once what is certain. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Match } from '../src/engine';
import { openGame } from '../src/local/games';
import { foreseen, understood } from '../src/local/knowing';
import type { Update } from '../src/lib/protocol';
import { fetched } from './helpers/games';

beforeEach(() => vi.stubGlobal('fetch', async (address: string) => fetched(address)));

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** A match in which the one to move can build a dam. */
async function readyToBuild() {
  const match = new Match(await openGame('dam-it'), 2, { seed: 'dams' });
  for (;;) {
    const seat = match.pending[0]!;
    const legal = match.legal(seat);
    const build = legal.find((move) => move.do === 'build');
    if (build) return { match, seat, build };
    match.play(seat, legal[0]!);
  }
}

function told(match: Match, seat: number): Update {
  return {
    type: 'update',
    number: match.number,
    steps: [],
    sights: [],
    known: [{ seat, state: base64(match.state), view: null, legal: [], can_undo: false }],
    pending: [...match.pending],
    over: match.over,
    seconds_left: null,
  };
}

describe('a page that runs the rules', () => {
  it('makes views and legal moves of what its seat knows', async () => {
    const { match, seat } = await readyToBuild();
    const update = understood(match.game, told(match, seat));
    expect(update.sights[0]?.view).toEqual(match.view(seat));
    expect(update.sights[0]?.legal).toEqual(match.legal(seat));
  });

  it('reads views and events where no position is told', async () => {
    const { match, seat } = await readyToBuild();
    const legal = [...match.legalActions(seat)];
    const known = [{ seat, state: null, view: '', legal, can_undo: true }];
    const view = vi.spyOn(match.game, 'viewOf').mockReturnValue({ seen: 1 });
    const sight = understood(match.game, { ...told(match, seat), known }).sights[0];
    expect(sight).toEqual({ seat, view: { seen: 1 }, legal: match.legal(seat), can_undo: true });
    view.mockRestore();
  });

  it('foresees a move without luck exactly, and no other', async () => {
    const { match, seat, build } = await readyToBuild();
    const update = understood(match.game, told(match, seat));
    const play = { type: 'play', seat, number: match.number, move: build } as const;
    const found = foreseen(match.game, update, play);
    const take = match.legal(seat).find((move) => move.do === 'take')!;
    expect(foreseen(match.game, update, { ...play, move: take })).toBeNull(); // it uncovers a card
    match.play(seat, build);
    expect(found?.sights[0]?.view).toEqual(match.view(seat));
    expect(found?.steps[0]?.seen[0]?.events).toEqual(match.events(match.number, seat));
    expect(found?.pending).toEqual(match.pending);
    expect(found?.number).toBe(update.number + 1);
  });
});
