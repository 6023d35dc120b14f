import { expect, it } from 'vitest';
import { backendOf, basesFor } from './backends.ts';
import { SERVICE_BASES } from './services.ts';

it.each([
  ['https://qa.charla.example', 'qa', 541],
  ['https://panel-qa.charla.example:8443', 'qa', 541],
  ['http://qa:3000', 'qa', 541],
  ['https://charla.example', 'production', 603],
  ['https://qatar.example', 'production', 603],
  ['https://charla.example.qa', 'production', 603],
  ['http://127.0.0.1:3000', 'production', 603],
] as const)('%s talks to %s, fixed id %i', (origin, name, fixedId) => {
  expect(backendOf(origin)).toMatchObject({ name, fixedId });
});

it('routes the conversations of internal accounts elsewhere, and nothing else', () => {
  const bases = basesFor('https://charla.example', 'https://staff.example/conv/');
  expect(bases).toEqual({ ...SERVICE_BASES, conversations: 'https://staff.example/conv' });
  expect(basesFor('https://charla.example', null)).toEqual(SERVICE_BASES);
});
