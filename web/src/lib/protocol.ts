// Made from src/lodge/server/ws/protocol.py: python -m lodge.server.typescript web/src/lib/protocol.ts

export type FailureCode =
  | "bad_message"
  | "hello_first"
  | "too_fast"
  | "too_many_tables"
  | "bad_origin"
  | "not_at_machine"
  | "no_network"
  | "unknown_table"
  | "unknown_game"
  | "unknown_bot"
  | "bad_options"
  | "locked"
  | "bad_seats"
  | "bad_clock"
  | "bad_name"
  | "name_taken"
  | "unknown_character"
  | "character_taken"
  | "bad_text"
  | "bad_token"
  | "removed_device"
  | "bad_link"
  | "too_many_devices"
  | "bad_seal"
  | "bad_record"
  | "not_host"
  | "muted"
  | "barred"
  | "not_your_seat"
  | "seat_taken"
  | "not_now"
  | "other_rules"
  | "too_few_players"
  | "not_your_turn"
  | "illegal_move"
  | "late"
  | "cannot_undo"
  | "table_full"
  | "unreadable_table"
  | "too_soon"
  | "no_database"
  | "busy";

/** What a client sends; an answer to it, or its failure, has the same `ref`. */
export interface FromClient {
  ref?: number | null;
}

/** End a match that this seat has not moved in: it does not count. */
export interface Abort extends FromClient {
  type: "abort";
  seat: number;
}

/** Host, lobby: put a bot on an open seat (or change a bot's level). */
export interface AddBot extends FromClient {
  type: "add_bot";
  seat: number;
  level: string;
}

