/**
 * `DELETE leads/{id}`, as privacy requests need it: a client who never spoke is removed; of anybody else everything is
 * erased that says who they are or what was said, wherever it is kept. Their conversations go on as those of an unknown
 * visitor, with their states, times and counts.
 *
 *   client, files of imports and exports, merges ─▶ conversations, messages, files ─▶ old events, a hole in the log
 *
 * The hole makes every process tell RESET, and the log's floor stands behind it: a browser that has the old log, here
 * or on a disk somewhere, drops it and loads a base (docs/protocol.md 'The event log').
 */
import type { IdentityKind } from '../../contract/entities/identity.ts';
import type { Actor } from '../../contract/realtime/events.ts';
import { agentActor } from '../access/agent-actor.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { writeLead } from '../crm/change-lead.ts';
import { leadName } from '../crm/lead-name.ts';
import { type LeadRow, leadColumns, NOTHING_KNOWN } from '../crm/lead-row.ts';
import { lockConversation } from '../inbox/conversation-row.ts';
import { ConversationWork } from '../inbox/conversation-work.ts';
import { appendEvents } from '../inbox/event-log.ts';
import { forgetMacroRuns } from '../inbox/macro-run-row.ts';
import { forgetScheduled } from '../inbox/scheduled-row.ts';
import { forgetSummaries } from '../inbox/summary-row.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';
import { eraseUploads } from '../platform/uploads/upload-store.ts';

/** What stands where somebody's words stood. */
export const ERASED_TEXT = 'Mensaje borrado';

/** A browser's alone stays: it names nobody, and its chat goes on. */
const KEPT_KIND: IdentityKind = 'visitor';

/** Without what people write between figures. */
const bare = (text: string): string => text.toLowerCase().replace(/[ .+()-]/g, '');

/** Values by which files may name somebody; a phone by its end, with or without the country's code. */
const wordsOf = ({ email, rut, phone }: LeadRow): string[] =>
  [email ?? '', rut ?? '', bare(phone ?? '').slice(-9)].map(bare).filter((word) => word.length > 5);

/** What was uploaded or made as a file and has their row. */
async function eraseInFiles(tx: Transaction, app: App, row: LeadRow): Promise<void> {
  const { id, bot_id: botId } = row;
  const named = wordsOf(row);
  const says = (column: ReturnType<typeof sql>) =>
    sql`exists (select 1 from unnest(${named}::text[]) w where position(w in regexp_replace(lower(${column}::text), '[ .+()-]', '', 'g')) > 0)`;
  const files = await tx.query<{ id: string }>(sql`
    select i.id from lead_imports i where i.bot_id = ${botId} and (
      exists (select 1 from lead_import_changes h where h.import_id = i.id and h.lead_id = ${id})
      or exists (select 1 from lead_import_parts p where p.import_id = i.id and ${says(sql`p.rows`)})
      or exists (select 1 from lead_import_refused r where r.import_id = i.id and ${says(sql`r.cells`)}))
    order by i.id for update`);
  const ids = files.map((file) => file.id);
  await tx.query(sql`
    delete from lead_import_changes where import_id = any(${ids}::text[]) and lead_id = ${id}`);
  await tx.query(sql`
    delete from lead_import_refused r where r.import_id = any(${ids}::text[]) and ${says(sql`r.cells`)}`);
  // A file that is not run yet ends here: its rows are gone.
  await tx.query(sql`delete from lead_import_parts where import_id = any(${ids}::text[])`);
  await tx.query(sql`
    update lead_imports set sample = '[]', finished_at = coalesce(finished_at, ${app.clock.now()}),
      state = case when state in ('mapped', 'checking', 'checked', 'running') then 'cancelled' else state end
    where id = any(${ids}::text[])`);
  if (ids.length > 0) touch(tx, app, botId, ['imports']);
  await tx.query(sql`delete from lead_merges where ${id} in (survivor_id, loser_id)`);
  // One that is being written may have their row already: it is to be ordered again.
  const begun = await tx.query<{ user_id: number }>(sql`
    update exports set status = 'failed', error = 'Se borró a un cliente mientras se hacía: pídelo otra vez.'
    where bot_id = ${botId} and status = 'running' returning user_id`);
  const userIds = begun.map(({ user_id }) => user_id);
  if (userIds.length > 0) touch(tx, app, botId, ['exports'], { userIds });
  // Which rows a made file has, nobody noted: all that were made since the client is known end now.
  const made = await tx.query<{ id: string }>(sql`
    select id from exports where bot_id = ${botId} and status = 'done' and created_at >= ${row.created_at} order by id`);
  for (const file of made) {
    await app.jobs.schedule(tx, {
      kind: 'export.expire',
      key: `export.expire:${file.id}`,
      runAt: app.clock.now(),
      payload: { id: file.id },
    });
  }
}

