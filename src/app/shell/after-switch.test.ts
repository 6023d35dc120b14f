import { expect, it } from 'vitest';
import { afterSwitch } from './after-switch.ts';

it('leaves what belongs to the bot that was left, and nothing else', () => {
  expect(afterSwitch('/clients/detail-lead/l1', '/charla-live-2')).toBe('/clients-v2');
  expect(afterSwitch('/charla-live-2', '/charla-live-2')).toBe('/charla-live-2');
  expect(afterSwitch('/clients-v2', '/charla-live-2')).toBeNull();
  expect(afterSwitch('/agentes', '/charla-live-2')).toBeNull();
});
