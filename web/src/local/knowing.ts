/** What a server tells a page that runs the rules itself: positions and events as bytes, made into what a board shows. */
import { SPECTATOR, type Game, type State } from '../engine';
import type { Json } from '../games/game';
import type { Play, Sight, Step, Update } from '../lib/protocol';

const bytes = (base64: string): State => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const eye = (seat: number | null) => seat ?? SPECTATOR;

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
