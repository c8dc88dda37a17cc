/** What the last move was worth to each: whoever makes or loses many points at once shows it, until the next move. */
import type { Game, Json } from '../games/game';
import { KNOWN } from './api';
import { swingsOf } from './moods';
import type { Table } from './table.svelte';

export class Swings {
  now = $state.raw<number[]>([]);
  private points: number[] = [];
  /** Through whose eyes they were counted: others may not see all of them. */
  private eyes: number | null | undefined;

  constructor(table: Table, game: Game) {
    $effect(() => {
      const { number, seat, sight, info } = table;
      if (number && sight && info) this.count(game, sight.view, info.seats.length, seat);
    });
  }

  private count(game: Game, view: Json, seats: number, eyes: number | null): void {
    const points = Array.from({ length: seats }, (_, seat) =>
      game.scoring(view, seat).reduce((sum, line) => sum + line.points, 0),
    );
    const better = KNOWN.games.find(({ id }) => id === game.id)?.more_is_better ?? true;
    this.now = this.eyes === eyes ? swingsOf(this.points, points, better) : [];
    [this.points, this.eyes] = [points, eyes];
  }
}
