/** What a server tells a page that runs the rules itself: positions and events as bytes, made into what a board shows. */
import { luckFor, SPECTATOR, type Game, type State } from '../engine';
import type { Json } from '../games/game';
import type { Hint, HintAnswer, Play, Sight, Step, Update } from '../lib/protocol';
import { openGame } from './games';

export const base64 = (bytes: State) => btoa(String.fromCharCode(...bytes));
const bytes = (base64: string): State => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const eye = (seat: number | null) => seat ?? SPECTATOR;

/** A hint at a server's table, from what the seat knows there. */
export async function hintFrom(
  id: string,
  { known, seats, number }: { known: string; seats: number; number: number },
  hint: Hint,
): Promise<HintAnswer> {
  const [{ hintAnswer }, { ask }, game] = await Promise.all([
    import('./requests'),
    import('./workers'),
    openGame(id),
  ]);
  return hintAnswer(ask, game, { seats, state: bytes(known), number }, hint);
}

/** An update with views, legal moves and events in place of bytes. */
export function understood(game: Game, update: Update): Update {
  const seen = new Map<string, Json>(); // where all see the same, one look is enough
  const look = (state: string, known: State, seat: number | null): Json => {
    const found = (game.data.alike && seen.get(state)) || game.views(known, [eye(seat)])[0] || {};
    seen.set(state, found);
    return found;
  };
  const sights = update.known.map(({ seat, state, view, legal, can_undo }): Sight => {
    const known = state === null ? null : bytes(state);
    const mine = seat !== null && update.pending.includes(seat);
    const actions = known && mine ? game.legal(known, seat) : legal;
    return {
      seat,
      view: state !== null && known ? look(state, known, seat) : game.viewOf(bytes(view ?? '')),
      legal: actions.map((action) => game.moves.move(action)),
      can_undo,
    };
  });
  return {
    ...update,
    sights: update.sights.length ? update.sights : sights,
    steps: update.steps.map((step) => heard(game, step)),
  };
}

function heard(game: Game, step: Step): Step {
  const seen = step.seen.map((one) =>
    one.told === null ? one : { ...one, events: game.eventsOf(bytes(one.told)) },
  );
  return { ...step, seen };
}

/**
 * What a move leads to, where that is certain: no luck, nothing that anybody sees for the first time. Null where only
 * the server knows.
 */
export function foreseen(game: Game, update: Update, { seat, move }: Play): Update | null {
  const known = update.known.find((one) => one.seat === seat)?.state;
  if (!known) return null;
  const before = bytes(known);
  const action = game.moves.action(move as Json);
  const { state, pending, legal, free } = game.step(before, seat, action, [1, 0, 0, 0]);
  if (!free) return null;
  const sights = update.sights.map((sight): Sight => {
    if (sight.seat !== seat) return { ...sight, legal: [] };
    const mine = pending.includes(seat);
    const actions = mine ? (legal ?? game.legal(state, seat)) : [];
    return {
      seat,
      view: game.views(state, [seat])[0] ?? {},
      legal: actions.map((one) => game.moves.move(one)),
      can_undo: false,
    };
  });
  const events = game.events(before, seat, action, state, seat);
  const number = update.number + 1;
  const text = game.moves.text(action);
  const seen = update.sights.map((sight) => ({ seat: sight.seat, events, told: null }));
  const step: Step = { number, seat, undo: false, text, time_up: false, seen };
  return { ...update, number, steps: [step], sights, known: [], pending, over: false };
}

/** How often a move is tried with another luck, to see what does not depend on it. */
const TRIES = 24;

/** A move with one luck after the other, and with all that the seat cannot know dealt anew. */
function* tried(game: Game, update: Update, { seat, move }: Play) {
  const known = update.known.find((one) => one.seat === seat)?.state;
  if (!known) return;
  const action = game.moves.action(move as Json);
  for (let number = 0; number < TRIES; number++) {
    const luck = luckFor('what is sure', number);
    const before = game.imagine(bytes(known), seat, luck);
    yield { before, action, after: game.step(before, seat, action, luck).state };
  }
}

/**
 * What a seat will see of its move whatever the luck, and whatever is hidden: the first events, with null for all that only
 * the server knows (which dice are rolled, not what they show). To be shown while the server is asked.
 */
export function sure(game: Game, update: Update, play: Play): Json[] {
  let found: Json[] | null = null;
  for (const { before, action, after } of tried(game, update, play)) {
    const events = game.events(before, play.seat, action, after, play.seat);
    found = found === null ? events : inBoth(found, events);
    if (!found.length) break;
  }
  return found ?? [];
}

/** What a seat will see after its move whatever the luck, with null for the rest; null where only the server knows. */
export function sureView(game: Game, update: Update, play: Play): Json | null {
  let found: Json | null = null;
  for (const { after } of tried(game, update, play)) {
    const [view = {}] = game.views(after, [play.seat]);
    found = found === null ? view : (alike(found, view) as Json);
  }
  return found;
}

/** The first events of both that are of the same kind, with what they have in common. */
function inBoth(one: readonly Json[], other: readonly Json[]): Json[] {
  const differs = one.findIndex((event, i) => event.event !== other[i]?.event);
  const count = differs < 0 ? one.length : differs;
  return one.slice(0, count).map((event, i) => alike(event, other[i]) as Json);
}

function alike(one: unknown, other: unknown): unknown {
  if (one === other) return one;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return null;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  if (Array.isArray(one) !== Array.isArray(other) || keys.join() !== others.join()) return null;
  const parts = keys.map((key) => [key, alike((one as Json)[key], (other as Json)[key])] as const);
  return Array.isArray(one) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}
