// Made from src/lodge/server/ws/protocol.py: python -m lodge.server.typescript web/src/lib/protocol.ts

export type FailureCode =
  | "bad_message"
  | "hello_first"
  | "too_fast"
  | "too_many_tables"
  | "bad_origin"
  | "unknown_table"
  | "unknown_game"
  | "unknown_bot"
  | "bad_options"
  | "locked"
  | "bad_seats"
  | "bad_clock"
  | "bad_name"
  | "bad_text"
  | "bad_token"
  | "bad_record"
  | "not_host"
  | "not_your_seat"
  | "seat_taken"
  | "not_now"
  | "too_few_players"
  | "not_your_turn"
  | "illegal_move"
  | "late"
  | "cannot_undo"
  | "busy";

/** Host, lobby: put a bot on an open seat (or change a bot's level). */
export interface AddBot {
  type: "add_bot";
  seat: number;
  level: string;
  ref?: number | null;
}

/** Ask for the analysis of a match that is over. AnalysisProgress comes now and then, at the end AnalysisDone. */
export interface Analyse {
  type: "analyse";
  ref?: number | null;
}

/** A finished match: worths are chances to win, or for one player alone points. `playouts` is how many each move was given, by the median; `noise` is how far a worth of the curve may be off at most (95 %); `spread` is the standard deviation of results at the start; `turning` are the moves that changed most, the greatest first. */
export interface Analysis {
  game: string;
  unit: "chance" | "points";
  names: string[];
  playouts: number;
  noise: number;
  start: number[];
  spread: number;
  moves: Judged[];
  standings: Standing[];
  turning: number[];
}

/** The analysis of the match. */
export interface AnalysisDone {
  type: "analysis_done";
  ref: number | null;
  analysis: Analysis;
}

/** So many moves of the match have been looked at; so many other analyses take turns with this one. */
export interface AnalysisProgress {
  type: "analysis_progress";
  ref: number | null;
  done: number;
  total: number;
  others: number;
}

/** POST /api/progress. `player` is the player's secret: a token that the browser made and keeps. */
export interface AskProgress {
  game: string;
  player: string;
}

/** A bot that can be put on a seat. */
export interface BotInfo {
  level: string;
  about: string;
}

/** The campaign that goes on, or the last one: `level` is what comes next, `running` whether it has begun. `best` is the most campaign points that one was won with, `boast` what it takes to boast. */
export interface CampaignInfo {
  open: boolean;
  status: "going" | "lost" | "new" | "won";
  level: number;
  running: boolean;
  lines: LedgerLine[];
  best: number | null;
  boast: number;
}

/** GET /api/games. `address` is where others in the network reach this server, if it listens there. */
export interface Catalogue {
  games: GameInfo[];
  bots: BotInfo[];
  clocks: number[];
  name_length: number;
  chat_length: number;
  address: string | null;
}

/** Say something, from a seat or as a spectator. */
export interface Chat {
  type: "chat";
  text: string;
  seat?: number | null;
  ref?: number | null;
}

/** Something said. `seat` is null for a spectator; `at` is Unix time in seconds; ids grow. */
export interface ChatLine {
  id: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
}

/** A move that was weighed. `results` are by seat what it leads to on average: shares of the win, or alone the points. `edge` is how much better the best move is for the mover, give or take `noise` (95 %); `why` is what makes the difference. */
export interface Choice {
  move: Record<string, unknown>;
  text: string;
  results: number[];
  edge: number;
  noise: number;
  why: Reason | null;
}

/** Something could not be done. Nothing has changed. `code` is for the page to translate, `message` is English, `details` may hold numbers for the words (`limit`, `seconds`, `fewest`, `most`). */
export interface Failure {
  type: "failure";
  code: FailureCode;
  message: string;
  details: Record<string, unknown>;
  ref: number | null;
}

/** A position of a finished match: the move that led to it (none for the first), what was seen, how it looked. */
export interface Frame {
  number: number;
  seat: number | null;
  text: string;
  events: Record<string, unknown>[];
  view: Record<string, unknown>;
}

/** A game of the start page. `seats` is fewest and most. `levels` is how many there are for one player alone; `alone` are the options that choose one of them, from level 2 on. */
export interface GameInfo {
  id: string;
  title: string;
  seats: number[];
  minutes: number;
  options: string[];
  alone: string[];
  levels: number;
}

