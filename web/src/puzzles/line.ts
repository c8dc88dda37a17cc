/** The line to a position that is to be solved: a table that says where it stands, and nothing else. */
import { seatsFor } from '../local/create';
import { base64 } from '../local/foresight';
import { SEAT, TABLE } from '../lib/blank';
import type { Wire } from '../lib/connection';
import type { ServerMessage, TableInfo } from '../lib/protocol';
import { PUZZLE } from '../lib/local';
import type { State } from '../engine';

export interface Position {
  game: string;
  state: State;
  seat: number;
  /** Who plays there. */
  names: string[];
  characters?: string[];
}

function infoOf({ game, seat, names, characters }: Position): TableInfo {
  const seats = seatsFor(
    names.map((name, at) => ({
      kind: at === seat ? 'mine' : 'bot',
      name,
      character: characters?.[at] ?? '',
    })),
  );
  return {
    ...TABLE,
    id: PUZZLE,
    game,
    status: 'playing',
    seats: seats.map(({ kind, character, colour }, at) => ({
      ...SEAT,
      seat: at,
      kind: kind === 'mine' ? 'human' : 'bot',
      name: names[at] ?? '',
      character: character ?? '',
      colour: colour ?? '',
    })),
    mine: [seat],
  };
}

export function lineTo(position: Position): Wire {
  const { seat, state } = position;
  const known = [{ seat, state: base64(state), view: null, legal: [], can_undo: false }];
  const says = (message: ServerMessage) => wire.onmessage?.({ data: JSON.stringify(message) });
  const wire: Wire = {
    onopen: null,
    onmessage: null,
    onclose: null,
    close: () => undefined,
    send: (data) => {
      const { type } = JSON.parse(data) as { type: string };
      if (type === 'ping') says({ type: 'pong', ref: null });
      if (type !== 'hello') return;
      const update = { number: 0, steps: [], sights: [], known, pending: [seat], over: false };
      says({
        type: 'welcome',
        version: 'local',
        table: infoOf(position),
        update: { type: 'update', ...update, seconds_left: null, clocks: [] },
        chat: [],
      });
    },
  };
  queueMicrotask(() => wire.onopen?.());
  return wire;
}
