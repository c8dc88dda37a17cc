/** What a game gives to the page: a board, counts for the strip of players, and words. Nothing else knows a game. */
import type { Component, Snippet } from 'svelte';
import type { Values } from '../lib/i18n.svelte';

/** A move, a view or an event of some game. Each game has types of its own, made from its rules. */
export type Json = Record<string, unknown>;
/** Shows what happened; null: there is nothing to be seen. */
export type Animator<View = Json, Event = Json> = (events: Event[], after: View) => Promise<void> | null;

export interface BoardProps<View = Json, Move = Json, Event = Json> {
  /** The strip of players; the board says what it shows of each seat. */
  strip: Snippet<[Snippet<[number]>]>;
  view: View;
  /** The seat that looks; null: a spectator. */
  seat: number | null;
  names: string[];
  /** Who may act now. */
  pending: number[];
  /** The moves that are possible now; none when it is not my turn or something is on its way. */
  legal: Move[];
  /** When my clock runs out, in milliseconds of Date.now(); null: no clock. */
  deadline?: number | null;
  /** A hint in words, to be shown in place of the sentence. */
  hint?: Snippet | null;
  /** A move that the hint advises. */
  advice: Move | null;
  /** A match that is over is watched again: nothing waits for anybody. */
  replay?: boolean;
  onmove: (move: Move) => void;
  /** What I am about to do, so that a hint can be compared with it; null: nothing yet. */
  onaim?: (move: Move | null) => void;
  /** Takes my last move back; null: that cannot be done now. */
  onundo?: (() => void) | null;
  /** The board hands over the function that shows what happened before the new view is shown. */
  onready: (animate: Animator<View, Event>) => void;
}

export interface ScoreLine {
  label: string;
  detail: string;
  points: number;
}

/** A move in words, and what speaks for it; `byHand` is what the player has to do first, which no button does. */
export interface Advice {
  move: string;
  why: string;
  byHand?: string;
}

/** Something that a newcomer should hear: a message of the game, and what fills its places. */
export interface Tip {
  key: string;
  values?: Values;
}

export interface Game<View = Json, Move = Json, Event = Json> {
  id: string;
  /** Whether players hide something from each other now: then a curtain falls between those who share a screen. */
  secrets: (options: string[], view: View) => boolean;
  Board: Component<BoardProps<View, Move, Event>>;
  /** Whether players have boards of their own: then an analysis shows that of who moved. */
  apart?: boolean;
  /** What everybody may see of a seat, for the strip of players while the curtain is down. */
  Counts: Component<{ view: View; seat: number }>;
  /** An event in words, with the player's name; empty when it is not worth a line. */
  tell: (event: Event, names: string[]) => string;
  /** An event as the log keeps it once the next move is made: without what players are to remember themselves. */
  fade?: (event: Event) => Event;
  /** A move in words, for a hint. */
  advise: (move: Move, view: View, seat: number, names: string[]) => Advice;
  /** For a first game: what can be done now and why, the most important first; none where there is nothing to say. */
  coach?: (view: View, legal: Move[], seat: number) => Tip[];
  /** A line of the score, by the name that the rules give it: what a hint gives as its reason. */
  line: (name: string) => string;
  /** Points line by line, at the end. */
  scoring: (view: View, seat: number) => ScoreLine[];
  /** What the result earns in words, if the game has such titles. */
  title?: (view: View, seat: number) => string;
  /** What breaks a tie, in words; empty where nothing does. */
  tie: (view: View, seat: number) => string;
}

/** A game as the shell knows it: it hands on what the server sent for that very game, whatever that is made of. */
export const shelled = <View, Move, Event>(game: Game<View, Move, Event>) => game as unknown as Game;

/** What the start page needs of a game before anything else is loaded. */
export interface GameCard {
  id: string;
  Cover: Component;
  load: () => Promise<Game>;
  how: () => Promise<{ default: Component }>;
  /** Whether one mostly plays it alone: then no opponents are proposed. */
  alone?: boolean;
  /** Options that can be chosen on the start page already; all are in the lobby. */
  offers?: string[];
  /** Whether the game has a coach for a first game. */
  coached?: boolean;
}