/** POST /api/tables/hand-over: a match that was begun in a browser goes on here, so that others can join. `record` is the match so far, with its seed; `seats` say who plays (`mine` or `bot`, in the record's order). Every seat gets a secret: whoever has a bot's can take its place. */
export interface HandOver {
  record: Record<string, unknown>;
  seats: SeatWish[];
}

/** The first message. `tokens` are those kept for this table; `seen` is the last position number shown: the steps since then are told (0: all of them, null: none). `name` is what a spectator's chat lines are signed with. `rules`: the client runs the rules itself, so it is sent what it knows as bytes, in place of views and legal moves. */
export interface Hello {
  type: "hello";
  table: string;
  tokens?: string[];
  seen?: number | null;
  name?: string;
  rules?: boolean;
  ref?: number | null;
}

/** Ask what `search` would do, and how much better that is than a move (`than`). HintAnswer comes after a while. */
export interface Hint {
  type: "hint";
  seat: number;
  than?: Record<string, unknown> | null;
  ref?: number | null;
}

/** What `search` would do in position `number`, best first; `than` is the number among them of the move asked about. Results are chances to win, or for one player alone points, as quick bots play on from what the seat knows. */
export interface HintAnswer {
  type: "hint_answer";
  ref: number | null;
  seat: number;
  number: number;
  unit: "chance" | "points";
  choices: Choice[];
  than: number | null;
}

/** Take an open seat, in the lobby. The client makes the token itself, 128 random bits or more in base64url (22 to 64 characters), and keeps it: so sending Join again after a lost connection is harmless. */
export interface Join {
  type: "join";
  seat: number;
  name: string;
  token: string;
  ref?: number | null;
}

/** A move: what it led to, and what it cost. All lists are by seat. `stands` is how it stood after the move; `skill` is how much better (or worse) the decision was than a quick bot's, give or take `noise` (95 %), `luck` the rest of what the move changed. `loss` is what the best move would have brought the mover more; none where play-outs cannot tell. `choices` has the best move first and the one `played`; it is empty where there was nothing to decide. */
export interface Judged {
  number: number;
  seat: number;
  move: Record<string, unknown>;
  text: string;
  stands: number[];
  skill: number[];
  noise: number[];
  luck: number[];
  loss: number;
  choices: Choice[];
  played: number;
}

/** Host, lobby: empty a seat, person or bot. */
export interface Kick {
  type: "kick";
  seat: number;
  ref?: number | null;
}

/** What one seat (null: a spectator) knows, for a client that runs the rules; bytes come in base64. `state` is a position of the game in which all that the seat cannot know is made up, always in the same way. Where players are to remember what they saw, it is null; then there are the game's `view` record and the `legal` actions. */
export interface Known {
  seat: number | null;
  state: string | null;
  view: string | null;
  legal: number[];
  can_undo: boolean;
}

/** Give up a seat. In the lobby it opens; in a match it is like Resign. */
export interface Leave {
  type: "leave";
  seat: number;
  ref?: number | null;
}

/** A level of a campaign: points made, their `surplus` over the need (or below), campaign points after it. */
export interface LedgerLine {
  level: number;
  need: number;
  points: number;
  surplus: number;
  total: number;
}

/** A level: `best` points so far, finished `tries`, and whether a match of it is `running`. */
export interface LevelInfo {
  level: number;
  rounds: number;
  need: number;
  open: boolean;
  passed: boolean;
  best: number | null;
  tries: number;
  running: boolean;
}

/** POST /api/progress/tables: play a level; without `level`, the campaign's next. A match of it that is not over is gone on with; a level (not a campaign) can be begun `again`. */
export interface NewPlay {
  game: string;
  player: string;
  name: string;
  level?: number | null;
  again?: boolean;
}

/** One of my seats at the new table and its secret. */
export interface NewSeat {
  seat: number;
  token: string;
}

/** POST /api/tables. Seats not named are open; `start` begins at once (open seats are dropped). */
export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: string[];
  clock?: number | null;
  start?: boolean;
}

/** What a seat may come to: its chance to win (alone always 1), its points on average, and 80 % of them. */
export interface Outlook {
  chance: number;
  points: number;
  low: number;
  high: number;
}

