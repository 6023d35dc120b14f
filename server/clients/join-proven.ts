/** Two clients of whom a channel or a shop has shown that they are one person become one, by themselves. */
import * as z from 'zod/mini';
import { IDENTITY_KINDS } from '../../contract/entities/identity.ts';
import { numericId, textId } from '../../contract/primitives.ts';
import type { LeadRow } from '../crm/lead-row.ts';
import { presentId } from '../crm/present-id.ts';
import { JOIN_JOB, type JoinOrder } from '../crm/prove-identities.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { lockBoth, mergeRows } from './merge.ts';

const order: z.ZodMiniType<JoinOrder> = z.object({
  bot_id: numericId,
  one: textId,
  other: textId,
  proof: z.enum(IDENTITY_KINDS),
});

export function registerJoins(app: App): void {
  app.jobs.handle(JOIN_JOB, (tx, job) => joinProven(tx, app, order.parse(job.payload)));
}

/** Somebody of whom anything is known: who was erased since is nobody to be joined. */
async function isKnown(tx: Transaction, lead: LeadRow): Promise<boolean> {
  if (lead.name ?? lead.phone ?? lead.email ?? lead.rut) return true;
  const rows = await tx.query(sql`
    select 1 as found from lead_identities where lead_id = ${lead.id} and kind <> 'visitor' limit 1`);
  return rows.length > 0;
}

/**
 * The older one survives. Nothing happens where they are one already, one is gone or was erased, or somebody has said
 * that they are not the same person: undoing such a merge says so, too.
 */
async function joinProven(tx: Transaction, app: App, { bot_id: botId, ...given }: JoinOrder): Promise<void> {
  const [one, other] = [await presentId(tx, given.one), await presentId(tx, given.other)];
  if (one === other) return;
  const rows = await lockBoth(tx, botId, [one, other]);
  const apart = await tx.query(sql`
    select 1 as found from lead_distinct
    where lead_id = least(${one}::text, ${other}::text) and other_id = greatest(${one}::text, ${other}::text)`);
  if (rows.size < 2 || apart.length > 0) return;
  const age = (a: LeadRow, b: LeadRow) =>
    Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1);
  const [survivor, loser] = [...rows.values()].sort(age);
  if (!survivor || !loser || !(await isKnown(tx, survivor)) || !(await isKnown(tx, loser))) return;
  const by = { user: null, actor: { kind: 'system' as const }, proof: given.proof };
  await mergeRows(tx, app, botId, by, { survivor, loser }, {});
}
