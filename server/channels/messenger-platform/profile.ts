/**
 * Who writes, as far as Meta says so: messages of Messenger and Instagram bring an id alone. The name is asked for once a
 * week at most, and given to a client who has none; who lets nobody know who they are stays without one.
 */
import * as z from 'zod/mini';
import { findConnection } from '../../connections/connection-row.ts';
import { changeLead } from '../../crm/change-lead.ts';
import { leadName } from '../../crm/lead-name.ts';
import { findLead } from '../../crm/lead-row.ts';
import { tellLeadCards } from '../../inbox/tell-lead-cards.ts';
import type { App } from '../../platform/app.ts';
import { cleanLine } from '../../platform/clean-text.ts';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Contact } from '../contacts.ts';
import { GraphFault } from '../graph.ts';
import type { PartRow } from '../hook-part.ts';
import { graphOf } from './platform.ts';

const KIND = 'channel.profile';
/** Milliseconds. */
const ASKED_EVERY = 7 * 24 * 60 * 60_000;
const NAME_MOST = 120;
const NOBODY = [100, 551];

const payload = z.object({ bot_id: z.number(), contact_id: z.string() });
const word = z.optional(z.nullable(z.coerce.string()));
const profile = z.looseObject({ name: word, first_name: word, last_name: word, username: word });

/** Orders the question where the name is not known. */
export async function orderProfile(
  tx: Transaction,
  app: App,
  part: PartRow,
  contact: Contact,
): Promise<void> {
  if (contact.profile_name !== null) return;
  await app.jobs.schedule(tx, {
    kind: KIND,
    key: `${KIND}:${contact.id}`,
    runAt: app.clock.now(),
    payload: { bot_id: part.bot_id, contact_id: contact.id },
  });
}

/** Registers the job that asks. */
export function registerProfile(app: App): void {
  app.jobs.handleOutside(KIND, async (job) => {
    const { bot_id: botId, contact_id: id } = payload.parse(job.payload);
    const now = app.clock.now();
    const since = new Date(now.getTime() - ASKED_EVERY);
    const [contact] = await app.db.query<{
      connection_id: string;
      user_id: string | null;
      lead_id: string;
    }>(sql`
      select k.connection_id, k.user_id, v.lead_id from channel_contacts k join visitors v on v.id = k.visitor_id
      where k.id = ${id} and k.user_id is not null and (k.profile_at is null or k.profile_at < ${since})`);
    const connection = contact && (await findConnection(app.db, contact.connection_id));
    if (
      !contact ||
      contact.user_id === null ||
      !connection ||
      connection.paused ||
      connection.health === 'needs_reconnect'
    )
      return;
    const said = await ask(app, connection, contact.user_id);
    await app.db.transaction(async (tx) => {
      await tx.query(sql`
        update channel_contacts set profile_at = ${now}, profile_name = coalesce(${said.name}, profile_name),
          username = coalesce(${said.username}, username)
        where id = ${id}`);
    });
    if (said.name !== null) await giveName(app, botId, contact.lead_id, said.name);
  });
}

/** Nothing where Meta does not say. Throws what may pass. */
async function ask(
  app: App,
  connection: Parameters<typeof graphOf>[1],
  userId: string,
): Promise<{ name: string | null; username: string | null }> {
  const instagram = connection.provider === 'instagram';
  const fields = instagram ? 'name,username' : 'first_name,last_name';
  try {
    const { graph } = graphOf(app, connection);
    const given = profile.safeParse(await graph.call(`/${userId}`, { query: { fields } }));
    if (!given.success) return { name: null, username: null };
    const { name, first_name, last_name, username } = given.data;
    const whole = name ?? [first_name, last_name].filter(Boolean).join(' ');
    return {
      name: cleanLine(whole || (username ?? ''))?.slice(0, NAME_MOST) ?? null,
      username: cleanLine(username)?.slice(0, NAME_MOST) ?? null,
    };
  } catch (error) {
    if (!(error instanceof GraphFault)) throw error;
    // No consent, or nobody any more: then they have no name here. What passes is tried again.
    if (error.kind === 'forbidden' || NOBODY.includes(error.code ?? 0)) return { name: null, username: null };
    throw error;
  }
}

/** A name that somebody wrote down is not written over. */
async function giveName(app: App, botId: number, leadId: string, name: string): Promise<void> {
  try {
    await app.db.transaction(async (tx) => {
      const lead = await findLead(tx, botId, leadId);
      if (!lead || lead.name !== null) return;
      const actor = { kind: 'visitor' as const, id: leadId, name: leadName({ ...lead, id: leadId }) };
      const was = { name: null };
      await changeLead(tx, app, tellLeadCards, { botId, id: leadId, given: { name }, was, actor });
    });
  } catch (error) {
    // Somebody wrote a name down meanwhile: theirs stays.
    if (!(error instanceof Refused) || error.code !== 'conflict') throw error;
  }
}
