/** What the pages of this browser tell each other of matches. */
import { NEWS } from './store';

export const news = new BroadcastChannel(NEWS);
