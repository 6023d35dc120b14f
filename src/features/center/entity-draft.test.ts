import { describe, expect, it } from 'vitest';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import { entityDraftOf, entityFaults, hasFaults, usersOf, valuesToSend } from './entity-draft.ts';

const draft = (value: string, lines: string, type: 'synonyms' | 'patterns' = 'synonyms') => ({
  name: 'region',
  values: [{ value, type, lines }],
});

describe('an entity in its form', () => {
  it('goes back as it came, without blank and doubled lines', () => {
    const entity = {
      bot_id: 1,
      entity_name: 'region',
      template: null,
      values: [
        { value: 'Biobío', type: 'synonyms' as const, synonyms: ['octava', 'conce'], patterns: [] },
        { value: 'codigo', type: 'patterns' as const, synonyms: [], patterns: ['R\\d+'] },
      ],
    };
    const shown = entityDraftOf(entity);
    expect(valuesToSend(shown)).toEqual(entity.values);
    const [first] = valuesToSend(draft(' Biobío ', 'octava\n\n octava \nconce\n'));
    expect(first).toEqual(entity.values[0]);
  });
  it.each([
    ['a name with a sign', { ...draft('a', ''), name: '@region' }],
    ['a name that is taken', { ...draft('a', ''), name: 'talla' }],
    ['no value', draft('', '')],
    ['lines without a value', draft('', 'octava')],
    ['a pattern that says nothing', draft('a', '', 'patterns')],
    ['more lines than there may be', draft('a', Array.from({ length: 51 }, (_, at) => `s${at}`).join('\n'))],
    ['a value twice', { name: 'x', values: [...draft('a', '').values, ...draft('a ', '').values] }],
  ])('is not saved with %s', (_name, wrong) => {
    expect(hasFaults(entityFaults(wrong, ['talla']))).toBe(true);
  });
  it('is saved when all is well', () => {
    expect(hasFaults(entityFaults(draft('a', ''), ['talla']))).toBe(false);
  });
});

it('tells who asks for an entity, and no other of a longer name', () => {
  const node = (node_id: string, conditions: string | null, context: ClientNode['context'] = {}) =>
    ({ node_id, conditions, context }) as ClientNode;
  const nodes = [
    node('one', '#envio && @region:(Los Lagos)'),
    node('other', '@region_norte || @regiones'),
    node('keeps', null, { destino: '@region' }),
    node('mail', 'input.text.contains("@regional")'),
  ];
  expect(usersOf('region', nodes).map(({ node_id }) => node_id)).toEqual(['one', 'keeps']);
});
