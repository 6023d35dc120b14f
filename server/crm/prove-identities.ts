/**
 * What a channel or a shop vouches for. Where it names another client as well, by such a word or by the team's, both
 * are one person: joining them is scheduled in the same transaction (server/clients/join-proven.ts does it, and judges
 * again). A visitor's claim joins nobody.
 */
import type { IdentityKind } from '../../contract/entities/identity.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { type Identity, leadsNamed, noteIdentities } from './identities.ts';

export const JOIN_JOB = 'clients.join';
/** Payload of the job. */
export interface JoinOrder {
  bot_id: number;
  one: string;
  other: string;
  /** What both have. */
  proof: IdentityKind;
}

/** Kinds that name one account of a person for good: who has two of them is two accounts. */
const ACCOUNTS: readonly IdentityKind[] = ['whatsapp', 'messenger', 'instagram', 'shop'];

/** Notes identities as verified, and sees to it that clients who have them already become one with this one. */
export async function proveIdentities(
  tx: Transaction,
  app: Pick<App, 'clock' | 'jobs'>,
  { botId, leadId }: { botId: number; leadId: string },
  identities: readonly Identity[],
): Promise<void> {
  const others = (await leadsNamed(tx, botId, identities)).filter(
    ({ lead_id, trust }) => lead_id !== leadId && trust !== 'claimed',
  );
  await noteIdentities(tx, app, { botId, leadId, trust: 'verified' }, identities);
  const kinds = identities.map(({ kind }) => kind).filter((kind) => ACCOUNTS.includes(kind));
  const asked = new Set<string>();
  for (const { kind, lead_id, trust } of others) {
    // What the team wrote down may be a second number of somebody whose own account is another one.
    if (asked.has(lead_id) || (trust === 'known' && (await hasAccount(tx, lead_id, kinds)))) continue;
    asked.add(lead_id);
    const order: JoinOrder = { bot_id: botId, one: leadId, other: lead_id, proof: kind };
    await app.jobs.schedule(tx, {
      kind: JOIN_JOB,
      key: `${JOIN_JOB}:${[leadId, lead_id].sort().join(':')}`,
      runAt: app.clock.now(),
      payload: order,
    });
  }
}

async function hasAccount(tx: Transaction, leadId: string, kinds: readonly IdentityKind[]): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 as found from lead_identities
    where lead_id = ${leadId} and trust = 'verified' and kind = any(${[...kinds]}::text[]) limit 1`);
  return rows.length > 0;
}
