/** A table whose server sends bytes: the page understands them, and shows at once what is certain. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Match } from '../src/engine';
import { openGame } from '../src/local/games';
import { base64, foreseen, sure, understood } from '../src/local/foresight';
import type { Update } from '../src/lib/protocol';
import { fetched } from './helpers/games';

beforeEach(() => vi.stubGlobal('fetch', async (address: string) => fetched(address)));

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
    clocks: [],
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

  it.each(['dam-it', 'amik', 'donnant'])('shows of a move of %s with luck what is sure', async (id) => {
    const game = await openGame(id);
    const match = new Match(game, 2, { seed: 'sure' });
    let shown = 0;
    while (!match.over && match.number < 120) {
      const seat = match.pending[0]!;
      const legal = match.legal(seat);
      const move = legal[match.number % legal.length]!;
      const update = understood(game, told(match, seat));
      const play = { type: 'play', seat, number: match.number, move } as const;
      const lucky = foreseen(game, update, play) === null;
      const found = sure(game, update, play);
      match.play(seat, move);
      const truth = match.events(match.number, seat);
      expect(truth.length).toBeGreaterThanOrEqual(found.length);
      found.forEach((event, i) => expect(holds(event, truth[i])).toBe(true));
      if (lucky) shown += found.length;
    }
    expect(shown).toBeGreaterThan(10);
  });

  it('shows of a taken card that it goes, and of dice which are rolled', async () => {
    const dams = new Match(await openGame('dam-it'), 2, { seed: 'dams' });
    const take = { type: 'play', seat: dams.pending[0]!, number: 0, move: { do: 'take', place: 1 } } as const;
    const [event] = sure(dams.game, understood(dams.game, told(dams, take.seat)), take);
    expect(event).toMatchObject({ event: 'take', place: 1, card: expect.any(String) as string });
    const dice = new Match(await openGame('donnant'), 1, { seed: 'dice' });
    while (!dice.legal(0).some((move) => move.do === 'reroll')) dice.play(0, dice.legal(0)[0]!);
    const move = dice.legal(0).find((one) => one.do === 'reroll')!;
    const roll = { type: 'play', seat: 0, number: dice.number, move } as const;
    const rolled = sure(dice.game, understood(dice.game, told(dice, 0)), roll).find(
      (one) => one.event === 'roll',
    );
    expect(rolled).toBeDefined();
    expect(new Set(Object.values(rolled!.dice as object))).toEqual(new Set([null]));
  });
});

/** Whether something is so, as far as it is told. */
function holds(told: unknown, truth: unknown): boolean {
  if (told === null || told === truth) return true;
  if (typeof told !== 'object' || typeof truth !== 'object' || !truth) return false;
  return Object.entries(told).every(([key, part]) => holds(part, (truth as Record<string, unknown>)[key]));
}
