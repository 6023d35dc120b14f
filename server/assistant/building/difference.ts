/** What differs between two models, thing by thing and field by field. */
import type { Difference } from '../../../contract/entities/bot-draft.ts';
import type { BotModel, Button } from '../engine/bot-model.ts';
import { ticketWords } from './edit-nodes.ts';
import { settingTexts } from './setting-text.ts';

type Fields = Record<string, string | null>;
interface ComparedItem {
  label: string;
  fields: Fields;
}

const listed = (lines: readonly string[]): string | null => (lines.length === 0 ? null : lines.join('\n'));
const buttonLines = (buttons: readonly Button[]) => buttons.map(({ label, node }) => `${label} → ${node}`);
const yes = (value: boolean | undefined): string => (value ? 'sí' : 'no');

function nodesOf({ nodes }: BotModel): Map<string, ComparedItem> {
  return new Map(
    nodes.map((node, place) => [
      node.id,
      {
        label: node.title,
        fields: {
          title: node.title,
          node_name: node.name,
          intent_name: node.intent ?? null,
          status: yes(node.status),
          answers: listed(node.answers),
          buttons: listed(buttonLines(node.buttons)),
          handoff: yes(node.handoff),
          area: node.area ?? null,
          conditions: node.conditions ?? null,
          parent: node.parent ?? null,
          next: node.next ?? null,
          slot: node.slot ? `{{${node.slot.name}}} (${node.slot.kind}): ${node.slot.question}` : null,
          ticket: node.ticket ? ticketWords(node.ticket) : null,
          context: node.context ? JSON.stringify(node.context) : null,
          section_name: node.section ?? null,
          // Its place matters only where conditions are tried one after the other.
          place: node.conditions === undefined ? null : String(place),
        },
      },
    ]),
  );
}

function partsOf(model: BotModel): Record<Difference['kind'], Map<string, ComparedItem>> {
  const { settings = {}, handoff, fallback, choice, counterexamples = [] } = model;
  const setting = (name: string, value: string | null): [string, ComparedItem] => [
    name,
    { label: name, fields: { [name]: value } },
  ];
  return {
    node: nodesOf(model),
    intent: new Map(
      model.intents.map(({ name, examples }) => [
        name,
        { label: name, fields: { examples: listed(examples) } },
      ]),
    ),
    entity: new Map(
      (model.entities ?? []).map(({ name, values }) => {
        const lines = values.map(({ value, synonyms, patterns }) =>
          [value, ...synonyms, ...patterns].join(', '),
        );
        return [name, { label: name, fields: { values: listed(lines) } }];
      }),
    ),
    synonym: new Map(
      (model.synonyms ?? []).map(({ name, words }) => [
        name,
        { label: name, fields: { words: listed(words) } },
      ]),
    ),
    welcome: new Map([
      [
        'welcome',
        {
          label: 'Menú inicial',
          fields: {
            answers: listed(model.welcome.answers),
            buttons: listed(buttonLines(model.welcome.buttons)),
          },
        },
      ],
    ]),
    settings: new Map([
      ...settingTexts(settings).map(([name, value]) => setting(name, value)),
      setting('fallback_answers', listed(fallback.answers)),
      setting('choice_answers', listed(choice.answers)),
      setting('offer_answers', listed(handoff.offer.answers)),
      setting('offer_person_after', String(handoff.offerAfterFallbacks)),
      setting('counterexamples', listed(counterexamples)),
    ]),
  };
}

/** What a thing is like, field by field; null: the model has none of this kind and id. */
export function fieldsOf(
  model: BotModel,
  { kind, id }: Pick<Difference, 'kind' | 'id'>,
): { field: string; value: string | null }[] | null {
  const thing = partsOf(model)[kind].get(id);
  if (!thing) return null;
  return Object.entries(thing.fields)
    .filter(([field, value]) => field !== 'place' && value !== null)
    .map(([field, value]) => ({ field, value }));
}

/** In the order of the model; what was removed last. `before` null: everything is new. */
export function differencesBetween(before: BotModel | null, after: BotModel): Difference[] {
  const old = before && partsOf(before);
  const now = partsOf(after);
  return (Object.keys(now) as Difference['kind'][]).flatMap((kind) => {
    const were = old?.[kind] ?? new Map<string, ComparedItem>();
    const are = now[kind];
    const ids = [...are.keys(), ...[...were.keys()].filter((id) => !are.has(id))];
    return ids.flatMap((id): Difference[] => {
      const was = were.get(id);
      const is = are.get(id);
      const fields = fieldsBetween(was?.fields ?? {}, is?.fields ?? {});
      if (fields.length === 0) return [];
      const change = was ? (is ? 'changed' : 'removed') : 'added';
      return [{ kind, id, label: (is ?? was)?.label ?? id, change, fields }];
    });
  });
}

function fieldsBetween(was: Fields, is: Fields): Difference['fields'] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => ({ field, before: was[field] ?? null, after: is[field] ?? null }))
    .filter(({ before, after }) => before !== after);
}