/** What came by a channel, as it came. */
async function eraseHooks(tx: Transaction, leadId: string): Promise<void> {
  const bodies = await tx.query<{ body_id: number }>(sql`
    select distinct p.body_id from channel_contacts k join visitors v on v.id = k.visitor_id
    join hook_parts p on p.connection_id = k.connection_id
      and (position(k.phone in p.content::text) > 0 or position(k.user_id in p.content::text) > 0)
    where v.lead_id = ${leadId}`);
  const ids = bodies.map(({ body_id }) => body_id);
  // What could not be read has no parts.
  const parked = await tx.query<{ id: number }>(sql`
    select distinct b.id from hook_bodies b join channel_contacts k on b.verified_by ? k.connection_id
    join visitors v on v.id = k.visitor_id
    where v.lead_id = ${leadId} and b.state <> 'split' and (
      position(convert_to(k.phone, 'UTF8') in b.body) > 0 or position(convert_to(k.user_id, 'UTF8') in b.body) > 0)`);
  ids.push(...parked.map(({ id }) => id));
  // What somebody else's words in the same body still wait for goes on; the purge takes it in its time.
  await tx.query(sql`
    delete from hook_bodies b where b.id = any(${ids}::bigint[]) and not exists (
      select 1 from hook_parts p where p.body_id = b.id and p.state in ('waiting', 'missing'))`);
  await tx.query(sql`
    delete from channel_contacts where visitor_id in (select v.id from visitors v where v.lead_id = ${leadId})`);
}

/** Their tickets go as a whole: a subject, a note and an answer say who they are alike. */
async function eraseTickets(tx: Transaction, app: App, botId: number, leadId: string): Promise<void> {
  const rows = await tx.query<{ id: string }>(sql`
    select id from tickets where lead_id = ${leadId} order by id for update`);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await eraseUploads(tx, app, [], ids);
  await tx.query(sql`update audits set changes = '[]' where bot_id = ${botId} and auditable_type = 'ticket'
    and auditable_id = any(${ids}::text[])`);
  await tx.query(sql`delete from tickets where id = any(${ids}::text[])`);
  touch(tx, app, botId, ['tickets']);
}

async function eraseWords(
  tx: Transaction,
  app: App,
  botId: number,
  conversationIds: readonly string[],
): Promise<void> {
  const ids = [...conversationIds];
  await eraseUploads(tx, app, ids);
  // Files that are still fetched, with the names that they came with.
  await tx.query(sql`
    delete from jobs j where j.kind = 'channel.media' and exists (
      select 1 from messages m where m.conversation_id = any(${ids}::text[]) and m.mid = j.payload->>'mid')`);
  await tx.query(sql`
    update messages set text = ${ERASED_TEXT}, attachments = '[]', buttons = '[]', mentions = '[]', template = null,
      extra = null, revision = revision + 1,
      status = case when status = 'queued' and sender <> 'Cliente' then 'failed' else status end,
      reason = case when status = 'queued' and sender <> 'Cliente' then 'Se borró antes de salir.' end
    where conversation_id = any(${ids}::text[]) and sender <> 'system'`);
  await tx.query(sql`
    update transitions set reason = null, actor = case when actor->>'kind' = 'visitor' then actor - 'name' else actor end
    where conversation_id = any(${ids}::text[])`);
  // What the bell said of them.
  await tx.query(sql`
    delete from notifications where bot_id = ${botId} and exists (
      select 1 from unnest(${ids}::text[]) as talk where position(talk in link) > 0)`);
  await forgetScheduled(tx, app, ids);
  await forgetMacroRuns(tx, ids);
  await forgetSummaries(tx, ids);
  // What still waits to leave has their words in hand.
  await tx.query(sql`delete from channel_sends where conversation_id = any(${ids}::text[])`);
  await tx.query(sql`delete from events where bot_id = ${botId} and conversation_id = any(${ids}::text[])`);
}

