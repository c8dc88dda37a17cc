/**
 * Analysis of a finished match: how it stood after every move, what each decision cost, and what was luck
 * (src/lodge/analysis/judging.py; docs/analysis.md says what the numbers mean).
 */
import type { Analysis, Judged, Standing } from '../../lib/protocol';
import { Bot } from '../bots';
import { EngineError } from '../errors';
import { plant } from '../game';
import { luckFor } from '../luck';
import type { Match } from '../match';
import { run, type Thought } from '../thought';
import { LEAST, playoutsAt } from './budget';
import { apart, Field, type Desk } from './field';
import { exceeded, mean, noiseOf, std, sum, Z95 } from './numbers';
import { playOuts, resultsOf } from './playouts';
import { seedFrom, weigh, type Weighed } from './weighing';

/** Of the accuracy: how fast it falls with what is lost. */
const STRICTNESS = 6;
/** At most so many turning points; less of the spread of results than this is none. */
const [TURNING_POINTS, LEAST_SWING] = [5, 0.2];
/** Times the noise: with less, one in twenty of hundreds of moves would be a mistake by chance. */
const SURE = 1.5;
/** Of the analyses: how many may tell of a turning point that is none. */
const FALSE = 0.05;
/** A chance to win nearer to 0 or 1 than this: nothing is at stake any more. */
const DECIDED = 0.02;
/** Play-outs from the start at least: all is measured by their spread. */
const FIRST = 100;
/** The same for a first picture, which is to be there soon. */
const ROUGHLY = 24;