/** Keep the connection. */
export interface Ping {
  type: "ping";
  ref?: number | null;
}

/** A move, in the position that the client shows (`number` of the last Update). */
export interface Play {
  type: "play";
  seat: number;
  number: number;
  move: Record<string, unknown>;
  ref?: number | null;
}

/** What if: let quick bots play on from the position after `number` moves of a match that is over. `move` is the text of what is played first. PlayedOn answers. */
export interface PlayOn {
  type: "play_on";
  number: number;
  move: string;
  ref?: number | null;
}

/** What comes of another move. */
export interface PlayedOn {
  type: "played_on";
  ref: number | null;
  what_if: WhatIf;
}

/** The answer to Ping. */
export interface Pong {
  type: "pong";
  ref: number | null;
}

/** GET /api/tables/{id}/possible/{number}.json: what could be played then, in a finished match. */
export interface Possible {
  number: number;
  seat: number;
  moves: PossibleMove[];
}

/** A move, and its text for PlayOn. */
export interface PossibleMove {
  move: Record<string, unknown>;
  text: string;
}

/** A player's levels and campaign. */
export interface Progress {
  game: string;
  levels: LevelInfo[];
  campaign: CampaignInfo;
}

/** What speaks most for the best move against another: points more (or less) on a line of the score. The line is the mover's, or "others": what the others get together, on average. */
export interface Reason {
  line: string;
  points: number;
}

/** After the end: the same people once more; `next` of the table says where. The seats move on by one. Whoever else wants it sends the same, and goes there. */
export interface Rematch {
  type: "rematch";
  ref?: number | null;
}

/** GET /api/tables/{id}/replay.json: a finished match. Nothing is hidden in it. */
export interface Replay {
  game: string;
  names: string[];
  frames: Frame[];
}

/** Let a bot play on for this seat. */
export interface Resign {
  type: "resign";
  seat: number;
  ref?: number | null;
}

/** How it ended, one number a seat; places from 1, equals share one. The seed proves that the luck was fair. */
export interface Result {
  scores: number[];
  places: number[];
  winners: number[];
  seed: string;
}

/** A new line of chat. */
export interface Said {
  type: "said";
  line: ChatLine;
}

/** A seat. `host`: here sits the host. `level` is the bot's; `stand_in` is the level of the bot that plays for a person who left (take_back ends that); `votes` are the seats that voted for a bot to take over. `rematch`: wants another game. */
export interface SeatInfo {
  seat: number;
  kind: "bot" | "human" | "open";
  name: string;
  level: string | null;
  host: boolean;
  connected: boolean;
  stand_in: string | null;
  votes: number[];
  rematch: boolean;
}

/** A seat of a new table: mine (several: hot seat), a bot's or open. */
export interface SeatWish {
  kind: "bot" | "mine" | "open";
  name?: string;
  level?: string;
}

/** What one seat (null: a spectator) saw happen: the game's events, in order, to tell or to animate. For a client that runs the rules they come as `told`: the game's event records, one after another, in base64. */
export interface Seen {
  seat: number | null;
  events: Record<string, unknown>[];
  told: string | null;
}

/** Host, lobby: the game's options and the clock (seconds a move, or null). */
export interface SetOptions {
  type: "set_options";
  options: string[];
  clock?: number | null;
  ref?: number | null;
}

/** What one seat (null: a spectator) sees now, and what it may do: `legal` moves (none when not its turn). */
export interface Sight {
  seat: number | null;
  view: Record<string, unknown>;
  legal: Record<string, unknown>[];
  can_undo: boolean;
}

/** A player's match: `start` + `luck` + `own` + `others` is the `result`. `own` is what the player's decisions were better than a quick bot's, `others` what the others' decisions changed; how far luck and play may be off (95 %) is their noise: it grows with the number of moves. `loss` is the mean of all `decisions` with something at stake, `accuracy` (0 to 100) follows from it. */
export interface Standing {
  start: number;
  luck: number;
  own: number;
  others: number;
  result: number;
  luck_noise: number;
  own_noise: number;
  others_noise: number;
  decisions: number;
  loss: number;
  accuracy: number;
}

