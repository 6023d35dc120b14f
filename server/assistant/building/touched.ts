/**
 * Who changed which thing of a draft last, so that an edit made on an older state of that very thing is refused, while
 * edits of other things go through.
 */
import type { EditConflict } from '../../../contract/calls/bot-building.ts';
import type { Difference } from '../../../contract/entities/bot-draft.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotModel } from '../engine/bot-model.ts';
import { differencesBetween, fieldsOf } from './difference.ts';
import type { Draft, Touched } from './draft-store.ts';

/** A thing of the draft, as differences name it. */
export interface Thing {
  kind: Difference['kind'];
  id: string;
}

const touchKey = ({ kind, id }: Thing): string => `${kind} ${id}`;

/** The draft's notes with those of an edit. Where a node stands among others is no change of the node. */
export function touchedBy(
  { model, touched }: Draft,
  next: BotModel,
  note: { revision: number; by: string },
): Touched {
  const changed = differencesBetween(model, next).filter(({ fields }) =>
    fields.some(({ field }) => field !== 'place'),
  );
  return { ...touched, ...Object.fromEntries(changed.map((thing) => [touchKey(thing), note])) };
}

/**
 * Throws conflict when somebody changed the thing after the revision that the caller saw; `details` show how.
 * @param seen undefined: the caller does not ask
 */
export function requireUntouched(draft: Draft, seen: number | undefined, ...things: Thing[]): void {
  if (seen === undefined) return;
  for (const thing of things) {
    const last = draft.touched[touchKey(thing)];
    if (!last || last.revision <= seen) continue;
    const theirs = fieldsOf(draft.model, thing);
    const details: EditConflict = { revision: draft.revision, by: last.by, theirs };
    throw new Refused('conflict', {
      message: `${last.by} ${theirs === null ? 'eliminó' : 'cambió'} esto mientras lo editabas. Lo tuyo no se guardó todavía.`,
      details: { ...details },
    });
  }
}