export interface Analysing {
  /** Who says which moves are worth a look; without it, search with the same budget. */
  searcher?: Bot | null;
  playouts?: number;
  /** In place of a number: as many as an ordinary machine plays in about so long, but never less than `least`. */
  seconds?: number | null;
  least?: number;
  /** Only a first picture. */
  rough?: boolean;
  seed?: number;
  /** Called for every move that has been looked at. */
  progress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

/** What was found out about a position: how it stands, and the decision made in it. By seat. */
interface Look {
  playouts: number;
  stands: number[];
  /** Of that, 95 %. */
  noise: number[];
  weighed: Weighed | null;
}

/** Analyse a finished match. The same settings give the same, if the searcher counts play-outs, too. */
export async function analyse(match: Match, settings: Analysing = {}): Promise<Analysis> {
  checkOver(match);
  return run(analysing(match, settings), settings.signal);
}

/** The same bit by bit. */
export function* analysing(match: Match, settings: Analysing = {}): Thought<Analysis> {
  checkOver(match);
  const { game, seats } = match;
  const module = game.lend();
  const desk = { game, module };
  try {
    const looks: Look[] = [];
    for (const stretch of stretches(desk, match))
      for (const look of lookAt(desk, match, settings, stretch)) {
        if (!look) {
          yield;
          continue;
        }
        looks.push(look);
        settings.progress?.(looks.length, match.number);
      }
    const count = Math.max(looks[0]!.playouts, settings.rough ? ROUGHLY : FIRST);
    const seed = stream(desk, settings.seed ?? 0, 0);
    const first = resultsOf(yield* playOuts(module, match.stateAt(0), count, seed));
    const spread = sum(first.map(std)) / seats || 1;
    const begin = first.map(noiseOf);
    const curve = [first.map(mean), ...looks.slice(1).map((look) => look.stands), resultsAtEnd(match)];
    const moves = looks.map((look, i) => judge(match, i + 1, look, curve));
    const counts = looks.map((look) => look.playouts);
    return {
      game: game.id,
      unit: seats === 1 ? 'points' : 'chance',
      names: [...match.names],
      playouts: [...counts].sort((a, b) => a - b)[Math.floor(counts.length / 2)]!,
      noise: Math.max(...looks.flatMap((look) => look.noise)),
      start: curve[0]!,
      spread,
      moves,
      standings: begin.map((noise, seat) => standing(seat, curve, noise, moves, spread)),
      turning: turningPoints(
        curve,
        [begin, ...looks.slice(1).map((look) => look.noise), begin.map(() => 0)],
        [count, ...counts.slice(1), Infinity],
        spread,
      ),
    };
  } finally {
    game.giveBack(module);
  }
}

/** Refuse to look into a match that goes on, or that was over before it began. */
export function checkOver(match: Match): void {
  if (!match.over || !match.number) throw new EngineError('hidden');
}

/** By seat, how the match ended: shares of the win; alone, the points. */
function resultsAtEnd({ seats, scores, winners }: Match): number[] {
  if (seats === 1) return scores;
  return scores.map((_, seat) => Number(winners.includes(seat)) / winners.length);
}

/** 100 for losing nothing, falling towards 0 as the mean loss grows; 50 at about 12 % of the spread. */
const accuracy = (loss: number, spread: number) => 100 * Math.exp((-STRICTNESS * loss) / spread);

/** Weigh a move of a finished match (from 1) and what could have been played instead; null: nothing. */
export function* weighMove(
  desk: Desk,
  match: Match,
  number: number,
  playouts: number,
  { searcher = null, seed = 0 }: Analysing = {},
  field: Field | null = null,
): Thought<Weighed | null> {
  const { game, module } = desk;
  const { seat, action } = match.moveAt(number);
  const state = match.stateAt(number - 1);
  if (!hadAChoice(desk, state, seat, action)) return null;
  const mark = module.mark();
  try {
    const luck = module.record('Luck');
    plant(module, luck, luckFor(`analysis ${seed}`, number));
    const bot = searcher ?? Bot.searching(game, playouts, match.seats);
    return yield* weigh(desk, state, seat, luck, { searcher: bot, playouts, also: action, field });
  } finally {
    module.release(mark);
  }
}

/** The moves (from 0) that are looked at together: where seats are apart, all from one luck to the next. */
function* stretches(desk: Desk, match: Match): Generator<[first: number, end: number]> {
  const together = apart(desk, match.stateAt(0));
  let first = 0;
  for (let number = 1; number <= match.number; number++)
    if (!(together && match.moveAt(number).free)) {
      yield [first, number];
      first = number;
    }
}

/** Look at the positions of a stretch, and at the decisions that were made in them; undefined: not done yet. */
function* lookAt(
  desk: Desk,
  match: Match,
  settings: Analysing,
  [first, end]: [first: number, end: number],
): Generator<Look | undefined, void, undefined> {
  const { playouts: wished = 1000, seconds = null, least = LEAST, seed = 0 } = settings;
  const playouts = seconds === null ? wished : playoutsAt(desk, match, first, seconds, least);
  const together = apart(desk, match.stateAt(0));
  let field = new Field(desk, match.stateAt(first), playouts, stream(desk, seed, first));
  for (let number = first; number < end; number++) {
    const results = resultsOf(yield* field.everybody());
    const shared = together ? field : null;
    const weighed = yield* weighMove(desk, match, number + 1, playouts, settings, shared);
    yield { playouts, stands: results.map(mean), noise: results.map(noiseOf), weighed };
    if (number + 1 === end) return;
    const { seat, action } = match.moveAt(number + 1);
    // where nothing was to decide, a quick bot does the same
    const endings = weighed ? yield* field.after(seat, action) : yield* field.everybody();
    field = field.moved(match.stateAt(number + 1), endings);
  }
}

function stream({ module }: Desk, seed: number, number: number): bigint {
  return module.within(() => {
    const luck = module.record('Luck');
    plant(module, luck, luckFor(`standing ${seed}`, number));
    return seedFrom(module, luck);
  });
}

/** Whether anything but this was worth considering. */
function hadAChoice({ module }: Desk, state: Uint8Array, seat: number, action: number): boolean {
  return module.within(() => {
    const out = module.rows('i16', module.description.constants.MOST_CANDIDATES);
    const at = module.record('State');
    module.fill(at, state);
    return module.call('candidates', at, seat, out) > 1 || module.get(out) !== action;
  });
}

function judge(match: Match, number: number, { weighed }: Look, curve: number[][]): Judged {
  const { seat, action } = match.moveAt(number);
  const { moves } = match.game;
  const nothing = curve[0]!.map(() => 0);
  const played = weighed ? weighed.actions.indexOf(action) : 0;
  const made = weighed?.choices[played];
  const skill = made ? made.results.map((one, i) => one - weighed!.expected[i]!) : nothing;
  return {
    number,
    seat,
    move: moves.move(action),
    text: moves.text(action),
    stands: curve[number]!,
    skill,
    noise: weighed ? weighed.noise : nothing,
    luck: skill.map((one, i) => curve[number]![i]! - curve[number - 1]![i]! - one),
    loss: made && made.edge > SURE * made.noise ? made.edge : 0,
    choices: weighed ? weighed.choices : [],
    played,
  };
}

/** A seat's match; `start` is the noise of what was to be expected there: the end is known, luck is the rest. */
function standing(seat: number, curve: number[][], start: number, moves: Judged[], spread: number): Standing {
  const [mine, theirs] = [true, false].map((own) => moves.filter((one) => (one.seat === seat) === own));
  const [own, others] = [mine!, theirs!].map((made) => Math.hypot(...made.map((one) => one.noise[seat]!)));
  const made = mine!.filter((one) => atStake(one, curve[0]!.length === 1));
  const loss = sum(made.map((one) => one.loss)) / Math.max(1, made.length);
  const skill = (of: Judged[]) => sum(of.map((one) => one.skill[seat]!));
  return {
    start: curve[0]![seat]!,
    luck: sum(moves.map((one) => one.luck[seat]!)),
    own: skill(mine!),
    others: skill(theirs!),
    result: curve.at(-1)![seat]!,
    luck_noise: Math.hypot(start, own!, others!),
    own_noise: own!,
    others_noise: others!,
    decisions: made.length,
    loss,
    accuracy: accuracy(loss, spread),
  };
}

/** Whether a decision mattered: who has lost already, or wins whatever happens, can hardly make a mistake. */
function atStake({ choices, played, seat }: Judged, alone: boolean): boolean {
  if (alone || !choices.length) return choices.length > 0;
  const [best, made] = [0, played].map((which) => choices[which]!.results[seat]!);
  return best! > DECIDED && made! < 1 - DECIDED;
}

/** The moves that changed most how it stands, beyond what noise does somewhere among so many moves and seats. */
function turningPoints(curve: number[][], noise: number[][], playouts: number[], spread: number): number[] {
  const sure = exceeded(FALSE / 2 / (curve.length * curve[0]!.length));
  const found: { number: number; swing: number }[] = [];
  for (let now = 1; now < curve.length; now++) {
    const before = now - 1;
    const swings = curve[now]!.map((worth, seat) => {
      const swing = Math.abs(worth - curve[before]![seat]!);
      const scatter = (swing ** 2 / 4) * (1 / playouts[now]! + 1 / playouts[before]!);
      const doubt = (noise[now]![seat]! ** 2 + noise[before]![seat]! ** 2) / Z95 ** 2 + scatter;
      return swing >= Math.max(LEAST_SWING * spread, sure * Math.sqrt(doubt)) ? swing : 0;
    });
    found.push({ number: now, swing: Math.max(...swings) });
  }
  const greatest = found.filter(({ swing }) => swing).sort((a, b) => b.swing - a.swing);
  return greatest.slice(0, TURNING_POINTS).map(({ number }) => number);
}
