/** Words of puzzles. */
import { speaker } from '../lib/i18n.svelte';

export const SCOPE = 'puzzles/messages';
export const say = speaker<string>(SCOPE);
