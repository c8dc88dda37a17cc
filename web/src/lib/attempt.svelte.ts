/** Something that is tried at a touch: whether it still goes on, and in words what went wrong. */
import { errorInWords } from './failures';

export class Attempt {
  busy = $state(false);
  error = $state('');

  run = async (work: () => Promise<unknown>): Promise<void> => {
    [this.busy, this.error] = [true, ''];
    try {
      await work();
    } catch (problem) {
      this.error = errorInWords(problem);
    }
    this.busy = false;
  };
}
