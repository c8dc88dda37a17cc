/** A hint lies over what was chosen, and takes nothing from it. */
import { createRawSnippet } from 'svelte';
import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import { Choice as Amik } from '../src/games/amik/choice.svelte';
import type { Move as Lay, View as Land } from '../src/games/amik/model';
import { Choice as Gang } from '../src/games/beaver-gang/choice.svelte';
import type { Move as Swap } from '../src/games/beaver-gang/model';
import ActionBar from '../src/games/dam-it/ActionBar.svelte';
import { Choice as Dam } from '../src/games/dam-it/choice.svelte';
import type { Move as Take, View as River } from '../src/games/dam-it/model';
import { Choice as Donnant } from '../src/games/donnant/choice.svelte';
import type { Chosen } from '../src/lib/chosen.svelte';
import { fixture } from './helpers/fixtures';

const river = fixture<{ views: River[] }>('dam-it').views[0]!;
const takes: Take[] = [{ do: 'take', place: 1, dispose: false }];
const swaps: Swap[] = [{ do: 'swap', at: 2, seat: 1, other: 3 }];
const land = fixture<{ views: Land[]; legal: { first: { at: number; moves: Lay[] } } }>('amik');

/** Something chosen in each game, and how to choose on. */
const GAMES: Record<string, () => { choice: Chosen; goOn: () => void }> = {
  'dam-it': () => {
    const choice = new Dam();
    choice.touch(river, 0, 1, takes, false);
    return { choice, goOn: () => choice.toggle('oak', takes) };
  },
  'beaver-gang': () => {
    const choice = new Gang();
    choice.touchMine(swaps, 2, false);
    return { choice, goOn: () => choice.touchTheirs(swaps, { seat: 1, at: 3 }, false) };
  },
  amik: () => {
    const choice = new Amik();
    choice.fit(land.views[land.legal.first.at]!.players[0]!, land.legal.first.moves);
    choice.arrow(0, 1);
    return { choice, goOn: () => choice.turn(false) };
  },
  donnant: () => {
    const choice = new Donnant();
    choice.touchDie('green', []);
    return { choice, goOn: () => choice.touchDie('blue', []) };
  },
};

describe.each(Object.entries(GAMES))('what is chosen in %s', (_, chosenIn) => {
  /** Chosen, and then a hint came. */
  function hinted() {
    const made = chosenIn();
    made.choice.look(null, true);
    expect(made.choice.covered).toBe(false);
    const chosen = JSON.stringify(made.choice.chosen);
    const advice = { do: 'this' };
    made.choice.look(advice, true);
    expect(made.choice.covered).toBe(true);
    return { ...made, advice, chosen };
  }

  it('is as before when the hint is closed, even while the line is lost', () => {
    const { choice, advice, chosen } = hinted();
    choice.look(advice, false);
    expect(choice.covered).toBe(true);
    choice.look(null, false);
    expect(choice.covered).toBe(false);
    expect(chosen).not.toBe('null');
    expect(JSON.stringify(choice.chosen)).toBe(chosen);
  });

  it('comes to the fore when something else is chosen, until there is another hint', () => {
    const { choice, advice, goOn } = hinted();
    goOn();
    choice.look(advice, true);
    expect(choice.covered).toBe(false);
    choice.look({ ...advice }, true);
    expect(choice.covered).toBe(true);
  });

  it('is forgotten when the advice is taken', () => {
    const { choice } = hinted();
    choice.look(null, false);
    expect(choice.chosen).toBeNull();
  });

  it('is not there: nothing is covered', () => {
    const { choice } = chosenIn();
    choice.clear();
    choice.look({ do: 'this' }, true);
    expect(choice.covered).toBe(false);
  });
});

describe('the bar', () => {
  it('shows the hint in place of the choice and its buttons, and then these again', () => {
    const choice = new Dam();
    const hint = createRawSnippet(() => ({ render: () => '<b>Advice</b>' }));
    const bar = (): string => {
      const names = ['Ada', 'Bo'];
      const turn = { pending: [0], legal: takes, myTurn: true };
      const props = { view: river, me: 0, names, ...turn, choice, seen: null, hint };
      return render(ActionBar, { props: { ...props, onmove: () => undefined } }).body;
    };
    expect(bar()).toContain('Advice');
    choice.touch(river, 0, 1, takes, false);
    const before = bar();
    expect(before).not.toContain('Advice');
    expect(before).toContain('<button');
    choice.look(null, true);
    choice.look({ do: 'this' }, true);
    expect(bar()).toContain('Advice');
    expect(bar()).not.toContain('<button');
    choice.look(null, true);
    expect(bar()).toBe(before);
  });
});
