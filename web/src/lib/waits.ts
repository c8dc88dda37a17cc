/** Whether somebody waits for a bot (or a hint) that cannot think before the game's rules are compiled. */
import type { Table } from './table.svelte';

export function waits({ info, pending, thinking }: Pick<Table, 'info' | 'pending' | 'thinking'>): boolean {
  const bots = info?.seats.filter((seat) => seat.kind === 'bot' || seat.stand_in) ?? [];
  return info?.ready === false && (thinking || bots.some(({ seat }) => pending.includes(seat)));
}
