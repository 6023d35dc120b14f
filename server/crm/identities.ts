/**
 * By what a client is known: each value of a kind leads to one client of the bot at most. Who wishes to know whom a
 * phone or an e-mail names asks here, by an index, and never the columns of `leads`.
 */

import type { IdentityKind, IdentityTrust } from '../../contract/entities/identity.ts';
import { normalizeEmail } from '../../contract/rules/email.ts';
import { readPhone } from '../../contract/rules/phone.ts';
import { readRut } from '../../contract/rut.ts';
import type { App } from '../platform/app.ts';
import { cleanText } from '../platform/clean-text.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { phoneVariants } from './phone-variants.ts';

export interface Identity {
  kind: IdentityKind;
  /** As it is stored (`identityValue`). */
  value: string;
}

/** How a value is stored and compared; null for one that is none of its kind. */
export function identityValue(kind: IdentityKind, text: string): string | null {
  const line = cleanText(text).trim();
  if (kind === 'phone') return readPhone(line);
  if (kind === 'email') return line === '' ? null : normalizeEmail(line);
  if (kind === 'rut') return readRut(line)?.replace(/[.-]/g, '') ?? null;
  return line === '' ? null : line;
}

/** What a lead's own fields say that it is known by. */
export function identitiesOf(lead: {
  phone?: string | null | undefined;
  email?: string | null | undefined;
  rut?: string | null | undefined;
}): Identity[] {
  return (['rut', 'phone', 'email'] as const).flatMap((kind) => {
    const value = lead[kind] ? identityValue(kind, lead[kind]) : null;
    return value === null ? [] : [{ kind, value }];
  });
}

/** Every stored form that means the same. */
export const formsOf = ({ kind, value }: Identity): string[] =>
  kind === 'phone' ? phoneVariants(value) : [value];

/** A found client with what it was found by. */
export interface Found extends Identity {
  lead_id: string;
  trust: IdentityTrust;
}

/** Whom these name: at most one client a kind and value. In the order in which they were asked. */
export async function leadsNamed(db: Queryable, botId: number, asked: readonly Identity[]): Promise<Found[]> {
  if (asked.length === 0) return [];
  const forms = asked.flatMap((one, at) => formsOf(one).map((value) => ({ kind: one.kind, value, at })));
  return db.query<Found>(sql`
    select i.kind, i.value, i.lead_id, i.trust
    from unnest(${forms.map(({ kind }) => kind)}::text[], ${forms.map(({ value }) => value)}::text[],
      ${forms.map(({ at }) => at)}::int[]) as asked (kind, value, place)
    join lead_identities i on i.bot_id = ${botId} and i.kind = asked.kind and i.value = asked.value
    order by asked.place, i.created_at`);
}

/** How much more a word weighs than another: who is sure takes a value from who is not. */
const WEIGHT: Record<IdentityTrust, number> = { claimed: 0, known: 1, verified: 2 };

/**
 * Notes that a client is known by these. A value that another client has stays there, unless this word weighs more:
 * a client who only claimed it loses it. Nobody is merged.
 * @returns whether another client keeps one of them
 */
export async function noteIdentities(
  tx: Queryable,
  app: Pick<App, 'clock'>,
  { botId, leadId, trust }: { botId: number; leadId: string; trust: IdentityTrust },
  identities: readonly Identity[],
): Promise<boolean> {
  let taken = false;
  const weaker = (Object.keys(WEIGHT) as IdentityTrust[]).filter((one) => WEIGHT[one] < WEIGHT[trust]);
  for (const { kind, value } of identities) {
    const rows = await tx.query(sql`
      insert into lead_identities (bot_id, kind, value, lead_id, trust, created_at)
      values (${botId}, ${kind}, ${value}, ${leadId}, ${trust}, ${app.clock.now()})
      on conflict (bot_id, kind, value) do update
        set lead_id = excluded.lead_id, trust = excluded.trust, created_at = excluded.created_at
        where lead_identities.trust = any(${weaker}::text[])
      returning value`);
    if (rows.length > 0) continue;
    const others = await tx.query(sql`
      select 1 as found from lead_identities
      where bot_id = ${botId} and kind = ${kind} and value = ${value} and lead_id <> ${leadId}`);
    taken ||= others.length > 0;
  }
  return taken;
}

/**
 * Follows a change of a lead's own phone, e-mail and RUT: what it is no longer known by goes to the oldest other
 * client that says the same of itself, or to nobody. What a channel or a shop has verified stays.
 * @returns whether another client keeps something that this one says of itself now
 */
export async function followFields(
  tx: Queryable,
  app: Pick<App, 'clock'>,
  who: { botId: number; leadId: string; trust: IdentityTrust },
  before: { phone: string | null; email: string | null; rut: string | null },
  after: { phone: string | null; email: string | null; rut: string | null },
): Promise<boolean> {
  const now = identitiesOf(after);
  const same = (a: Identity) => (b: Identity) => a.kind === b.kind && a.value === b.value;
  for (const left of identitiesOf(before).filter((one) => !now.some(same(one)))) {
    const gone = await tx.query(sql`
      delete from lead_identities
      where bot_id = ${who.botId} and kind = ${left.kind} and value = ${left.value} and lead_id = ${who.leadId}
        and trust <> 'verified' returning value`);
    if (gone.length > 0) await passOn(tx, app, who, left);
  }
  return noteIdentities(
    tx,
    app,
    who,
    now.filter((one) => !identitiesOf(before).some(same(one))),
  );
}

/** To the oldest other client whose fields say the same. */
async function passOn(
  tx: Queryable,
  app: Pick<App, 'clock'>,
  { botId, leadId }: { botId: number; leadId: string },
  { kind, value }: Identity,
): Promise<void> {
  const says =
    kind === 'phone'
      ? sql`phone = ${value}`
      : kind === 'email'
        ? sql`lower(email) = ${value}`
        : sql`rut_plain = ${value}`;
  await tx.query(sql`
    insert into lead_identities (bot_id, kind, value, lead_id, trust, created_at)
    select ${botId}, ${kind}, ${value}, id, 'claimed', ${app.clock.now()} from leads
    where bot_id = ${botId} and id <> ${leadId} and ${says} order by created_at, id limit 1
    on conflict do nothing`);
}
