/** My games at the server: asked for as the player that this browser is. */
import { api, Refused } from './api';
import { isLocal } from './local';
import { player, startAnew } from './player';
import type { MyGames } from './protocol';
import { keepTable, tables } from './storage';

/** What the server says to this player; where another device has removed this one, to somebody new. */
export async function asPlayer<T>(question: (player: string) => Promise<T>): Promise<T> {
  try {
    return await question(player());
  } catch (problem) {
    if (!(problem instanceof Refused) || problem.failure.code !== 'removed_device') throw problem;
    startAnew();
    return question(player());
  }
}

/** Those tables first of which the server does not know yet that they are mine. */
export async function myGames(more: { before?: number; forgotten?: boolean } = {}): Promise<MyGames> {
  const unknown = tables().filter(({ id, tokens, claimed }) => !isLocal(id) && tokens.length && !claimed);
  const claims = unknown.map(({ id, tokens }) => ({ table: id, tokens }));
  const found = await asPlayer((mine) => api.games({ player: mine, claims, ...more }));
  for (const { id } of unknown.reverse()) keepTable(id, { claimed: true });
  return found;
}

/** Take a match off my list, or put it back. */
export async function forgetGame(table: string, forget: boolean): Promise<void> {
  await asPlayer((mine) => api.forget({ player: mine, table, forget }));
  if (tables().some(({ id }) => id === table)) keepTable(table, { forgotten: forget });
}
