/**
 * The forms of a bot's settings that hold as soon as they are saved: who saved each last, so that what was read before is
 * not written over unasked. One revision counts the saves of all of them; what goes into the draft has its own
 * (assistant/building/touched.ts).
 */
import * as z from 'zod/mini';
import type { EditConflict } from '../../contract/calls/bot-building.ts';
import { json, sql, type Transaction } from '../platform/database/database.ts';
import { editConflict } from '../platform/http/edit-conflict.ts';
import { Refused } from '../platform/http/refused.ts';

type BotForm = 'data' | 'look' | 'attention' | 'deadlines' | 'menu' | 'llm' | 'webhook';

const forms = z.record(z.string(), z.object({ revision: z.int(), by: z.string() }));

/** How a form stands before a save, in words. */
export type FormTexts = Record<string, string | null>;

/**
 * Notes that these forms are changed now; a form that is not changed is not named. The bot's row is locked already: what
 * is compared was read behind it (`lockForms`).
 * @param seen the revision that the caller read; undefined: the caller does not ask
 * @param changed how each stands before this change
 * Throws conflict when somebody saved one of them after that.
 */
export async function changeForms(
  tx: Transaction,
  { botId, by, seen }: { botId: number; by: string; seen: number | undefined },
  changed: Partial<Record<BotForm, FormTexts>>,
): Promise<void> {
  const { revision, saved } = await lockForms(tx, botId);
  if (Object.keys(changed).length === 0) return;
  for (const [form, texts] of Object.entries(changed)) {
    const last = saved[form];
    // One that no answer told is no proof of having seen what stands here.
    if (seen === undefined || (seen <= revision && (!last || last.revision <= seen))) continue;
    throw editConflict({ revision, by: last?.by ?? null, theirs: theirs(texts) }, 'save');
  }
  const note = { revision: revision + 1, by };
  const noted = Object.fromEntries(Object.keys(changed).map((form) => [form, note]));
  await tx.query(sql`
    update bots set forms_revision = ${note.revision}, forms_saved = forms_saved || ${json(noted)} where id = ${botId}`);
}

/** Nobody else changes a form of the bot until the transaction is over. Throws not_found. */
export async function lockForms(
  tx: Transaction,
  botId: number,
): Promise<{ revision: number; saved: z.infer<typeof forms> }> {
  const [row] = await tx.query<{ revision: number; saved: unknown }>(sql`
    select forms_revision as revision, forms_saved as saved from bots where id = ${botId} for no key update`);
  if (!row) throw new Refused('not_found');
  return { revision: row.revision, saved: forms.parse(row.saved) };
}

/** What these forms are about is gone: a form that is open is to begin again. */
export async function forgetForms(tx: Transaction, botId: number, gone: readonly BotForm[]): Promise<void> {
  await tx.query(sql`update bots set forms_saved = forms_saved - ${[...gone]}::text[] where id = ${botId}`);
}

const theirs = (texts: FormTexts): EditConflict['theirs'] =>
  Object.entries(texts).map(([field, value]) => ({ field, value }));

/** A value as a form shows it. */
export const yesNo = (value: boolean): string => (value ? 'Sí' : 'No');
