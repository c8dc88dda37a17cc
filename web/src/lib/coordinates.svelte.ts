/** Whether boards show the names of their places: then moves are told with them, too. */
import { keep } from './storage';

const NAME = 'coordinates';
let shown = $state(keep.get(NAME) === 'on');

export const coordinates = {
  get shown() {
    return shown;
  },
  set shown(on: boolean) {
    shown = on;
    keep.set(NAME, on ? 'on' : 'off');
  },
};

/** Where, to be added to a sentence. */
export const at = (...places: readonly string[]): string =>
  shown && places.some(Boolean) ? ` (${places.join(' ')})` : '';
