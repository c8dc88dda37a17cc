/** The engine of the page: matches with the very same rules as on the server, without a server. It knows no game. */
export * from './bots';
export * from './errors';
export { EVERYTHING, Game, SPECTATOR, type GameData, type Json, type Source, type State } from './game';
export { commitment, luckFor, newSeed } from './luck';
export { Match, type MatchOptions, type Viewer } from './match';
export { Module, type Block, type Description } from './module';
export type { Move } from './moves';
export { check, load, replay, toJson, verify, type MatchRecord, type Verdict } from './record';
