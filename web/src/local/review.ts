/** A finished match of a server's table, analysed in this browser: the server need only tell its record. */
import { EngineError, replay } from '../engine';
import { api } from '../lib/api';
import type { Analyse, PlayOn, Possible } from '../lib/protocol';
import { possibleAt } from './api';
import { Requests, failure, Refused, type Send } from './requests';
import { openGame } from './games';
import { ask } from './workers';

export interface Reviewing {
  /** Answer as a server would. */
  hear: (message: Analyse | PlayOn, send: Send) => Promise<void>;
  /** What could have been played after so many moves. */
  possible: (number: number) => Possible;
}

/** Fails where the record cannot be had, or not be replayed here: then the server is asked. */
export async function reviewing(id: string, game: string): Promise<Reviewing> {
  const [record, rules] = await Promise.all([api.record(id), openGame(game)]);
  const match = replay(rules, record);
  const requests = new Requests(ask);
  return {
    async hear(message, send) {
      try {
        if (message.type === 'analyse') requests.analyse(match, message, send);
        else await requests.playOn(match, message, send);
      } catch (error) {
        if (!(error instanceof Refused || error instanceof EngineError)) throw error;
        send(failure(error, message.ref ?? null));
      }
    },
    possible: (number) => possibleAt(match, number),
  };
}
