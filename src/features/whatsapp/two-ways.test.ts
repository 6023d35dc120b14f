import { expect, it } from 'vitest';
import type { Connection } from '../../../contract/entities/connection.ts';
import { twoWays } from './two-ways.ts';

const connection = (id: string, provider: 'messenger' | 'instagram', instagram_id: string | null) =>
  ({ id, provider, name: `la ${id}`, facts: { instagram_id } }) as unknown as Connection;

it('one account of Instagram by two ways is warned of at both, and nothing else is', () => {
  const page = connection('a', 'messenger', '178');
  const account = connection('b', 'instagram', '178');
  const other = connection('c', 'instagram', '179');
  const all = [page, account, other, { name: 'x', provider: 'messenger' as const, state: 'ok' as const }];
  expect(twoWays(account, all)).toContain('la página «la a»');
  expect(twoWays(page, all)).toContain('«la b»');
  expect(twoWays(other, all)).toBeNull();
  expect(twoWays(connection('d', 'messenger', null), all)).toBeNull();
});
