import { expect, it } from 'vitest';
import { readInstallSearch } from './install-search.ts';

it('reads whose chat it is', () => {
  expect(readInstallSearch({ bot: '64', token: 'demo-bot-token-64' })).toEqual({
    bot: 64,
    token: 'demo-bot-token-64',
  });
});
it('takes no token that would change the code that people copy', () => {
  for (const token of ['x"></script><script src=//malo>', "x';alert(1)//", '', 'a'.repeat(201), 7])
    expect(readInstallSearch({ bot: 64, token })).toEqual({ bot: 64 });
});
