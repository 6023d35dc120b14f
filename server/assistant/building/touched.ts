/**
 * Who changed which thing of a draft last, so that an edit made on an older state of that very thing is refused, while
 * edits of other things go through.
 */
import type { EditConflict } from '../../../contract/calls/bot-building.ts';
import type { Difference } from '../../../contract/entities/bot-draft.ts';
import { editConflict, type Undone } from '../../platform/http/edit-conflict.ts';
import type { BotModel } from '../engine/bot-model.ts';
import { differencesBetween, fieldsOf } from './difference.ts';
import type { Draft, Touched } from './draft.ts';

/** A thing of the draft, as differences name it; the order of its nodes is one, too. */
export interface TouchedItem {
  kind: Difference['kind'] | 'order';
  id: string;
}
export const NODE_ORDER: TouchedItem = { kind: 'order', id: 'nodes' };

const touchKey = ({ kind, id }: TouchedItem): string => `${kind} ${id}`;

/** The draft's notes with those of an edit. Where a node stands among others is no change of the node, but of the order. */
export function touchedBy(
  { model, touched }: Draft,
  next: BotModel,
  note: { revision: number; by: string },
): Touched {
  const changed: TouchedItem[] = differencesBetween(model, next).filter(({ fields }) =>
    fields.some(({ field }) => field !== 'place'),
  );
  if (reordered(model, next)) changed.push(NODE_ORDER);
  return { ...touched, ...Object.fromEntries(changed.map((thing) => [touchKey(thing), note])) };
}

/** Whether nodes that both have stand in another order: what came or went in between moves nothing. */
function reordered(before: BotModel, after: BotModel): boolean {
  const were = new Set(before.nodes.map(({ id }) => id));
  const are = new Set(after.nodes.map(({ id }) => id));
  const stayed = after.nodes.filter(({ id }) => were.has(id));
  return before.nodes.filter(({ id }) => are.has(id)).some(({ id }, place) => stayed[place]?.id !== id);
}

/**
 * Throws conflict when somebody changed the thing after the revision that the caller saw; `details` show how.
 * @param seen undefined: the caller does not ask
 */
export function requireUntouched(draft: Draft, seen: number | undefined, ...things: TouchedItem[]): void {
  requireUntouchedTo('save', draft, seen, things);
}

/** As `requireUntouched`, in the words of what the caller is about to do. */
export function requireUntouchedTo(
  what: Undone,
  draft: Draft,
  seen: number | undefined,
  things: readonly TouchedItem[],
): void {
  if (seen === undefined) return;
  for (const thing of things) {
    const last = draft.touched[touchKey(thing)];
    // One that no answer told is no proof of having seen what stands here.
    if (seen <= draft.revision && (!last || last.revision <= seen)) continue;
    const theirs =
      thing.kind === 'order' ? orderOf(draft.model) : fieldsOf(draft.model, { ...thing, kind: thing.kind });
    throw editConflict({ revision: draft.revision, by: last?.by ?? null, theirs }, what);
  }
}

/** The order, as far as it matters: of nodes whose conditions are tried one after the other. */
const orderOf = ({ nodes }: BotModel): EditConflict['theirs'] => [
  {
    field: 'order',
    value: nodes.flatMap(({ title, conditions }) => (conditions === undefined ? [] : [title])).join('\n'),
  },
];
