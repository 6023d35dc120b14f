import { expect, it } from 'vitest';
import { couponUses, planContents } from './office-texts.ts';

it('says one of a thing as one', () => {
  expect(planContents({ agents: 1, conversations: 1, documents: 1, channels: 1 })).toBe(
    '1 agente, 1 conversación, 1 documento, 1 canal',
  );
  expect(planContents({ agents: 6, conversations: 2500, documents: 100, channels: 4 })).toBe(
    '6 agentes, 2.500 conversaciones, 100 documentos, 4 canales',
  );
  expect(planContents({ agents: 0, conversations: null, documents: null, channels: null })).toBe(
    '0 agentes, sin límite de conversaciones, sin límite de documentos, sin límite de canales',
  );
});

it.each([
  [0, null, '0 usos'],
  [1, null, '1 uso'],
  [1200, null, '1.200 usos'],
  [0, 1, '0 de 1 uso'],
  [1, 50, '1 de 50 usos'],
] as const)('%j of %j uses: %s', (uses, most, said) => {
  expect(couponUses(uses, most)).toBe(said);
});
