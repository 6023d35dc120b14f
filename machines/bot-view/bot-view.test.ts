import { expect, it } from 'vitest';
import { BOT_VIEW_MOVES, BOT_VIEWS, botsOf, decideView, hasToggle } from './moves.ts';

it('VIEW-1 has an answer for every view, stock and trigger', () => {
  for (const view of BOT_VIEWS) {
    for (const moves of Object.values(BOT_VIEW_MOVES[view])) {
      for (const to of Object.values(moves)) expect(BOT_VIEWS).toContain(to);
      expect(Object.keys(moves)).toHaveLength(5);
    }
  }
});
it('VIEW-2 shows the side that has bots', () => {
  expect(decideView('my_bots', botsOf(0, 2), { type: 'loaded' })).toBe('assigned_bots');
  expect(decideView('assigned_bots', botsOf(3, 0), { type: 'loaded' })).toBe('my_bots');
  expect(decideView('assigned_bots', botsOf(3, 1), { type: 'loaded' })).toBe('assigned_bots');
});
it('VIEW-3 has a toggle only where there is something to toggle', () => {
  expect([botsOf(1, 1), botsOf(1, 0), botsOf(0, 1), botsOf(0, 0)].map(hasToggle)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(decideView('my_bots', 'only_owned', { type: 'choose', view: 'assigned_bots' })).toBe('my_bots');
});
it('VIEW-4 follows the selected bot', () => {
  expect(decideView('my_bots', 'both', { type: 'selected', view: 'assigned_bots' })).toBe('assigned_bots');
});
