/** Puzzles as the page reads them, and what it says of answers. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { unpacked, type Puzzle } from '../src/puzzles/puzzles';
import { costOf } from '../src/puzzles/judge';
import { lineTo } from '../src/puzzles/line';
import type { ServerMessage } from '../src/lib/protocol';
import { freshGame } from './helpers/games';

const FOLDERS = {
  'dam-it': 'dam_it',
  'beaver-gang': 'beaver_gang',
  donnant: 'donnant_donnant',
  amik: 'amik',
};
const path = (folder: string) => new URL(`../../src/lodge/games/${folder}/puzzles.bin`, import.meta.url);
const file = (folder: string) => new Uint8Array(readFileSync(path(folder)));

describe.each(Object.entries(FOLDERS))('the puzzles of %s', (id, folder) => {
  it('are many, in three grades, each with one best move that is legal', async () => {
    const game = await freshGame(id);
    const found = await unpacked(id, game.description.rules, file(folder));
    expect(found.length).toBeGreaterThanOrEqual(id === 'amik' ? 20 : 100);
    expect(new Set(found.map(({ grade }) => grade))).toEqual(new Set([1, 2, 3]));
    for (const puzzle of found) {
      const [[best, cost] = [], ...others] = [...puzzle.costs];
      const legal = game.legal(puzzle.state, puzzle.seat);
      expect(game.pending(puzzle.state)).toContain(puzzle.seat);
      expect([legal.includes(best!), cost]).toEqual([true, 0]);
      expect(others.length).toBeGreaterThan(1);
      for (const [action, much] of others) expect([legal.includes(action), much > 0]).toEqual([true, true]);
    }
    expect(await unpacked(id, game.description.rules + 1, file(folder))).toEqual([]);
  });

  it('are judged by what a move leads to', async () => {
    const game = await freshGame(id);
    const [puzzle] = (await unpacked(id, game.description.rules, file(folder))) as [Puzzle];
    for (const [action, cost] of puzzle.costs) {
      const told = costOf(game, puzzle, game.moves.move(action));
      expect(told === cost || told === 0).toBe(true);
    }
    const [best] = puzzle.costs.keys();
    expect(costOf(game, puzzle, game.moves.move(best!))).toBe(0);
  });
});

it('a position to be solved is told as a table tells it, and nothing more', async () => {
  const game = await freshGame('dam-it');
  const [puzzle] = (await unpacked('dam-it', game.description.rules, file('dam_it'))) as [Puzzle];
  const wire = lineTo({ ...puzzle, names: ['Ada', 'Bo'] });
  const heard: ServerMessage[] = [];
  wire.onmessage = ({ data }) => heard.push(JSON.parse(String(data)) as ServerMessage);
  wire.onopen = vi.fn();
  await Promise.resolve();
  expect(wire.onopen).toHaveBeenCalled();
  for (const type of ['hello', 'play', 'ping']) wire.send(JSON.stringify({ type }));
  expect(heard.map(({ type }) => type)).toEqual(['welcome', 'pong']);
  expect(heard[0]).toMatchObject({
    table: { hints: 'off', mine: [puzzle.seat] },
    update: { pending: [puzzle.seat] },
  });
});