/** Ask for the analysis of a match that is over. AnalysisProgress comes now and then, at the end AnalysisDone. */
export interface Analyse extends FromClient {
  type: "analyse";
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

/** Agree to what is offered (with all own seats), or refuse it. Whoever has offered it takes it back by refusing. */
export interface Answer extends FromClient {
  type: "answer";
  yes: boolean;
}

/** POST /api/player/games: the tables where the player sits, and those of `claims`, from now on. `before` asks for more of those that are over, by the `at` of the last; `forgotten` for those off the list. */
export interface AskGames {
  player: string;
  claims?: Claim[];
  before?: number | null;
  forgotten?: boolean;
}

/** POST /api/player. `player` is the secret of this device; `profile` is kept, where it is given. */
export interface AskPlayer {
  player: string;
  profile?: Profile | null;
}

/** POST /api/progress. `player` is the player's secret: a token that the browser made and keeps. */
export interface AskProgress {
  game: string;
  player: string;
}

/** Host: whoever said this line of chat is sent away and stays out; not somebody who plays in the match. */
export interface Ban extends FromClient {
  type: "ban";
  line: number;
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

/** GET /api/games. `clocks` (seconds a move), `totals` (with an increment), `vacations` (days) are proposals. */
export interface Catalogue {
  games: GameInfo[];
  bots: BotInfo[];
  clocks: number[];
  totals: number[][];
  vacations: number[];
  name_length: number;
  chat_length: number;
}

/** Say something, from a seat or as a spectator. */
export interface Chat extends FromClient {
  type: "chat";
  text: string;
  seat?: number | null;
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

/** Tokens that a browser has kept of a table. */
export interface Claim {
  table: string;
  tokens: string[];
}

/** How a game's deal of the day is played: by which version of the rules, by how many, against which bots. `master` is whose result one's own is compared with; who plays alone has no `bots`. */
export interface DailyInfo {
  rules: number;
  seats: number;
  options: string[];
  bots: string | null;
  master: string;
}

/** A device of the player's, or a link (`until` when it can be opened) that was not opened yet. */
export interface DeviceInfo {
  id: number;
  name: string;
  since: number | null;
  until: number | null;
  here: boolean;
}

/** Something could not be done. Nothing has changed. `code` is for the page to translate, `message` is English, `details` may hold numbers for the words (`limit`, `seconds`, `fewest`, `most`). */
export interface Failure {
  type: "failure";
  code: FailureCode;
  message: string;
  details: Record<string, unknown>;
  ref: number | null;
}

/** POST /api/player/games/forget: take a match off the list, or put it back. */
export interface ForgetGame {
  player: string;
  table: string;
  forget: boolean;
}

/** A position of a match: the move that led to it (none for the first), what was seen, how it looked. */
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
  more_is_better: boolean;
  daily: DailyInfo | null;
}

/** POST /api/tables/hand-over: a match that was begun in a browser goes on here, so that others can join. `record` is the match so far, with its seed; `seats` say who plays (`mine` or `bot`, in the record's order). Every seat gets a secret: whoever has a bot's can take its place. */
export interface HandOver {
  record: Record<string, unknown>;
  seats: SeatWish[];
}

/** Something beside the moves, for the log: it happened in position `number`. `what` was offered, or refused. `kind`: a seat left to a bot, returned, was replaced by one, resigned, took back with the others' consent, offered something or refused it; drawn, stopped and aborted end the match. */
export interface Happening {
  number: number;
  kind: "aborted" | "drawn" | "left" | "offered" | "refused" | "replaced" | "resigned" | "returned" | "stopped" | "undone";
  seat: number;
  what: "bot" | "draw" | "stop" | "undo" | null;
}

/** The first message. `tokens` are those kept for this table; `seen` is the last position number shown: the steps since then are told (0: all of them, null: none). `name` is what a spectator's chat lines are signed with. `rules`: the client runs the rules itself, so it is sent what it knows as bytes, in place of views and legal moves. `player` is the secret of the player's device: it counts for all tokens that the player has at this table, from whatever device; where it is given, the table is among the player's games from now on. */
export interface Hello extends FromClient {
  type: "hello";
  table: string;
  tokens?: string[];
  player?: string;
  seen?: number | null;
  name?: string;
  rules?: boolean;
}

/** Ask what `search` would do, and how much better that is than a move (`than`). HintAnswer comes after a while. `here`: the client finds that out itself, and only says so: what follows is TableChanged, with `hints` of the seat. */
export interface Hint extends FromClient {
  type: "hint";
  seat: number;
  than?: Record<string, unknown> | null;
  here?: boolean;
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

/** Take an open seat, in the lobby. The client makes the token itself, 128 random bits or more in base64url (22 to 64 characters), and keeps it: so sending Join again after a lost connection is harmless. `character` and `colour` are the ones wished for: if somebody has them, others are given. */
export interface Join extends FromClient {
  type: "join";
  seat: number;
  name: string;
  token: string;
  character?: string;
  colour?: string;
}

/** A move: what it led to, and what it cost. All lists are by seat. `stands` is how it stood after the move; `loss` is what the best move would have brought the mover more, none where play-outs cannot tell; `skill` is what that changed for everybody (minus the loss for the mover), give or take `noise` (95 %), `luck` the rest of what the move changed. `gain` is how much more the move brought than most would have found. `choices` has the best move first and the one `played`; it is empty where there was nothing to decide. */
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
  gain: number;
  choices: Choice[];
  played: number;
}

/** POST /api/progress/records: a finished match of a level that was played in the browser counts here, too. `run` is null for a level alone; the matches of one campaign have the same number, that of a later one is greater. */
export interface KeepPlay {
  game: string;
  player: string;
  level: number;
  run: number | null;
  record: Record<string, unknown>;
}

/** Host, lobby: empty a seat, person or bot. A person does not sit down again, unless pardoned. */
export interface Kick extends FromClient {
  type: "kick";
  seat: number;
}

/** What one seat (null: a spectator) knows, for a client that runs the rules; bytes come in base64. `state` is a position of the game in which all that the seat cannot know is made up, always in the same way. Where players are to remember what they saw, it is null; then there are the game's `view` record and the `legal` actions. */
export interface Known {
  seat: number | null;
  state: string | null;
  view: string | null;
  legal: number[];
  can_undo: boolean;
}

/** Leave a seat. In the lobby it opens; in a match a bot plays on until TakeBack. */
export interface Leave extends FromClient {
  type: "leave";
  seat: number;
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

/** What the link carries behind its #: for one device, until `until` (Unix time). */
export interface Link {
  link: string;
  until: number;
}

/** Host: whoever said this line of chat (its id) may say nothing more at this table. */
export interface Mute extends FromClient {
  type: "mute";
  line: number;
}

/** A match of the player's, who has the seats `mine`. `at`: when something last happened, or it ended. While it goes on, `since` when it has been the turn of those to move, and what the clock leaves them; when it is over, `scores` and `places` by seat. */
export interface MyGame extends Summary {
  mine: number[];
  at: number;
  since: number | null;
  seconds_left: number | null;
  level: number | null;
  scores: number[] | null;
  places: number[] | null;
}

/** Those that go on and those that are over, the latest first; `more`: there are more of the latter. */
export interface MyGames {
  running: MyGame[];
  over: MyGame[];
  more: boolean;
}

/** GET /api/network: where others in the network reach this server, if they do. `open`: because somebody at this machine let them in; `may`: whoever asks is at this machine and can change it. */
export interface NetworkInfo {
  address: string | null;
  open: boolean;
  may: boolean;
}

/** POST /api/player/links: a link by which another device becomes this player's. `device`: what this one is. */
export interface NewLink {
  player: string;
  device: string;
  profile: Profile;
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

/** POST /api/tables. Seats not named are open; `start` begins at once (open seats are dropped). `hints`: see SetHints. */
export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: string[];
  clock?: number | null;
  total?: number | null;
  increment?: number;
  vacation?: number;
  hints?: "everybody" | "off" | "open" | null;
  start?: boolean;
}

/** The key that a browser subscribes with, and whether this device is told anything. */
export interface NoticesInfo {
  key: string;
  on: boolean;
  quiet: number[] | null;
}

/** Offer something to the others; it is done when all of them agree (Answer). For this seat of mine: a `draw`, to `stop` without a result, to `undo` its last move and all since. Or a `bot` for the seat of a person who is gone: then it is the others who agree. Whoever offers what is offered already agrees. */
export interface Offer extends FromClient {
  type: "offer";
  what: "bot" | "draw" | "stop" | "undo";
  seat: number;
}

/** What is offered (Offer) by a seat, or (a bot) for it: who agrees, and who has yet to answer. `moves`: how many would be taken back. */
export interface OfferInfo {
  what: "bot" | "draw" | "stop" | "undo";
  seat: number;
  yes: number[];
  waits: number[];
  moves: number;
}

/** What is left of a match that was begun with `rules` of another version than the server's: its moves, as texts. */
export interface OldMatch {
  rules: number;
  moves: OldMove[];
}

/** A move of a match that cannot be replayed. */
export interface OldMove {
  seat: number;
  text: string;
}

/** POST /api/player/devices: with a new secret, become a device of whoever made the link. */
export interface OpenLink {
  player: string;
  link: string;
  device: string;
}

/** POST /api/network: open the server to the network, or close it. */
export interface OpenNetwork {
  open: boolean;
}

/** What a seat may come to: its chance to win (alone always 1), its points on average, and 80 % of them. */
export interface Outlook {
  chance: number;
  points: number;
  low: number;
  high: number;
}

/** Host: all who were muted, sent away or kicked may come back. */
export interface Pardon extends FromClient {
  type: "pardon";
}

/** Keep the connection. */
export interface Ping extends FromClient {
  type: "ping";
}

/** A move, in the position that the client shows (`number` of the last Update). */
export interface Play extends FromClient {
  type: "play";
  seat: number;
  number: number;
  move: Record<string, unknown>;
}

/** A match that counts, by the name of its table; `points` is null until it is over. */
export interface PlayInfo {
  table: string;
  level: number;
  run: number | null;
  need: number;
  points: number | null;
}

/** What if: let quick bots play on from the position after `number` moves of a match that is over. `move` is the text of what is played first. PlayedOn answers. */
export interface PlayOn extends FromClient {
  type: "play_on";
  number: number;
  move: string;
}

/** What comes of another move. */
export interface PlayedOn {
  type: "played_on";
  ref: number | null;
  what_if: WhatIf;
}

/** A player: `devices` are listed where there is more than this one. */
export interface PlayerInfo {
  profile: Profile | null;
  devices: DeviceInfo[];
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

/** What a player has set, for all devices: `settings` are the page's own. */
export interface Profile {
  name: string;
  character: string;
  settings: Record<string, unknown>;
  colour: string;
}

/** A player's levels and campaign, and the matches that they follow from, in order. */
export interface Progress {
  game: string;
  levels: LevelInfo[];
  campaign: CampaignInfo;
  plays: PlayInfo[];
}

/** Show the others how one feels, from a seat; it passes and is not kept. As often as one may say something. */
export interface React extends FromClient {
  type: "react";
  seat: number;
  what: "bravo" | "hello" | "hurry" | "laugh" | "oops" | "thanks" | "think" | "wow";
}

/** How whoever sits there feels just now. */
export interface Reacted {
  type: "reacted";
  seat: number;
  what: "bravo" | "hello" | "hurry" | "laugh" | "oops" | "thanks" | "think" | "wow";
}

/** What speaks most for the best move against another: points more (or less) on a line of the score. The line is the mover's, or "others": what the others get together, on average. */
export interface Reason {
  line: string;
  points: number;
}

/** After the end: the same people once more, and their chat. The seats move on by one. When all people who played want it, it begins, and `next` of the table says where. Who would rather not wait for the others asks for its `lobby`: then `next` is there at once, and the match begins when its host starts it. `seals` are those of the nonces for the new match, by the seats of this one: for those of mine, and for bots the host's; empty for the others. */
export interface Rematch extends FromClient {
  type: "rematch";
  lobby?: boolean;
  seals?: string[];
}

/** POST /api/player/devices/remove: this device, or link, is the player's no more. */
export interface RemoveDevice {
  player: string;
  device: number;
}

/** GET /api/tables/{id}/replay.json: a finished match. Nothing is hidden in it. */
export interface Replay {
  game: string;
  names: string[];
  frames: Frame[];
}

/** Tell whoever runs the server of a line of chat (its id). Nobody at the table is told. */
export interface Report extends FromClient {
  type: "report";
  line: number;
}

/** Give up: this seat has lost. Where two play, or no other person does, the match ends; else a bot plays on. */
export interface Resign extends FromClient {
  type: "resign";
  seat: number;
}

/** How it ended, one number a seat; places from 1, equals share one. The seed proves that the luck was fair. `ending` is null where the match was played to its end. Else there are no points, and places and winners only where somebody resigned or all agreed to a draw. */
export interface Result {
  scores: number[];
  places: number[];
  winners: number[];
  seed: string;
  ending: "aborted" | "drawn" | "resigned" | "stopped" | null;
}

/** After the host's start: the nonce that was sealed. With the last, or after a few seconds, the match begins. */
export interface Reveal extends FromClient {
  type: "reveal";
  seat: number;
  nonce: string;
}

/** Ask for what happened since position `since` to be shown again, as this seat saw it. Reviewed answers. */
export interface Review extends FromClient {
  type: "review";
  seat: number;
  since: number;
}

/** The latest moves since then, and the position before them: one frame each. They are as the seat saw them; where players are to remember what they saw, as a spectator did. */
export interface Reviewed {
  type: "reviewed";
  ref: number | null;
  frames: Frame[];
}

/** A new line of chat. */
export interface Said {
  type: "said";
  line: ChatLine;
}

/** Lobby: the seal of this seat's nonce, by which its player has a share in the luck (docs/fair-luck.md). For a bot's seat the host sends it. Another one takes its place. */
export interface Seal extends FromClient {
  type: "seal";
  seat: number;
  seal: string;
}

/** A seat. `character` is the animal that the seat is shown by, `colour` its colour, others for each seat (none: the seat is open); no rule knows them. `host`: here sits the host. `level` is the bot's; `stand_in` is the level of the bot that plays for a person who left (take_back ends that, unless the person `resigned`). `time_up`: a bot made its latest move, because the time was up. `rematch`: wants another game. `wins` are those of the series so far. `seal` is that of the seat's nonce, its share in the luck, `nonce` itself what was revealed. `hints` are the positions in which it was given one. */
export interface SeatInfo {
  seat: number;
  kind: "bot" | "human" | "open";
  name: string;
  character: string;
  colour: string;
  level: string | null;
  host: boolean;
  connected: boolean;
  stand_in: string | null;
  resigned: boolean;
  time_up: boolean;
  rematch: boolean;
  wins: number;
  seal: string | null;
  nonce: string | null;
  hints: number[];
}

/** A seat's clock: seconds `left`, whether it `runs`, seconds of `vacation` left, and whether they are taken now. */
export interface SeatTime {
  left: number;
  runs: boolean;
  vacation: number;
  away: boolean;
}

/** A seat of a new table: mine (several: hot seat), a bot's or open; `character`, `colour`: the ones wished for. `seal` is that of the seat's nonce, to be revealed when the match starts. */
export interface SeatWish {
  kind: "bot" | "mine" | "open";
  name?: string;
  level?: string;
  character?: string;
  colour?: string;
  seal?: string;
}

/** What one seat (null: a spectator) saw happen: the game's events, in order, to tell or to animate. For a client that runs the rules they come as `told`: the game's event records, one after another, in base64. */
export interface Seen {
  seat: number | null;
  events: Record<string, unknown>[];
  told: string | null;
}

/** GET /api/key: the Ed25519 public key that this server signs its records with, in hexadecimal digits. */
export interface ServerKey {
  key: string;
}

/** Lobby: be shown by another character or in another colour, which nobody else has; empty: as it was. */
export interface SetCharacter extends FromClient {
  type: "set_character";
  seat: number;
  character?: string;
  colour?: string;
}

/** Host, lobby: who may have hints. Until it is said, nobody where several people play, elsewhere everybody. */
export interface SetHints extends FromClient {
  type: "set_hints";
  hints: "everybody" | "off" | "open";
}

/** Lobby: be called otherwise. */
export interface SetName extends FromClient {
  type: "set_name";
  seat: number;
  name: string;
}

/** POST /api/player/notices: where this device is told; null: nowhere. */
export interface SetNotices {
  player: string;
  subscription: Subscription | null;
}

/** Host, lobby: the game's options and the clock: seconds a move, or in `total` with an `increment`, or none. With a clock, `vacation` is how many days each player may let theirs stand still. */
export interface SetOptions extends FromClient {
  type: "set_options";
  options: string[];
  clock?: number | null;
  total?: number | null;
  increment?: number;
  vacation?: number;
}

/** What one seat (null: a spectator) sees now, and what it may do: `legal` moves (none when not its turn). */
export interface Sight {
  seat: number | null;
  view: Record<string, unknown>;
  legal: Record<string, unknown>[];
  can_undo: boolean;
}

/** A player's match: `start` + `luck` + `own` + `others` is the `result`. `own` is what the player's decisions lost (never above 0), `others` what those of the others gave away, or took; how far luck and play may be off (95 %) is their noise. `loss` is the mean of all `decisions` with something at stake, `accuracy` (0 to 100) follows from it: it is 100 exactly where `own` is 0. */
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

/** Host, lobby: begin. Open seats are dropped. Where nonces are sealed they are to be revealed first. */
export interface Start extends FromClient {
  type: "start";
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

/** Where and how a device is told something while its page is closed. `endpoint`, `p256dh` and `auth` are the push service's address and the keys, as a browser gives them. `words` say in the player's language what is told, by kind (`turn`, `short`, `sat`, `over`). In `quiet` hours, from one minute of the day (UTC) to another, nothing is sent: it comes when they are over. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  words: Record<string, unknown>;
  quiet: number[] | null;
}

/** GET /api/tables/{id}: for a list of tables, and at the end the result. */
export interface Summary {
  id: string;
  game: string;
  status: "lobby" | "old" | "over" | "playing";
  seats: SummarySeat[];
  pending: number[];
  number: number;
  next: string | null;
  result: Result | null;
}

/** A seat of such a list; `level` is the bot's. */
export interface SummarySeat {
  seat: number;
  name: string;
  level: string | null;
  character: string;
  colour: string;
}

/** Something around the match changed: seats, options, connections, status, result. */
export interface TableChanged {
  type: "table_changed";
  table: TableInfo;
}

/** Everything around the match, as one client may know it. `mine` are the seats of this client's tokens, `host` whether it is the host. In the lobby there are as many seats as the game has; open ones are dropped at the start, so seats may get new numbers then. `clock` is seconds a move, or null; `total` seconds for all of a seat's moves, and `increment` what each of them adds; `vacation` how many days a seat's clock may stand still. `hints` says who may have some: nobody (off), whoever asks, and the log tells it (open), or whoever asks (everybody). `commitment` is the hash of the secret seed: null in the lobby until the host starts the match; then whoever has sealed a nonce reveals it, and the match begins. `next` is the table of the rematch. `level`: the match counts for its player, as that level (which needs so many points), or as its step of a `campaign`. `old`: the rules have changed since the match began, so it can neither go on nor be replayed (then `status` is that, too). `barred` are the names of those whom the host has muted or sent away: the host is told. `sent_away`: the host has asked this client to leave its seat, so it may sit down nowhere, until it is pardoned. `series` are the tables of earlier matches of the same people, in order. `offer` waits for an answer; `happenings` are the latest things beside the moves, in order. */
export interface TableInfo {
  id: string;
  game: string;
  options: string[];
  clock: number | null;
  total: number | null;
  increment: number;
  vacation: number;
  hints: "everybody" | "off" | "open";
  status: "lobby" | "old" | "over" | "playing";
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
  barred: string[];
  sent_away: boolean;
  series: string[];
  offer: OfferInfo | null;
  happenings: Happening[];
  old: OldMatch | null;
}

/** The answer: keep `host` and the seats' tokens, and put all of them into Hello. */
export interface TableMade {
  table: string;
  host: string;
  seats: NewSeat[];
}

/** Play again oneself. */
export interface TakeBack extends FromClient {
  type: "take_back";
  seat: number;
}

/** Take back this seat's last move, where `can_undo` says so. */
export interface Undo extends FromClient {
  type: "undo";
  seat: number;
  number: number;
}

/** The match moved on. Show `steps`, then `sights` (one a seat of this client, or one for the spectator; `known` in place of them for a client that runs the rules). `number` is the position number: it grows with every move and every undo. `pending` are the seats that may act; none when the game is over. `seconds_left` is what the clocks leave them, the least of it; `clocks` are those of all seats (none where there is no clock). */
export interface Update {
  type: "update";
  number: number;
  steps: Step[];
  sights: Sight[];
  known: Known[];
  pending: number[];
  over: boolean;
  seconds_left: number | null;
  clocks: SeatTime[];
}

/** Let this seat's clock stand still, or run again; it runs again by itself when the days off are used up. */
export interface Vacation extends FromClient {
  type: "vacation";
  seat: number;
  on: boolean;
}

/** POST /api/verify with a record as body: whether it is a fair, finished match, and why not. `proved` and `unproved` say in English what else the record proves and what it does not; `signer` is the public key that it is signed with. */
export interface Verified {
  fair: boolean;
  finished: boolean;
  message: string;
  moves: number;
  commitment: string;
  proved: string[];
  unproved: string[];
  signer: string | null;
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
  | SetCharacter
  | SetName
  | Leave
  | AddBot
  | Kick
  | SetOptions
  | SetHints
  | Seal
  | Reveal
  | Start
  | Play
  | Undo
  | Hint
  | Analyse
  | PlayOn
  | Resign
  | Vacation
  | Abort
  | Offer
  | Answer
  | TakeBack
  | Rematch
  | Chat
  | React
  | Report
  | Review
  | Mute
  | Ban
  | Pardon
  | Ping;

export type ServerMessage =
  | Welcome
  | TableChanged
  | Update
  | Said
  | Reacted
  | Reviewed
  | HintAnswer
  | AnalysisProgress
  | AnalysisDone
  | PlayedOn
  | Failure
  | Pong;
