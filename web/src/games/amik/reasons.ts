/** Why a move of Amik is good, in numbers that the position bears out. */
import { holding, type Reason, type Situation, type WhyOf } from '../game';
import { lit } from './choice.svelte';
import { hex, hexes, NEIGHBOURS } from './land';
import {
  blanks,
  counted,
  HABITATS,
  isWater,
  lettersOf,
  PENALTY,
  type Move,
  type Player,
  type View,
} from './model';
import { say, shapeName } from './words';
import type en from './why/en.json';

export type Why = WhyOf<keyof typeof en>;

const count = (player: Player, letter: string) => lettersOf(player).filter((one) => one === letter).length;

export function reasons(move: Move, situation: Situation<View, Move>): Reason<Why>[] {
  const { view, seat, legal, after } = situation;
  const player = view.players[seat];
  if (!player) return [];
  const then = after?.players[seat] ?? null;
  switch (move.do) {
    case 'forest': {
      const [at = -1] = lit(view, [move]);
      const near = (NEIGHBOURS[at] ?? []).filter((one) => player.hexes[one] === '.').length;
      return [{ key: 'room', values: { count: near } }];
    }
    case 'animal': {
      const near = (NEIGHBOURS[hex(move.hex)] ?? []).filter((one) => player.hexes[one] === '.').length;
      return [{ key: 'edge', values: { count: near } }];
    }
    case 'change': {
      const face = (player.dice[move.die - 1] ?? 0) + move.by;
      return [{ key: 'shape', values: { shape: shapeName(face) } }];
    }
    case 'pond':
      return [{ key: 'pond_roll', values: { count: player.lodge_worth } }];
    case 'lay':
      return player.step === 'second' && then ? made(player, then, move.on, situation) : [];
    case 'upgrade':
      return then ? [...changed(player, then, situation), becomes(then, hex(move.hex))] : [];
    case 'cut':
      return [
        { key: 'pays', values: { count: player.cuts[move.hex] ?? 1 } },
        ...(then ? changed(player, then, situation) : []),
      ];
    case 'stop':
      if (!legal.some((one) => one.do === 'lay')) return [{ key: 'nothing_fits' }];
      return [{ key: 'stops', values: { count: player.score.total } }];
    case 'done': {
      const cuts = legal.filter((one) => one.do === 'cut').length;
      const upgrades = legal.some((one) => one.do === 'upgrade') ? player.upgrades : 0;
      if (!cuts && !upgrades) return [{ key: 'nothing_more' }];
      const last = counted(player);
      return holding<Why>(
        !last && cuts > 0 && { key: 'cuts_left', values: { count: cuts } },
        !last && upgrades > 0 && { key: 'upgrades_left', values: { count: upgrades } },
      );
    }
  }
}

function made(player: Player, then: Player, on: string, situation: Situation<View, Move>): Reason<Why>[] {
  const shared = hexes(on).filter((one) => hexes(player.laid ?? '').includes(one)).length;
  const ponds = count(then, 'p') - count(player, 'p');
  const water = lettersOf(then).filter(isWater).length - lettersOf(player).filter(isWater).length;
  return holding<Why>(
    ...changed(player, then, situation),
    ponds > 0 && { key: 'ponds', values: { count: ponds } },
    ponds <= 0 && water > 0 && { key: 'water', values: { count: water } },
    shared > 1 && { key: 'overlap', values: { count: shared } },
    then.open_forests.length > 0 && { key: 'open', values: { count: then.open_forests.length } },
  );
}

/** What the score and the sheet gain. */
function changed(player: Player, then: Player, { seat, other }: Situation<View, Move>): Reason<Why>[] {
  const lodges = then.lodges.slice(player.lodges.length);
  const river = then.score.river - player.score.river;
  const dead = then.dead_ends.length - player.dead_ends.length;
  const filled = blanks(player) - blanks(then);
  const elsewhere = other?.after?.players[seat]?.dead_ends?.length ?? null;
  const saved = elsewhere === null ? 0 : elsewhere - then.dead_ends.length;
  return holding<Why>(
    lodges.length > 0 && {
      key: 'lodge',
      values: { count: lodges.reduce((sum, one) => sum + one.points, 0) },
    },
    then.animal_complete && !player.animal_complete && { key: 'animal' },
    river > 0 && { key: 'river', values: { count: river } },
    dead < 0 && { key: 'mended', values: { count: -dead, points: -dead * PENALTY } },
    saved > 0 && { key: 'avoided', values: { count: saved, points: saved * PENALTY } },
    counted(player) && filled > 0 && { key: 'blank', values: { count: filled, points: filled * PENALTY } },
    dead > 0 && saved <= 0 && { key: 'dead_end', values: { count: dead } },
  );
}

const becomes = (then: Player, number: number): Reason<Why> => ({
  key: 'upgrade',
  values: { what: say(HABITATS[lettersOf(then)[number] ?? '.']) },
});
