/** A game that the page has no board for: the default board, or the one that the game brings. */
import { t } from '../lib/i18n.svelte';
import { about, MODULES } from '../lib/outside';
import type { Game, Json, ScoreLine } from '../games/game';
import Board from './Board.svelte';
import Counts from './Counts.svelte';
import OwnBoard from './OwnBoard.svelte';
import { shown, type OwnModule } from './shown.svelte';
import { eventWords, moveWords, word } from './words';

function scoring(view: Json, seat: number): ScoreLine[] {
  const player = (view['players'] as Json[] | undefined)?.[seat];
  const points = player?.['score'];
  return typeof points === 'number' ? [{ label: t('total'), detail: '', points }] : [];
}

export async function open(id: string): Promise<Game> {
  const described = await about(id);
  const address = `${MODULES}${id}/board.js`;
  const own = described.board ? ((await import(/* @vite-ignore */ address)) as OwnModule) : null;
  [shown.about, shown.own] = [described, own];
  return {
    id,
    secrets: () => described.secrets,
    Board: own ? OwnBoard : Board,
    sky: 'var(--paper-2)',
    Counts,
    tell: (event, names) => eventWords(id, event, names),
    advise: (move) => ({ move: moveWords(id, move) }),
    reasons: () => Promise.resolve(() => []),
    effects: () => [],
    point: () => Promise.resolve(() => ({ touch: [], look: ['.default-board'], arrows: [] })),
    line: (name) => word(id, `line_${name}`, name === 'points' ? t('total') : name),
    scoring,
    picture: () => import('./Picture.svelte'),
  };
}
