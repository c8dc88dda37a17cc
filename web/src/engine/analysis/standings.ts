/** What was found out about positions, put together: moves, players, turning points (src/lodge/analysis/judging.py). */
import type { Judged, Standing } from '../../lib/protocol';
import type { Match } from '../match';
import { exceeded, sum, Z95 } from './numbers';
import type { Decision, Weighed } from './weighing';

/** Of the accuracy: how fast it falls with what is lost. */
const STRICTNESS = 6;
/** At most so many turning points; less of the spread of results than this is none. */
const [TURNING_POINTS, LEAST_SWING] = [5, 0.2];
/** Of the analyses: how many may tell of a turning point that is none. */
const FALSE = 0.05;
/** A chance to win nearer to 0 or 1 than this: nothing is at stake any more. */
const DECIDED = 0.02;

/** What was found out about a position: how it stands, and the decision made in it. By seat. */
export interface Look {
  playouts: number;
  stands: number[];
  /** Of that, 95 %. */
  noise: number[];
  decision: Decision | null;
  weighed: Weighed | null;
}

/** 100 for losing nothing, falling towards 0 as the mean loss grows; 50 at about 12 % of the spread. */
const accuracy = (loss: number, spread: number) => 100 * Math.exp((-STRICTNESS * loss) / spread);

/** A move: what it led to, and what it cost. */
export function judge(match: Match, number: number, { weighed }: Look, curve: number[][]): Judged {
  const { seat, action } = match.moveAt(number);
  const { moves } = match.game;
  const nothing = curve[0]!.map(() => 0);
  const skill = weighed?.skill ?? nothing;
  return {
    number,
    seat,
    move: moves.move(action),
    text: moves.text(action),
    stands: curve[number]!,
    skill,
    noise: weighed?.noise ?? nothing,
    luck: skill.map((one, i) => curve[number]![i]! - curve[number - 1]![i]! - one),
    loss: weighed?.loss ?? 0,
    gain: weighed?.gain ?? 0,
    choices: weighed?.choices ?? [],
    played: weighed ? weighed.actions.indexOf(action) : 0,
  };
}

/** A seat's match; `start` is the noise of what was to be expected there: the end is known, luck is the rest. */
export function standing(
  seat: number,
  curve: number[][],
  start: number,
  moves: Judged[],
  spread: number,
): Standing {
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
function atStake({ choices, played, seat, loss }: Judged, alone: boolean): boolean {
  if (alone || loss || !choices.length) return choices.length > 0;
  const [best, made] = [0, played].map((which) => choices[which]!.results[seat]!);
  return best! > DECIDED && made! < 1 - DECIDED;
}

/** The moves that changed most how it stands, beyond what noise does somewhere among so many moves and seats. */
export function turningPoints(
  curve: number[][],
  noise: number[][],
  playouts: number[],
  spread: number,
): number[] {
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
