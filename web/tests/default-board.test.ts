import { describe, expect, it, vi } from 'vitest';
import type { Schema } from '../src/lib/decode';
import { inWords, lay, plain, saidOf, type Part } from '../src/board/model';
import { eventWords, moveWords } from '../src/board/words';
import { load } from '../src/lib/i18n.svelte';

const CARDS = ['oak', 'elm', 'ash'];
const number: Schema = { kind: 'number' };
const flag: Schema = { kind: 'flag' };
const card: Schema = { kind: 'named', names: CARDS };
const counts: Schema = { kind: 'counted', names: CARDS, zeros: false };
const optional = (of: Schema): Schema => ({ kind: 'optional', of });
const each = (count: number, of: Schema): Schema => ({ kind: 'each', count, of });
const upto = (most: number, items: Schema): Schema => ({ kind: 'upto', most, items });
const record = (name: string, fields: Record<string, Schema>): Schema => ({ kind: 'record', name, fields });

const player = record('Player', {
  score: number,
  hand: optional(counts),
  done: { kind: 'subset', names: CARDS },
});
const schema = record('View', {
  to_move: optional(number),
  over: flag,
  draw_pile: number,
  last_round: flag,
  market: upto(3, card),
  dice: each(2, number),
  meadow: each(2, each(2, optional(card))),
  note: { kind: 'text', length: 2, names: ['a', 'b'], between: '' },
  prices: { kind: 'map', most: 2, keys: card, values: number },
  rows: { kind: 'groups', most: 4, items: card, group: number },
  stalls: each(1, record('Stall', { left: number })),
  players: upto(2, player),
});
const view = {
  to_move: 0,
  over: false,
  draw_pile: 7,
  last_round: true,
  market: ['elm', 'oak'],
  dice: [3, 5],
  meadow: [
    ['oak', null],
    [null, 'ash'],
  ],
  note: 'ab',
  prices: { oak: 2 },
  rows: [['oak'], ['elm', 'ash']],
  stalls: [{ left: 4 }],
  players: [
    { score: 1, hand: { ash: 2 }, done: ['elm'] },
    { score: 4, hand: null, done: [] },
  ],
};
const legal = [
  { do: 'take', card: 'elm' },
  { do: 'play', card: 'ash' },
  { do: 'plant', row: 1, column: 2 },
  { do: 'pay', cards: ['ash', 'oak'] },
  { do: 'roll', die: 5 },
];

function found(parts: Part[], label: string): Part {
  const part = parts.find((one) => one.label === label);
  if (!part) throw new Error(`nothing is called ${label}`);
  return part;
}

