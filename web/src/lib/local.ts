/** Tables that live in this browser are told from a server's by their names. */
export const LOCAL = 'local-';
export const isLocal = (id: string) => id.startsWith(LOCAL);

/** The name of a position that is to be solved: nothing of it is kept. */
export const PUZZLE = `${LOCAL}puzzle`;

/** A game's deal of a day, by a version of its rules. Who plays it for the first time counts; later tries are practice. */
export interface Deal {
  game: string;
  rules: number;
  day: string;
}

const DEAL = /^local-day-(\d{4}-\d\d-\d\d)-(.+)-r(\d+)(?:-t(\d+))?$/;

/** The table of a deal: the first try has one name everywhere, so that two tabs share it. */
export const dealId = ({ game, rules, day }: Deal, tried = 1) =>
  `${LOCAL}day-${day}-${game}-r${rules}${tried > 1 ? `-t${tried}` : ''}`;

/** The deal that is played at a table, and which try it is; null: another match. */
export function dealAt(id: string): (Deal & { tried: number }) | null {
  const [, day, game, rules, tried] = DEAL.exec(id) ?? [];
  if (!day || !game) return null;
  return { day, game, rules: Number(rules), tried: Number(tried ?? 1) };
}
