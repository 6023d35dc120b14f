import { expect, it } from 'vitest';
import { redirectTarget } from './redirect-target.ts';

it('goes back to a path of this app, with its query', () => {
  expect(redirectTarget('/charla-live-2?bot=64')).toBe('/charla-live-2?bot=64');
});
it.each([
  'https://mal.example',
  '//mal.example',
  '/\\mal.example',
  'javascript:alert(1)',
  '/login',
  '/login?redirect=/x',
  7,
  undefined,
])('never follows %s', (value) => {
  expect(redirectTarget(value)).toBeNull();
});
