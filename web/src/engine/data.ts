/** What must be known of a game besides its rules: `engine.json`, written by src/lodge/bots/typescript.py. */
import type { MoveList } from './moves';

/** A budget; a level without slack plays as `master`. */
export interface LevelSettings {
  playouts: number | null;
  milliseconds: number | null;
  slack: number | null;
}

export interface GameData {
  game: string;
  rules: number;
  oneOf: readonly string[];
  allSee: boolean;
  alike: boolean;
  mostEvents: number;
  moreIsBetter: boolean;
  /** That a move of a play-out takes on one core of an ordinary machine. */
  microseconds: number;
  levels: Readonly<Record<string, LevelSettings>>;
  net: string | null;
  master: {
    seats: readonly number[];
    deep: readonly number[] | null;
    /** The room that it needs to say what a last turn comes to, and in which parts of a point it does. */
    last: { rows: number; parts: number } | null;
    advice: readonly { seats: readonly number[]; file: string; features: number }[];
  } | null;
  /** Levels for one player alone: options, rounds and the points needed; and the campaign points worth a boast. */
  campaign: {
    levels: readonly { options: readonly string[]; rounds: number; need: number }[];
    boast: number;
  } | null;
  moves: MoveList;
}
