/** What a finished match of a level meant, and what comes next. */
import type { CampaignInfo, LevelInfo, Progress } from './protocol';

/** The level to play next: the first that is open and not passed; none where all are. */
export function nextLevel(levels: LevelInfo[]): number | null {
  return levels.find((level) => level.open && !level.passed)?.level ?? null;
}

/** What a match of a level leads to: the level behind it, the campaign, or another try. */
export function after(
  { levels, campaign }: Progress,
  level: number,
  passed: boolean,
): number | 'campaign' | 'again' {
  if (!passed) return 'again';
  if (level < levels.length) return level + 1;
  return campaign.open ? 'campaign' : 'again';
}

/** How many campaign points there are; below zero: what was missing in the end. */
export function total({ lines }: CampaignInfo): number {
  return lines.at(-1)?.total ?? 0;
}