/** Cards as they are now, behind a hole in the log. The conversations are locked; it appends events. */
async function tellAnew(
  tx: Transaction,
  app: App,
  lead: LeadRow,
  conversationIds: readonly string[],
  actor: Actor,
): Promise<void> {
  const drafts = [];
  for (const id of conversationIds) {
    const row = await lockConversation(tx, id);
    if (!row) continue;
    const work = ConversationWork.on(row, app);
    work.set({
      lead_name: leadName(lead),
      custom_name: null,
      possible_duplicate: false,
      last_message:
        row.last_message_from === 'system' || row.last_message === '' ? row.last_message : ERASED_TEXT,
      last_question: null,
      rating: row.rating && { ...row.rating, comment: null },
      tags: [],
      scheduled_count: 0,
      // Its notes name nobody any more.
      mentioned: [],
      mention_unseen: [],
    });
    work.cardChanged(actor);
    await work.write(tx);
    drafts.push(...work.drafts);
  }
  if (drafts.length === 0) return;
  await tx.query(sql`
    update bots set log_head = log_head + 1, log_floor = log_head + 1 where id = ${lead.bot_id}`);
  await appendEvents(tx, app, lead.bot_id, drafts);
}

/** Throws not_found. */
export async function eraseLead(app: App, by: BotSession, id: string): Promise<{ removed: boolean }> {
  const botId = by.link.bot_id;
  return app.db.transaction(
    async (tx) => {
      // As customers' messages do: visitors, then clients, then conversations.
      await tx.query(sql`select id from visitors where lead_id = ${id} order by id for update`);
      const [row] = await tx.query<LeadRow & { spoke: boolean }>(sql`
        select ${leadColumns}, (
          exists (select 1 from conversations c where c.lead_id = leads.id)
          or exists (select 1 from visitors v where v.lead_id = leads.id)
        ) as spoke
        from leads where id = ${id} and bot_id = ${botId} for update`);
      if (!row) throw new Refused('not_found');
      const { spoke, ...lead } = row;
      // What it was is not kept, nor what it was before that: the record says that, by whom and when it was erased.
      await tx.query(sql`
        update audits set changes = '[]' where bot_id = ${botId} and auditable_type = 'lead' and auditable_id = ${id}`);
      await writeAudit(tx, app, { by: by.user, type: 'lead', id, botId, before: { lead: id }, after: null });
      // Lines of campaigns' files that name them, by what they are known by.
      await tx.query(sql`
        delete from campaign_file_rows r using lead_identities i
        where i.lead_id = ${id} and r.bot_id = ${botId}
          and i.value in (ltrim(r.phone_key, '+'), r.phone_key, r.rut_key, r.email_key)`);
      await eraseInFiles(tx, app, lead);
      touch(tx, app, botId, ['leads', `lead:${id}`]);
      if (!spoke) {
        await eraseTickets(tx, app, botId, id);
        await tx.query(sql`delete from leads where id = ${id}`);
        return { removed: true };
      }
      await eraseHooks(tx, id);
      await tx.query(sql`
        delete from visits where visitor_id in (select v.id from visitors v where v.lead_id = ${id})`);
      await tx.query(
        sql`update visitors set context = '{}', external_id = null, vouched_email = null where lead_id = ${id}`,
      );
      await tx.query(sql`update campaign_recipients set address = null where lead_id = ${id}`);
      const nobody: LeadRow = { ...lead, ...NOTHING_KNOWN };
      await writeLead(tx, app, lead, nobody, 'known');
      // By what their browser finds its chat they are still known; who writes by a channel again is somebody new.
      await tx.query(sql`delete from lead_identities where lead_id = ${id} and kind <> ${KEPT_KIND}`);
      await tx.query(sql`update consents set source = '' where lead_id = ${id}`);
      await tx.query(sql`update leads set possible_duplicate_of = null where possible_duplicate_of = ${id}`);
      const talks = await tx.query<{ id: string }>(sql`
        select id from conversations where lead_id = ${id} order by id for update`);
      const ids = talks.map((talk) => talk.id);
      await eraseWords(tx, app, botId, ids);
      await eraseTickets(tx, app, botId, id);
      await tellAnew(tx, app, nobody, ids, agentActor(by));
      return { removed: false };
    },
    { retries: 3 },
  );
}
