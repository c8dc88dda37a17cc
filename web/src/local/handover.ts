/** A match of this browser goes on at the server, so that others can join. */
import { api } from '../lib/api';
import { forgetTable, keepTable } from '../lib/storage';
import type { SeatWish } from '../lib/protocol';
import { remove } from './store';
import { localTable } from './tables';

/** Hand it over; the name of the table there. */
export async function handOver(id: string): Promise<string> {
  const table = await localTable(id);
  if (!table) throw new Error(`there is no match ${id}`);
  const seats = table.info.seats.map(({ kind, level, stand_in, character, colour }): SeatWish =>
    kind === 'bot' || stand_in
      ? { kind: 'bot', level: level ?? stand_in ?? '', character, colour }
      : { kind: 'mine', character, colour },
  );
  const made = await api.handOver({ record: { ...table.record(true) }, seats });
  const [mine, others] = [true, false].map((own) =>
    made.seats.filter(({ seat }) => table.mine.includes(seat) === own),
  );
  const { game } = table.info;
  keepTable(made.table, {
    game,
    others,
    tokens: [made.host, ...(mine ?? []).map(({ token }) => token)],
  });
  forgetTable(id);
  await remove(id);
  return made.table;
}
