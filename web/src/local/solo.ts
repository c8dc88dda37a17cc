/**
 * The solo levels of a game, played in this browser: what is open, what is best, the campaign, and its next match.
 *
 * All is worked out from the matches that count; which levels these open and what a campaign comes to, the game's module
 * says. A server that the page came from keeps the same: finished matches are sent there, with their records as proof,
 * and what it knows (from another device, or from when levels were played there) counts here.
 */
import { commitment, EngineError, hash, openLevels, settleCampaign, type Game } from '../engine';
import { api, Refused } from '../lib/api';
import { keep } from '../lib/storage';
import { isLocal, LOCAL } from '../lib/local';
import type { CampaignInfo, LevelInfo, PlayInfo, Progress } from '../lib/protocol';
import { openGame } from './games';
import { fresh, seatsFor } from './create';
import { rememberedPlays, type KeptPlay } from './plays';
import { recordOf } from './records';
import { all, get, put } from './store';

/** How long to wait for what a server knows, in milliseconds. */
const PATIENCE = 2500;

/** What stands for a secret where it need not be known. */
const mark = (secret: string) => hash(`player ${secret}`).slice(0, 16);

// --- what counts ------------------------------------------------------------------------------------------

/** What the server calls a match that it was sent. */
const nameThere = ({ seed }: KeptPlay) => `r${commitment(seed).slice(0, 15)}`;

const pointsOf = ({ scores }: KeptPlay) => scores?.[0] ?? null;

/** The matches of this browser that count for somebody, in the order in which they began. */
async function ours(game: string, who: string): Promise<KeptPlay[]> {
  const found = new Map<string, KeptPlay>();
  for (const one of [...rememberedPlays(), ...(await all())]) found.set(one.id, one);
  return [...found.values()]
    .filter((one) => one.game === game && one.who === who && one.level !== null)
    .sort((a, b) => a.begun - b.begun);
}

const THERE = (game: string, who: string) => `plays.${game}.${who}`;

/** What the server knew when it was asked last. */
function theirs(game: string, who: string): PlayInfo[] {
  try {
    const kept: unknown = JSON.parse(keep.get(THERE(game, who)) ?? '[]');
    return Array.isArray(kept) ? (kept as PlayInfo[]) : [];
  } catch {
    return [];
  }
}

/** All that counts: the server's first, then what it has not been sent. */
async function plays(game: string, who: string): Promise<PlayInfo[]> {
  const there = theirs(game, who);
  const sent = new Set(there.map((one) => one.table));
  const here = (await ours(game, who)).filter((one) => !sent.has(nameThere(one)));
  return [
    ...there,
    ...here.map((one): PlayInfo => ({
      table: one.id,
      level: one.level ?? 1,
      run: one.run,
      need: one.need ?? 0,
      points: pointsOf(one),
    })),
  ];
}

// --- how it stands ----------------------------------------------------------------------------------------

const passedLevels = (found: readonly PlayInfo[]) =>
  new Set(
    found.filter(({ run, points, need }) => run === null && (points ?? -1) >= need).map(({ level }) => level),
  );

function openTo(game: Game, passed: ReadonlySet<number>): (level: number) => boolean {
  const open = openLevels(
    game,
    [...passed].reduce((bits, level) => bits | (1 << (level - 1)), 0),
  );
  return (level) => ((open >> (level - 1)) & 1) === 1;
}

const levelsOf = (game: Game) => game.data.campaign?.levels ?? [];

/** What a player is told, as the server would. */
export function progressOf(game: Game, found: PlayInfo[]): Progress {
  const passed = passedLevels(found);
  const open = openTo(game, passed);
  const levels = levelsOf(game).map(({ rounds, need }, index): LevelInfo => {
    const tries = found.filter(({ run, level }) => run === null && level === index + 1);
    const points = tries.flatMap((one) => one.points ?? []);
    return {
      level: index + 1,
      rounds,
      need,
      open: open(index + 1),
      passed: passed.has(index + 1),
      best: points.length ? Math.max(...points) : null,
      tries: points.length,
      running: points.length < tries.length,
    };
  });
  return { game: game.id, levels, campaign: campaignOf(game, found, open(levels.length + 1)), plays: found };
}

const runsIn = (found: readonly PlayInfo[]) =>
  [...new Set(found.flatMap(({ run }) => run ?? []))].sort((a, b) => a - b);

