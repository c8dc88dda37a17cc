/** What a game gives to the page: a board, counts for the strip of players, and words. Nothing else knows a game. */
import type { Component, Snippet } from 'svelte';
import type { Step } from '../ending/steps';
import type { Values } from '../lib/i18n.svelte';

/** A move, a view or an event of some game. Each game has types of its own, made from its rules. */
export type Json = Record<string, unknown>;
/** Shows what happened; null: there is nothing to be seen. */
export type Animator<View = Json, Event = Json> = (events: Event[], after: View) => Promise<void> | null;

/** What is sure of something: null stands for what is not. */
export type Sure<T> = T extends object ? { [Part in keyof T]: Sure<T[Part]> | null } : T;

/** What happened in a move, as the one who looks saw it. */
export interface Happened<Event = Json> {
  seat: number;
  events: Event[];
}

export interface BoardProps<View = Json, Move = Json, Event = Json> {
  /** The strip of players; the board says what it shows of each seat. */
  strip: Snippet<[Snippet<[number]>]>;
  view: View;
  /** The seat that looks; null: a spectator. */
  seat: number | null;
  names: string[];
  /** The animals of the seats. */
  characters: string[];
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
  /** The moves so far, the last one at the end: it stays marked until the next. */
  log: readonly Happened<Event>[];
  /** At the end: the line of the score that is being counted, where it lies. */
  counting?: Step | null;
  /** A match that is over is watched again: nothing waits for anybody. */
  replay?: boolean;
  /** What I would see after a move, as the rules say; null where luck decides, or the rules are not in this page. */
  foresee?: (move: Move) => View | null;
  /** What of it is sure whatever the luck, with null for the rest; null where the rules are not in this page. */
  sure?: (move: Move) => Sure<View> | null;
  onmove: (move: Move) => void;
  /** What I am about to do, so that a hint can be compared with it; null: nothing yet. */
  onaim?: (move: Move | null) => void;
  /** Takes my last move back; null: that cannot be done now. */
  onundo?: (() => void) | null;
  /** The board hands over the function that shows what happened before the new view is shown. */
  onready: (animate: Animator<View, Event>) => void;
  /** Something is shown that moves have to wait for: cards are dealt. */
  onhold?: (showing: Promise<void>) => void;
}

/** What the bar below a board is told of the table. */
export type Waiting = Pick<BoardProps, 'names' | 'pending' | 'deadline' | 'hint'> & { me: number };

export interface ScoreLine {
  label: string;
  detail: string;
  points: number;
}

/** A move in words; `byHand` is what the player has to do first, which no button does. */
export interface Advice {
  move: string;
  byHand?: string;
}

/** What speaks for a move: a message of the game (in `why/`) with its numbers. It is true of the position, or not told. */
export interface Reason<Key extends string = string> {
  key: Key;
  values?: Values;
}

/** The names of reasons, by the names of their messages. */
export type WhyOf<Message> = Message extends `why_${infer Name}` ? Name : never;

/** Of some reasons those that hold. */
export const holding = <Why extends string>(...found: (Reason<Why> | false | null | undefined)[]) =>
  found.filter((one) => !!one);

/** How many reasons are told at once. */
const MOST_REASONS = 3;

/** The most important ones in words; `say` says the messages of the game's `why/`. */
export const inSentences = (reasons: readonly Reason[], say: (key: string, values?: Values) => string) =>
  reasons
    .slice(0, MOST_REASONS)
    .map(({ key, values }) => say(`why_${key}`, values))
    .join(' ');

/** What a move does to a line of the score. */
export interface Effect {
  line: string;
  points: number;
}

/** What is known when a move is explained: where it stands, what it leads to whatever the luck, and another move. */
export interface Situation<View = Json, Move = Json> {
  view: View;
  seat: number;
  legal: readonly Move[];
  /** What will be seen then, null where luck decides; null: nothing is known of it. */
  after: View | null;
  other: { move: Move; after: View | null } | null;
}

/** Where a move is made, as selectors of things on the board. */
export interface Pointing {
  /** What is to be touched: the first of these that is there; where several match it, any of them. */
  touch: readonly string[];
  /** Where to look. */
  look: readonly string[];
  /** What goes where; `ghost`: a faint copy of it lies there. */
  arrows: readonly { from: string; to: string; ghost?: boolean }[];
}

export interface Game<View = Json, Move = Json, Event = Json> {
  id: string;
  /** Whether players hide something from each other now: then a curtain falls between those who share a screen. */
  secrets: (options: string[], view: View) => boolean;
  Board: Component<BoardProps<View, Move, Event>>;
  /** The colour of its board's upper edge: what is above goes on in it. */
  sky: string;
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
  /** What speaks for a move, the most important first; fetched when somebody asks. */
  reasons: () => Promise<(move: Move, situation: Situation<View, Move>) => Reason[]>;
  /** What a move does to my points, line by line, as far as that is certain. */
  effects: (move: Move, before: View, after: View | null, seat: number) => Effect[];
  /** Where a move is made: for hints, and for the guide of a first game. */
  point: () => Promise<(move: Move, view: View, seat: number) => Pointing>;
  /** A line of the score, by the name that the rules give it: what a hint gives as its reason. */
  line: (name: string) => string;
  /** Points line by line, at the end. */
  scoring: (view: View, seat: number) => ScoreLine[];
  /** What the result earns in words, if the game has such titles. */
  title?: (view: View, seat: number) => string;
  /** How far it was to the next title, in words; empty where there is none. */
  next?: (view: View, seat: number) => string;
  /** A move as a small picture, for lists. */
  sketch?: () => Promise<{ default: Component<{ move: Move; view: View; seat: number }> }>;
  /** What a seat has at the end, as a drawing of 320 by 320. */
  picture: () => Promise<{ default: Component<{ view: View; seat: number; character: string }> }>;
  /** The colours and drawings that it needs around it. */
  Ground?: Component<{ children: Snippet }>;
  /** What breaks a tie, in words, if anything does. */
  tie?: (view: View, seat: number) => string;
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
  /** Whether it comes from elsewhere: then the page has nothing of it but what its server says. */
  outside?: boolean;
  /** Options that can be chosen on the start page already; all are in the lobby. */
  offers?: string[];
}
