/** What a server answers about its tables, answered for those of this browser. */
import { EngineError, type Match, type MatchRecord } from '../engine';
import { withCharacters } from '../lib/characters';
import type { Possible, Replay, Summary } from '../lib/protocol';
import { levelOf } from './presenter';
import { get } from './store';
import type { LocalTable } from './table';
import { localTable } from './tables';

async function table(id: string): Promise<LocalTable> {
  const found = await localTable(id);
  if (!found) throw new EngineError('no_position');
  return found;
}

/** What could have been played after so many moves of a match. */
export function possibleAt(match: Match, number: number): Possible {
  const { game } = match;
  const { seat } = match.moveAt(number + 1);
  const actions = game.legal(match.stateAt(number), seat);
  return {
    number,
    seat,
    moves: actions.map((action) => ({ move: game.moves.move(action), text: game.moves.text(action) })),
  };
}

export const localApi = {
  /** A line of a list: what was kept is enough, the match is not replayed for it. */
  async summary(id: string): Promise<Summary> {
    const kept = await get(id);
    if (!kept) throw new EngineError('no_position');
    return {
      id,
      game: kept.game,
      status: kept.over ? 'over' : 'playing',
      seats: withCharacters(kept.seats).map(({ name, level, character, colour }, seat) => ({
        seat,
        name,
        level: levelOf(level),
        character,
        colour,
      })),
      pending: kept.pending,
      number: kept.log.length,
      next: kept.next,
      result: null,
    };
  },

  /** A finished match, position by position, with all that was hidden. */
  async replay(id: string): Promise<Replay> {
    const { match } = await table(id);
    const moves = [{ seat: null, text: '' }, ...match.history];
    return {
      game: match.game.id,
      names: [...match.names],
      frames: moves.map(({ seat, text }, number) => ({
        number,
        seat,
        text,
        events: number ? match.replayEvents(number) : [],
        view: match.replayView(number),
      })),
    };
  },

  /** What could have been played after so many moves of a finished match. */
  async possible(id: string, number: number): Promise<Possible> {
    return possibleAt((await table(id)).match, number);
  },

  async record(id: string): Promise<MatchRecord> {
    return (await table(id)).record();
  },
};

export type LocalApi = typeof localApi;