/** A campaign's ledger; null stands for one that has not begun. */
function ledger(game: Game, found: readonly PlayInfo[], run: number | undefined) {
  const played = found
    .filter((one) => run !== undefined && one.run === run && one.points !== null)
    .map(({ level, need, points }) => ({ level, need, points: points ?? 0 }))
    .sort((a, b) => a.level - b.level);
  const [standing, totals] = settleCampaign(
    game,
    played.map(({ need }) => need),
    played.map(({ points }) => points),
  );
  const lines = played.map((one, i) => ({ ...one, surplus: one.points - one.need, total: totals[i] ?? 0 }));
  return { lines, lost: standing === 'lost', won: standing === 'won' || standing === 'boast' };
}

function campaignOf(game: Game, found: readonly PlayInfo[], open: boolean): CampaignInfo {
  const runs = runsIn(found);
  const won = runs.map((run) => ledger(game, found, run)).filter((one) => one.won);
  const { lines, ...last } = ledger(game, found, runs.at(-1));
  const best = won.map((one) => one.lines.at(-1)?.total ?? 0);
  return {
    open,
    status: last.lost ? 'lost' : last.won ? 'won' : runs.length ? 'going' : 'new',
    level: last.lost || last.won ? 1 : lines.length + 1,
    running: found.some(({ run, points }) => run !== null && run === runs.at(-1) && points === null),
    lines,
    best: best.length ? Math.max(...best) : null,
    boast: game.data.campaign?.boast ?? 0,
  };
}

/**
 * How it stands for a player. Where the rules cannot run here, as the server says. `later`: a server that took its time
 * has answered; what it knows counts from now on.
 */
export async function progress(id: string, secret: string, later?: () => void): Promise<Progress> {
  let late = false;
  const asked = synced(id, secret);
  asked.then(
    () => late && later?.(),
    () => undefined, // there is none, or none in reach
  );
  await Promise.race([
    asked.catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(() => (late = true)),
  ]);
  try {
    return progressOf(await openGame(id), await plays(id, mark(secret)));
  } catch (problem) {
    return await asked.catch(() => {
      throw problem;
    });
  }
}

// --- the next match ---------------------------------------------------------------------------------------

/**
 * The match of a level, or (null) of the campaign's next: the one that is not over, or a new one. Its name; null: it is
 * one of the server's, which knows it.
 */
export async function levelMatch(
  id: string,
  secret: string,
  name: string,
  level: number | null,
  again: boolean,
): Promise<string | null> {
  const game = await openGame(id);
  const who = mark(secret);
  const found = await plays(id, who);
  const running = found.findLast(
    (one) =>
      one.points === null &&
      (level === null ? one.run !== null : one.run === null && one.level === level && !again),
  );
  if (running) return isLocal(running.table) ? running.table : null;
  const [next, run] = nextStep(game, found, level);
  const about = levelsOf(game)[next - 1];
  if (!about) throw new EngineError('unknown_option', { option: `level ${next}` });
  const match = {
    ...fresh(id, game.description.rules, about.options, seatsFor([{ kind: 'mine', name }])),
    level: next,
    need: about.need,
    run,
    who,
  };
  // A campaign has one match for each step: whoever begins it in another tab at the same time gets this one.
  if (run !== null) match.id = LOCAL + hash(`${who} ${id} ${run} ${next}`).slice(0, 22);
  return ((await put(match, 0)) ?? match).id;
}

/** The level to begin, and which campaign it belongs to. */
function nextStep(game: Game, found: readonly PlayInfo[], level: number | null): [number, number | null] {
  const open = openTo(game, passedLevels(found));
  if (!open(level ?? levelsOf(game).length + 1))
    throw new Refused({ type: 'failure', code: 'locked', message: 'locked', details: {}, ref: null });
  if (level !== null) return [level, null];
  const last = runsIn(found).at(-1);
  const { lines, lost, won } = ledger(game, found, last);
  if (last !== undefined && !lost && !won) return [lines.length + 1, last];
  // By the clock, so that two devices that know nothing of each other number their campaigns differently.
  return [1, Math.max((last ?? 0) + 1, Math.floor(Date.now() / 60_000))];
}

// --- the server -------------------------------------------------------------------------------------------

/** What it would not take, while this page is open. */
const refused = new Set<string>();

/** Send it what it does not know, and learn what it knows. */
async function synced(game: string, player: string): Promise<Progress> {
  const who = mark(player);
  let there = await api.progress({ game, player });
  for (const one of await ours(game, who)) {
    const name = nameThere(one);
    if (pointsOf(one) === null || refused.has(name) || there.plays.some(({ table }) => table === name))
      continue;
    const kept = await get(one.id);
    if (!kept) continue;
    try {
      const record = { ...recordOf(kept) };
      there = await api.keepPlay({ game, player, level: one.level ?? 1, run: one.run, record });
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      refused.add(name);
    }
  }
  keep.set(THERE(game, who), JSON.stringify(there.plays));
  return there;
}