describe('the default board', () => {
  const parts = lay(schema, view, { seat: 0, legal });

  it('lays out what the rules show, in their order, and nothing of what is hidden', () => {
    expect(parts.map((part) => part.label)).toEqual([
      ...['draw_pile', 'last_round', 'market', 'dice', 'meadow', 'note', 'prices', 'rows', 'stalls 1'],
      ...['players', 'players'],
    ]);
    expect(found(parts, 'draw_pile')).toEqual({ kind: 'counter', label: 'draw_pile', value: 7 });
    expect(found(parts, 'last_round')).toEqual({ kind: 'text', label: 'last_round', text: '' });
    expect(found(parts, 'note')).toMatchObject({ text: 'ab' });
    expect(found(parts, 'dice')).toMatchObject({ dice: true });
    const players = parts.filter((part) => part.kind === 'panel' && part.seat !== null);
    expect(players.map((part) => (part.kind === 'panel' ? part.parts.length : 0))).toEqual([3, 2]);
    expect(JSON.stringify(players[1])).not.toContain('hand');
  });

  it('lights what a legal move is made with, of mine and of what is common', () => {
    const faces = (part: Part) =>
      (part.kind === 'things' ? part.things : []).map(({ face, moves }) => [face, moves]);
    expect(faces(found(parts, 'market'))).toEqual([
      ['elm', [0]],
      ['oak', [3]],
    ]);
    expect(faces(found(parts, 'dice'))).toEqual([
      ['3', []],
      ['5', [4]],
    ]);
    const grid = found(parts, 'meadow');
    expect(grid.kind === 'grid' && grid.rows.map((row) => row.map((thing) => thing?.moves))).toEqual([
      [[], [2]],
      [[], []],
    ]);
    const me = parts.find((part) => part.kind === 'panel' && part.seat === 0);
    const hand = me?.kind === 'panel' ? found(me.parts, 'hand') : null;
    expect(hand).toEqual({
      kind: 'things',
      label: 'hand',
      dice: false,
      things: [{ face: 'ash', count: 2, moves: [1, 3] }],
    });
  });

  it('lays out hexes, with none where there is null, in the colours of a few names', () => {
    const hexes = record('View', {
      dice: each(1, number),
      soldiers: each(1, number),
      free_hexes: each(2, each(2, optional({ kind: 'named', names: ['', ...CARDS] }))),
    });
    const built = [
      [null, ''],
      ['elm', 'ash'],
    ];
    const laid = lay(
      hexes,
      { dice: [2], soldiers: [1], free_hexes: built },
      { seat: 0, legal: [{ do: 'build', row: 1, column: 2 }] },
    );
    expect(found(laid, 'free_hexes')).toEqual({
      kind: 'grid',
      label: 'free_hexes',
      hexes: true,
      rows: [
        [null, { face: '', count: 1, moves: [0] }],
        [
          { face: 'elm', count: 1, moves: [], tone: 1 },
          { face: 'ash', count: 1, moves: [], tone: 2 },
        ],
      ],
    });
    expect(found(laid, 'dice')).toMatchObject({ dice: true, things: [{ face: '2', moves: [] }] });
    expect(found(laid, 'soldiers')).toMatchObject({ dice: false });
  });

  it('lays out a grid of views: a name is the face, the owner a mark, the rest stands below', () => {
    const bed = record('Bed', {
      herb: optional(card),
      owner: optional(number),
      height: optional(number),
      tokens: counts,
      wet: flag,
    });
    const ofBeds = (item: Schema) => record('View', { garden: each(1, each(2, item)) });
    const planted = { herb: 'elm', owner: 0, height: 3, tokens: { oak: 2 }, wet: true };
    const bare = { herb: null, owner: null, height: null, tokens: {}, wet: false };
    const looking = { seat: 0, legal: [{ do: 'plant', row: 1, column: 2 }] };
    expect(lay(ofBeds(bed), { garden: [[planted, bare]] }, looking)).toEqual([
      {
        kind: 'grid',
        label: 'garden',
        hexes: false,
        rows: [
          [
            {
              face: 'elm',
              tone: 1,
              owner: 0,
              notes: [
                { label: 'height', value: 3 },
                { label: 'tokens', value: { oak: 2 } },
                { label: 'wet', value: true },
              ],
              count: 1,
              moves: [],
            },
            { face: '', count: 1, moves: [0] },
          ],
        ],
      },
    ]);
    const large = record('Camp', { beds: ofBeds(bed) });
    expect(
      lay(ofBeds(large), { garden: [[{ beds: { garden: [] } }]] }, looking).map(({ kind }) => kind),
    ).toEqual(['panel']);
  });

  it('lights nothing of somebody else, and nothing for who looks on', () => {
    const other = lay(schema, view, { seat: 1, legal });
    const their = other.find((part) => part.kind === 'panel' && part.seat === 0);
    expect(JSON.stringify(their)).not.toMatch(/"moves":\[\d/);
    expect(JSON.stringify(lay(schema, view, { seat: null, legal: [] }))).not.toMatch(/"moves":\[\d/);
  });

  it('lays out nothing where there is no view', () => {
    expect(lay(number, 1, { seat: 0, legal: [] })).toEqual([]);
    expect(
      lay(record('X', { odd: { kind: 'union', tag: 't', cases: {} } }), { odd: {} }, { seat: 0, legal: [] }),
    ).toEqual([]);
  });

  it('says moves and events by what they hold', () => {
    expect(plain('draw_pile')).toBe('draw pile');
    expect(saidOf({ do: 'pay', cards: ['ash', 'oak'], twice: true, never: false, none: null }, 'do')).toEqual(
      ['ash + oak', 'twice'],
    );
    expect(
      saidOf({ event: 'draw', seat: 0, number: 3, cards: { oak: 2, elm: 1 }, kept: {} }, 'event'),
    ).toEqual(['3', 'oak ×2 + elm']);
    expect(inWords([{ card: 'oak' }, 'elm'], (face) => face.toUpperCase())).toBe('card OAK + ELM');
  });

  it('calls cards in moves and events what it calls them on the board', async () => {
    const words = {
      en: { 'face_mint-1': 'Mint', move_lay: 'Lay {card}', event_draw: '{name} draws {cards}' },
    };
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: 'herbs', words })));
    await load('herbs/messages');
    expect(moveWords('herbs', { do: 'lay', card: 'mint-1' })).toBe('Lay Mint');
    expect(moveWords('herbs', { do: 'keep', card: 'mint-1' })).toBe('keep Mint');
    expect(eventWords('herbs', { event: 'draw', seat: 0, cards: { 'mint-1': 2 } }, ['Ann'])).toBe(
      'Ann draws Mint ×2',
    );
  });
});
