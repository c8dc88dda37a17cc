/** What is asked about games and tables: of the server over HTTP, or of this browser. */
import type { LocalApi } from '../local/api';
import usual from './catalogue.json';
import { isLocal } from './local';
import type {
  AskGames,
  AskPlayer,
  AskProgress,
  Catalogue,
  Failure,
  ForgetGame,
  HandOver,
  KeepPlay,
  Link,
  MyGames,
  NetworkInfo,
  NewLink,
  NewPlay,
  NewTable,
  NoticesInfo,
  OpenLink,
  OpenNetwork,
  PlayerInfo,
  Progress,
  RemoveDevice,
  ServerKey,
  SetNotices,
  TableMade,
} from './protocol';
import { reached } from './online.svelte';
import { SITE } from './site';

export class Refused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** There is nobody to ask: on a static site, or without a network. */
export class NoServer extends Error {}

async function asked(path: string, request: RequestInit): Promise<Response> {
  if (SITE) throw new NoServer();
  try {
    const answer = await fetch(path, request);
    reached(true);
    return answer;
  } catch (cause) {
    reached(false);
    throw new NoServer('', { cause });
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const request: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await asked(path, request);
  const json: unknown = await answer.json();
  if (!answer.ok) throw new Refused(json as Failure);
  return json as T;
}

let catalogue: Promise<Catalogue> | undefined;

/** What the server answers about its tables. */
const there: LocalApi = {
  summary: (id) => ask(`/api/tables/${id}`),
  replay: (id) => ask(`/api/tables/${id}/replay.json`),
  possible: (id, number) => ask(`/api/tables/${id}/possible/${number}.json`),
  record: (id) => ask(`/api/tables/${id}/record.json`),
};

/** Who knows of a table: this browser, or the server. */
const of = async (id: string) => (isLocal(id) ? (await import('../local/api')).localApi : there);

/** What can be played, as the page itself knows it. */
export const KNOWN: Catalogue = usual;

/** What a game is called. */
export const titleOf = (id: string) => KNOWN.games.find((one) => one.id === id)?.title ?? id;

export const api = {
  /** With what only the server knows, if there is one. */
  catalogue: () => {
    catalogue ??= ask<Catalogue>('/api/games').catch(() => {
      catalogue = undefined;
      return KNOWN;
    });
    return catalogue;
  },
  network: () => ask<NetworkInfo>('/api/network'),
  openNetwork: (wish: OpenNetwork) => ask<NetworkInfo>('/api/network', wish),
  handOver: (wish: HandOver) => ask<TableMade>('/api/tables/hand-over', wish),
  newTable: (wish: NewTable) => ask<TableMade>('/api/tables', wish),
  key: () => ask<ServerKey>('/api/key'),
  progress: (wish: AskProgress) => ask<Progress>('/api/progress', wish),
  keepPlay: (wish: KeepPlay) => ask<Progress>('/api/progress/records', wish),
  newPlay: (wish: NewPlay) => ask<TableMade>('/api/progress/tables', wish),
  player: (wish: AskPlayer) => ask<PlayerInfo>('/api/player', wish),
  newLink: (wish: NewLink) => ask<Link>('/api/player/links', wish),
  openLink: (wish: OpenLink) => ask<PlayerInfo>('/api/player/devices', wish),
  removeDevice: (wish: RemoveDevice) => ask<PlayerInfo>('/api/player/devices/remove', wish),
  games: (wish: AskGames) => ask<MyGames>('/api/player/games', wish),
  notices: (wish: AskPlayer) => ask<NoticesInfo>('/api/player/notices/ask', wish),
  setNotices: (wish: SetNotices) => ask<NoticesInfo>('/api/player/notices', wish),
  forget: (wish: ForgetGame) => ask<unknown>('/api/player/games/forget', wish),
  summary: async (id: string) => (await of(id)).summary(id),
  replay: async (id: string) => (await of(id)).replay(id),
  possible: async (id: string, number: number) => (await of(id)).possible(id, number),
  record: async (id: string): Promise<unknown> => (await of(id)).record(id),
};
