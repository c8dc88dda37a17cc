/** Levels: what a match led to, and whose progress it is. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { after, nextLevel, total } from '../src/lib/progress';
import type { CampaignInfo, LevelInfo, Progress } from '../src/lib/protocol';

const SECRET = 'a-secret-of-22-letters';
const OTHER = 'another-secret-of-more';

function level(number: number, passed: boolean, open = true): LevelInfo {
  return { level: number, rounds: 12, need: 20 + number, open, passed, best: null, tries: 0, running: false };
}

function progress(passed: number): Progress {
  const levels = [1, 2, 3].map((number) => level(number, number <= passed, number <= passed + 1));
  const campaign: CampaignInfo = {
    open: passed === 3,
    status: 'new',
    level: 1,
    running: false,
    lines: [],
    best: null,
    boast: 50,
  };
  return { game: 'donnant', levels, campaign, plays: [] };
}

describe('what comes next', () => {
  it('is the first open level that is not passed', () => {
    expect([0, 1, 2, 3].map((passed) => nextLevel(progress(passed).levels))).toEqual([1, 2, 3, null]);
  });

  it('follows from passing', () => {
    expect(after(progress(0), 1, false)).toBe('again');
    expect(after(progress(1), 1, true)).toBe(2);
    expect(after(progress(3), 3, false)).toBe('again');
    expect(after(progress(3), 3, true)).toBe('campaign');
    expect(after(progress(2), 3, true)).toBe('again');
  });

  it('counts campaign points', () => {
    const { campaign } = progress(3);
    expect(total(campaign)).toBe(0);
    const line = { level: 1, need: 20, points: 23, surplus: 3, total: 3 };
    expect(total({ ...campaign, lines: [line, { ...line, level: 2, surplus: -4, total: -1 }] })).toBe(-1);
  });
});

describe.each(['a browser that keeps', 'a browser that forgets'])('the secret, in %s', (which) => {
  beforeEach(() => {
    vi.resetModules();
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => {
        if (which.endsWith('forgets')) throw new Error('no room');
        kept.set(name, value);
      },
    });
  });

  it('is made once, and none is lost when a link brings another', async () => {
    const { playAs, player, players } = await import('../src/lib/player');
    const mine = player();
    expect(mine).toMatch(/^[\w-]{22}$/);
    expect(player()).toBe(mine);
    playAs(OTHER);
    expect(player()).toBe(OTHER);
    playAs(OTHER);
    expect(players()).toEqual([OTHER, mine]);
    playAs(mine);
    expect(players()).toEqual([mine, OTHER]);
  });

  it('comes by a link', async () => {
    const { linkIn } = await import('../src/lib/player');
    expect(linkIn(`#device=${SECRET}`)).toBe(SECRET);
    for (const wrong of ['', '#device=', '#device=short', `#seat=${SECRET}`, `#device=${SECRET}<b>`])
      expect(linkIn(wrong)).toBeNull();
  });
});
