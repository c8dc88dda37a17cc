/** What takes a while: bots' moves, hints, analyses. Workers do it, apart from the page. */
import type { Rival, RivalDeal } from '../daily/rival';
import { Bot, replay, type Lanes, type MatchRecord, type State } from '../engine';
import type { Weighed } from '../engine/analysis';
import { once } from '../lib/once';
import type { Analysis, WhatIf } from '../lib/protocol';
import { openGame } from './games';

/** What can be asked, and what is answered. A position is given whole: who thinks learns what the seat knows. */
export interface Asks {
  decide: [{ game: string; spec: string; seats: number; state: State; seat: number; luck?: Lanes }, number];
  ready: [{ game: string; spec: string; seats: number }, null];
  hint: [{ game: string; seats: number; state: State; seat: number; than: number | null }, Weighed];
  analyse: [{ record: MatchRecord }, Analysis];
  /** How `master` does with a daily deal, which took a person about so many moves. */
  rival: [{ deal: RivalDeal; moves: number }, Rival];
  what_if: [{ record: MatchRecord; number: number; move: string }, WhatIf];
}
export type Asked = { [Do in keyof Asks]: { do: Do } & Asks[Do][0] }[keyof Asks];
export type Answer<Do extends keyof Asks> = Asks[Do][1];

/** What is told of an analysis before it is there: how many moves are done, and a first picture. */
export type Told = { done: number; total: number } | { rough: Analysis };
export type Tell = (told: Told) => void;

/** A hint is given by this bot, and comparing its moves may take so many seconds. */
const [HINT, HINT_SECONDS] = ['master:600ms', 0.4];
const WHAT_IF_SECONDS = 2;
/** About how long an analysis takes; before it there is one that is rough, but there in a few seconds. */
const [ANALYSIS_SECONDS, ROUGH_SECONDS] = [20, 2];
/** How often progress is told, at most. */
const TOLD = 50;

const bots = new Map<string, Promise<Bot>>();

function bot(game: string, spec: string, seats: number): Promise<Bot> {
  return once(bots, `${game} ${spec} ${seats}`, async () => Bot.open(await openGame(game), spec, seats));
}

/** Only who asks for it loads it. */
const analysis = () => import('../engine/analysis');

export async function think(asked: Asked, tell: Tell, signal?: AbortSignal): Promise<unknown> {
  switch (asked.do) {
    case 'decide':
      return (await bot(asked.game, asked.spec, asked.seats)).decide(asked.state, asked.seat, {
        ...(asked.luck && { luck: asked.luck }),
        signal,
      });
    case 'ready':
      await bot(asked.game, asked.spec, asked.seats);
      return null;
    case 'hint': {
      const [{ hint }, searcher] = await Promise.all([analysis(), bot(asked.game, HINT, asked.seats)]);
      const { state, seat, than } = asked;
      return hint(searcher.game, state, seat, { searcher, seconds: HINT_SECONDS, than, signal });
    }
    case 'analyse':
      return analysed(asked.record, tell, signal);
    case 'rival': {
      const [{ rival }, game] = await Promise.all([import('../daily/rival'), openGame(asked.deal.game)]);
      return rival(game, asked.deal, (done) => tell({ done, total: asked.moves }), signal);
    }
    case 'what_if': {
      const [{ whatIf }, game] = await Promise.all([analysis(), openGame(asked.record.game)]);
      const match = replay(game, asked.record);
      return whatIf(match, asked.number, asked.move, { seconds: WHAT_IF_SECONDS, signal });
    }
  }
}

/** A rough analysis first, then better ones; the same record always gives the same. */
async function analysed(record: MatchRecord, tell: Tell, signal?: AbortSignal): Promise<Analysis> {
  const [{ analyse }, game] = await Promise.all([analysis(), openGame(record.game)]);
  const match = replay(game, record);
  const progress = (done: number, total: number) => {
    if (Math.floor((done * TOLD) / total) !== Math.floor(((done - 1) * TOLD) / total)) tell({ done, total });
  };
  const picture = (rough: Analysis) => tell({ rough });
  picture(await analyse(match, { rough: true, seconds: ROUGH_SECONDS, progress, signal }));
  return analyse(match, { seconds: ANALYSIS_SECONDS, picture, signal });
}
