/** What the calls that build a bot have in common: their access rules and what an edit of the draft answers. */
import * as z from 'zod/mini';
import type { ModuleName, Permission } from '../permissions.ts';
import { wholeNumber, wholeNumberParam } from '../primitives.ts';

/**
 * The rule of a call about the bot at this place: 'Skill Base' (docs/product.md §6), or one of `orModule`
 * where other screens ask the same.
 */
export const atBot =
  <In extends 'params' | 'query' | 'body'>(part: In, name: string, orModule?: readonly ModuleName[]) =>
  (permission: Permission) =>
    ({
      kind: 'bot',
      in: part,
      name,
      module: 'skill_base',
      ...(orModule ? { orModule } : {}),
      permission,
    }) as const;

/** The welcome menu is a module of its own. */
export const atMenu =
  <In extends 'params' | 'query' | 'body'>(part: In, name: string) =>
  (permission: Permission) =>
    ({ kind: 'bot', in: part, name, module: 'menu_inicial', permission }) as const;

/**
 * The draft's revision when the thing was opened for editing. If that very thing was changed since, the edit is refused:
 * 409 'conflict' with `details` as `editConflict`, and nothing is changed. Absent: the edit is made whatever happened.
 */
export const seenRevision = z.optional(wholeNumber);
/** The same in a query, for deletes. */
export const seenInQuery = z.optional(wholeNumberParam);

/** `details` of a refused edit: what the thing is like with the other person's change. */
export const editConflict = z.object({
  /** Of the draft (of a test set: its own) now: an edit that is sent with it replaces the other's. */
  revision: z.int(),
  /** Who changed it. */
  by: z.string(),
  /** Field by field as in a difference; null: it was removed. */
  theirs: z.nullable(z.array(z.object({ field: z.string(), value: z.nullable(z.string()) }))),
});
export type EditConflict = z.infer<typeof editConflict>;

/** The draft after the edit: `publish` takes the revision. */
export const edited = z.object({ ok: z.literal(true), revision: z.int() });

/** docs/product.md §4: 'create if the answer says a new register was created, otherwise an update of the text'. */
export const REGISTER_CREATED = 'a new register was created' as const;
export const TEXT_UPDATED = 'text updated' as const;

/** What copying or completing did; `details` speaks of the whole: created if anything was. */
export const copyAnswer = z.extend(edited, {
  details: z.enum([REGISTER_CREATED, TEXT_UPDATED]),
  created: z.array(z.string()),
  updated: z.array(z.string()),
});
