/** What is asked of the server over HTTP. */
import type {
  AskProgress,
  Catalogue,
  Failure,
  NewPlay,
  NewTable,
  Possible,
  Progress,
  Replay,
  Summary,
  TableMade,
  Verified,
} from './protocol';

export class Refused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const request: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(path, request);
  const json: unknown = await answer.json();
  if (!answer.ok) throw new Refused(json as Failure);
  return json as T;
}

let catalogue: Promise<Catalogue> | undefined;

export const api = {
  catalogue: () => {
    catalogue ??= ask<Catalogue>('/api/games').catch((error: unknown) => {
      catalogue = undefined;
      throw error;
    });
    return catalogue;
  },
  newTable: (wish: NewTable) => ask<TableMade>('/api/tables', wish),
  progress: (wish: AskProgress) => ask<Progress>('/api/progress', wish),
  newPlay: (wish: NewPlay) => ask<TableMade>('/api/progress/tables', wish),
  summary: (id: string) => ask<Summary>(`/api/tables/${id}`),
  replay: (id: string) => ask<Replay>(`/api/tables/${id}/replay.json`),
  possible: (id: string, number: number) => ask<Possible>(`/api/tables/${id}/possible/${number}.json`),
  record: (id: string) => ask<unknown>(`/api/tables/${id}/record.json`),
  verify: (record: unknown) => ask<Verified>('/api/verify', record),
};
