/** My games and devices in words. */
import { language, speaker } from '../lib/i18n.svelte';

export const say = speaker<string>('me/messages');

/** A moment, in the language of the page. */
export const momentIn = (seconds: number) =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);
