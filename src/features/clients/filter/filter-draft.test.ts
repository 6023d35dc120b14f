import { expect, it } from 'vitest';
import {
  kindOfField,
  type LeadFilter,
  type OwnKinds,
  partsOf,
} from '../../../../contract/entities/lead-filter.ts';
import {
  conditionsIn,
  countOf,
  type DraftGroup,
  draftOf,
  isDraftGroup,
  newCondition,
  newGroup,
  readDraft,
  withNewPart,
  withOp,
  withoutEmptyGroups,
  withPart,
} from './filter-draft.ts';

const OWN: OwnKinds = {
  talla: { type: 'list', options: ['S', 'M'] },
  gasto: { type: 'number', options: [] },
};
const kindOf = (field: string) => kindOfField(field, OWN);
const FILTER: LeadFilter = {
  all: [
    { field: 'name', op: 'contains', value: 'ana' },
    { field: 'field.gasto', op: 'gt', value: 1500.5 },
    {
      any: [
        { field: 'tags', op: 'in', value: ['vip'] },
        { field: 'last_activity', op: 'within_days', value: 30 },
        { field: 'rut', op: 'empty', value: true },
      ],
    },
  ],
};

/** The value of the first condition. */
function conditionIn(filter: LeadFilter): unknown {
  const [first] = partsOf(filter);
  return first && 'value' in first ? first.value : null;
}

it('says the same filter after it was opened, with numbers as people write them', () => {
  const draft = draftOf(FILTER);
  expect(draft.parts[1]).toMatchObject({ value: '1500,5' });
  expect(readDraft(draft, OWN, kindOf)).toEqual({ ok: true, filter: FILTER });
  expect([conditionsIn(draft), countOf(FILTER)]).toEqual([5, 5]);
});

it('CR-8 reads a number as the field itself does: a dot before three digits groups thousands', () => {
  const said = (value: string) => {
    const condition = { ...newCondition('field.gasto', 'number', 'gt'), value };
    const draft = newGroup('all');
    const read = readDraft(withNewPart(draft, draft.key, condition), OWN, kindOf);
    return read.ok ? conditionIn(read.filter) : null;
  };
  expect(['1.500', '1.500,5', '$ 12.990', '-2,5', '1500.5'].map(said)).toEqual([
    1500, 1500.5, 12990, -2.5, 1500.5,
  ]);
  expect(['1.500.5', 'mil', ' '].map(said)).toEqual([null, null, null]);
});

it('names the place of what is not whole yet', () => {
  const group = newGroup('any');
  let draft = withNewPart(newGroup('all'), 0, newCondition('name', 'text'));
  draft = withNewPart(draft, draft.key, newCondition('city', 'text', 'empty'));
  draft = withNewPart(draft, draft.key, group);
  draft = withNewPart(draft, group.key, newCondition('conversations', 'number'));
  expect(readDraft(draft, OWN, kindOf)).toEqual({
    ok: false,
    path: 'all.1.any.0.value',
    message: 'Aquí va un número.',
  });
});

it('changes one part and leaves the others, and drops groups that nobody filled', () => {
  const draft = draftOf(FILTER);
  const group = draft.parts[2];
  if (!group || !isDraftGroup(group)) throw new Error('no group');
  const first = group.parts[0]?.key ?? 0;
  const changed = withPart(draft, first, (part) =>
    isDraftGroup(part) ? part : withOp(part, 'choice', 'not_in'),
  );
  expect(readDraft(changed, OWN, kindOf)).toMatchObject({
    filter: { all: [{}, {}, { any: [{ op: 'not_in', value: ['vip'] }, {}, {}] }] },
  });
  const emptied = group.parts.reduce<DraftGroup>((left, part) => withPart(left, part.key, () => null), draft);
  expect(withoutEmptyGroups(emptied).parts).toHaveLength(2);
});

it('begins again where another word takes another value', () => {
  const since = newCondition('created_at', 'date', 'after');
  expect(withOp({ ...since, value: '2026-01-01' }, 'date', 'before').value).toBe('2026-01-01');
  expect(withOp({ ...since, value: '2026-01-01' }, 'date', 'within_days').value).toBe('30');
  expect(withOp(newCondition('rut', 'text', 'empty'), 'text', 'eq').value).toBe('');
});
