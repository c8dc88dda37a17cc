/** Company at a table in words: what happens beside the moves, what is offered, how it ended. */
import { load, speaker } from '../lib/i18n.svelte';
import type { Happening, OfferInfo, Result } from '../lib/protocol';

type Ending = NonNullable<Result['ending']>;

const SCOPE = 'together/messages';
export const say = speaker<string>(SCOPE);
/** They come when they are needed, not with the first table. */
export const words = () => load(SCOPE);

/** What happened beside the moves, as a line of the log. */
export function tellHappening({ kind, seat, what }: Happening, names: string[]): string {
  const name = names[seat] ?? '?';
  return kind === 'offered' ? say(`offered_${what}`, { name }) : say(`happened_${kind}`, { name });
}

/** How a match ended, if not by its rules; '' if it did, or while the words are on their way. */
export function tellEnding(ending: Ending | null | undefined, winners: number[], names: string[]): string {
  if (!ending) return '';
  const gaveUp = names.filter((_, seat) => !winners.includes(seat));
  return say(`ended_${ending}`, { name: gaveUp.join(', ') }).replace(/\.$/, '');
}

/** What is offered, to who is to answer. */
export function tellOffer({ what, seat, yes, moves }: OfferInfo, names: string[]): string {
  const name = names[what === 'bot' ? (yes[0] ?? 0) : seat] ?? '?';
  const told = say(`offered_${what}`, { name });
  return what === 'undo' ? `${told}. ${say('offer_moves', { count: moves })}` : told;
}
