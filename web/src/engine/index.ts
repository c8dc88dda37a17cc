/** The engine of the page: matches with the very same rules as on the server, without a server. It knows no game. */
export * from './bots';
export { openLevels, settleCampaign } from './campaign';
export { botLuck, dailySeed } from './daily';
export type { Ending, Incident } from './endings';
export * from './errors';
export type { GameData } from './data';
export { Game, SPECTATOR, type State } from './game';
export { commitment, hash, luckFor, newSeed, sealOf, sharedSeed, type Lanes } from './luck';
export { Match, type Viewer } from './match';
export { Module, type Description } from './module';
export type { Move } from './moves';
export { load, replay, toJson, type MatchRecord } from './record';
export { check, verify } from './verifying';
