/** Whether a seat plays for itself: nobody can do anything to it, so the others can be left out (src/lodge/analysis/field.py). */
import type { State } from '../game';
import type { Desk } from './field';

export const same = (one: State, other: State): boolean => one.every((byte, i) => byte === other[i]);

/** The position without the others, where they cannot matter to the seat; elsewhere, the position. */
export function withoutOthers({ module }: Desk, state: State, seat: number): State {
  return module.within(() => {
    const own = module.record('State');
    module.fill(own, state);
    module.call('greedy.alone', own, seat);
    return module.copy(own);
  });
}

/** The same, or null where somebody could answer. */
export function undisturbed(desk: Desk, state: State, seat: number): State | null {
  const { module } = desk;
  const own = withoutOthers(desk, state, seat);
  const seats = module.within(() => {
    const at = module.record('State');
    module.fill(at, own);
    return module.get(module.field(at, 'seats'));
  });
  return seats > 1 && same(own, state) ? null : own;
}

/** Whether, from this position on, nobody can do anything to the others, and all is open. */
export function apart(desk: Desk, state: State): boolean {
  return !desk.game.description.constants.SECRETS && !same(withoutOthers(desk, state, 0), state);
}