/** Host, lobby: begin. Open seats are dropped. */
export interface Start {
  type: "start";
  ref?: number | null;
}

/** A move, or one taken back (`undo`: the seat's latest move is gone, its line in the log too). `number` is the position that it led to; `seen` has one entry a seat of this client, or one for the spectator. `time_up`: the clock had run down, and a bot made the move. */
export interface Step {
  number: number;
  seat: number;
  undo: boolean;
  text: string;
  time_up: boolean;
  seen: Seen[];
}

/** GET /api/tables/{id}: for a list of tables. */
export interface Summary {
  id: string;
  game: string;
  status: "lobby" | "over" | "playing";
  seats: SummarySeat[];
  pending: number[];
  number: number;
  next: string | null;
}

/** A seat of such a list; `level` is the bot's. */
export interface SummarySeat {
  seat: number;
  name: string;
  level: string | null;
}

/** Something around the match changed: seats, options, connections, status, result. */
export interface TableChanged {
  type: "table_changed";
  table: TableInfo;
}

/** Everything around the match, as one client may know it. `mine` are the seats of this client's tokens, `host` whether it is the host. In the lobby there are as many seats as the game has; open ones are dropped at the start, so seats may get new numbers then. `clock` is seconds a move, or null. `commitment` is the hash of the secret seed (null in the lobby). `next` is the table of the rematch. `level`: the match counts for its player, as that level (which needs so many points), or as its step of a `campaign`. */
export interface TableInfo {
  id: string;
  game: string;
  options: string[];
  clock: number | null;
  status: "lobby" | "over" | "playing";
  seats: SeatInfo[];
  mine: number[];
  host: boolean;
  watchers: number;
  commitment: string | null;
  result: Result | null;
  next: string | null;
  level: number | null;
  need: number | null;
  campaign: boolean;
}

/** The answer: keep `host` and the seats' tokens, and put all of them into Hello. */
export interface TableMade {
  table: string;
  host: string;
  seats: NewSeat[];
}

/** Play again oneself. */
export interface TakeBack {
  type: "take_back";
  seat: number;
  ref?: number | null;
}

/** Take back this seat's last move, where `can_undo` says so. */
export interface Undo {
  type: "undo";
  seat: number;
  number: number;
  ref?: number | null;
}

/** The match moved on. Show `steps`, then `sights` (one a seat of this client, or one for the spectator; `known` in place of them for a client that runs the rules). `number` is the position number: it grows with every move and every undo. `pending` are the seats that may act; none when the game is over. `seconds_left` is what the clock leaves them. */
export interface Update {
  type: "update";
  number: number;
  steps: Step[];
  sights: Sight[];
  known: Known[];
  pending: number[];
  over: boolean;
  seconds_left: number | null;
}

/** POST /api/verify with a record as body: whether it is a fair, finished match, and why not. */
export interface Verified {
  fair: boolean;
  finished: boolean;
  message: string;
  moves: number;
  commitment: string;
}

/** Vote (with all own seats) that a bot plays for a person who is not connected. All other people must agree. */
export interface VoteBot {
  type: "vote_bot";
  seat: number;
  ref?: number | null;
}

/** The answer to Hello: all there is. `update` is null in the lobby; its steps are those since `seen`. */
export interface Welcome {
  type: "welcome";
  version: string;
  table: TableInfo;
  update: Update | null;
  chat: ChatLine[];
}

/** A position played on many times, with another move and with the one that was made. `number` moves had been made. `gain` is what the other move brings its maker, give or take `noise` (95 %): a share of the win; alone, points. */
export interface WhatIf {
  number: number;
  seat: number;
  move: string;
  played: string;
  games: number;
  instead: Outlook[];
  as_played: Outlook[];
  gain: number;
  noise: number;
}

export type ClientMessage =
  | Hello
  | Join
  | Leave
  | AddBot
  | Kick
  | SetOptions
  | Start
  | Play
  | Undo
  | Chat
  | Hint
  | Analyse
  | PlayOn
  | Resign
  | TakeBack
  | VoteBot
  | Rematch
  | Ping;

export type ServerMessage =
  | Welcome
  | TableChanged
  | Update
  | Said
  | HintAnswer
  | AnalysisProgress
  | AnalysisDone
  | PlayedOn
  | Failure
  | Pong;
