import { expect, it } from 'vitest';
import { cityOfZone, knownZone } from './time-zone.ts';

it('takes zones that there are, and names their city', () => {
  expect(knownZone('America/Santiago')).toBe('America/Santiago');
  for (const none of ['America/Nowhere', '<b>', 'x'.repeat(65), '', null, 3])
    expect(knownZone(none)).toBeNull();
  expect(cityOfZone('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect([cityOfZone('UTC'), cityOfZone('Etc/GMT+3')]).toEqual([null, null]);
});
