/**
 * Two clients who are one person become one: everything of the loser moves to the survivor, the loser's id leads there
 * for ever, and for 30 days it can be taken back.
 *
 *   two rows ──merge──▶ survivor + redirect + record of what moved ──undo──▶ two rows
 *
 * Locks visitors, then clients, then conversations, each in the order of their ids, as customers' messages do.
 */
import { createHash } from 'node:crypto';
import type { LeadMerge } from '../../contract/calls/clients.ts';
import { MERGE_CHANGED, MERGE_FIELDS, type MergeField } from '../../contract/calls/clients.ts';
import type { IdentityKind } from '../../contract/entities/identity.ts';
import type { ConsentPurpose, Lead } from '../../contract/entities/lead.ts';
import { CONSENT_PURPOSES } from '../../contract/entities/lead.ts';
import type { OwnField } from '../../contract/entities/lead-field.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Actor } from '../../contract/realtime/events.ts';
import { settleModel } from '../../contract/rules/catalogue-fields.ts';
import { agentActor } from '../access/agent-actor.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { addConsent } from '../crm/consents.ts';
import { likelyTwin } from '../crm/duplicates.ts';
import { leadName } from '../crm/lead-name.ts';
import { type LeadRow, leadColumns, toLead } from '../crm/lead-row.ts';
import { ownFieldsOf } from '../crm/own-fields.ts';
import { lockConversation } from '../inbox/conversation-row.ts';
import { ConversationWork } from '../inbox/conversation-work.ts';
import { appendEvents } from '../inbox/event-log.ts';
import { forgetSummaries } from '../inbox/summary-row.ts';
import type { App } from '../platform/app.ts';
import { json, type Queryable, raw, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';

/** How long a merge can be undone. Milliseconds. */
export const UNDO_MERGE = 30 * 24 * 60 * 60 * 1000;

/** Whose value the survivor keeps, field by field; 'field.<key>' for own ones. */
export type MergeChoice = Readonly<Record<string, 'survivor' | 'loser'>>;

/** Tables whose rows are of a client, with the column that says so; a test finds a table that is not here. */
export const MOVED_TABLES = {
  conversations: 'lead_id',
  visitors: 'lead_id',
  consents: 'lead_id',
  campaign_recipients: 'lead_id',
  tickets: 'lead_id',
  automation_cases: 'lead_id',
} as const;
type MovedTable = keyof typeof MOVED_TABLES;
const TABLES = Object.keys(MOVED_TABLES) as MovedTable[];

/** What a merge moved, by id. */
type Moved = Record<MovedTable, string[]> & {
  identities: { kind: string; value: string }[];
  redirects: string[];
  audits: string[];
  /** Of whom the loser was said to be another person. */
  distinct: { other_id: string; user_id: number | null; at: string }[];
  imports: string[];
};

interface MergeRow {
  id: string;
  bot_id: number;
  survivor_id: string;
  loser_id: string;
  /** Both as they were, and the survivor as it became. */
  survivor: { before: LeadRow; after: LeadRow };
  loser: LeadRow;
  moved: Moved;
  at: string;
  undone_at: string | null;
  /** What showed that both are one; null: a person merged them. */
  proof: IdentityKind | null;
}

/** Those of them that the bot has, by id. */
export async function lockBoth(
  tx: Transaction,
  botId: number,
  ids: readonly string[],
): Promise<Map<string, LeadRow>> {
  await tx.query(
    sql`select id from visitors where lead_id = any(${[...ids]}::text[]) order by id for update`,
  );
  const rows = await tx.query<LeadRow>(sql`
    select ${leadColumns} from leads where id = any(${[...ids]}::text[]) and bot_id = ${botId} order by id for update`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Both rows. Throws not_found for one that is not the bot's, rule for one and the same. */
async function requireTwo(
  tx: Transaction,
  botId: number,
  survivorId: string,
  loserId: string,
): Promise<{ survivor: LeadRow; loser: LeadRow }> {
  if (survivorId === loserId) throw new Refused('rule', { message: 'Es el mismo cliente.' });
  const rows = await lockBoth(tx, botId, [survivorId, loserId]);
  const survivor = rows.get(survivorId);
  const loser = rows.get(loserId);
  if (!survivor || !loser) throw new Refused('not_found');
  return { survivor, loser };
}

const isMergeField = (name: string): name is MergeField => (MERGE_FIELDS as readonly string[]).includes(name);

/** What the survivor becomes. Throws rule for a field that is none. */
function combined(survivor: LeadRow, loser: LeadRow, choice: MergeChoice, own: readonly OwnField[]): LeadRow {
  const next: LeadRow = {
    ...survivor,
    tags: [...new Set([...survivor.tags, ...loser.tags])].slice(0, LIMITS.tags),
    areas: [...new Set([...survivor.areas, ...loser.areas])],
    fields: { ...loser.fields, ...survivor.fields },
    blocked_at: survivor.blocked_at ?? loser.blocked_at,
  };
  for (const field of MERGE_FIELDS) next[field] = survivor[field] ?? loser[field];
  for (const [name, whose] of Object.entries(choice)) {
    const from = whose === 'loser' ? loser : survivor;
    if (isMergeField(name)) next[name] = from[name];
    else if (name.startsWith('field.')) {
      const key = name.slice('field.'.length);
      const value = Object.hasOwn(from.fields, key) ? from.fields[key] : undefined;
      if (value === undefined) delete next.fields[key];
      else next.fields[key] = value;
    } else throw new Refused('rule', { message: 'Ese campo no existe.', details: { field: name } });
  }
  // A model stays with its brand: beside another it is no word of either, and neither is newer.
  const models = own.find(({ key }) => key === 'modelo')?.catalogue;
  next.fields = settleModel(models, next.fields, next.fields) ?? next.fields;
  for (const purpose of CONSENT_PURPOSES) {
    const column = `consent_${purpose}` as const;
    const said = [survivor[column], loser[column]];
    // A no of either stands; a yes stands before nothing at all.
    next[column] = said.includes('denied') ? 'denied' : said.includes('granted') ? 'granted' : 'unknown';
  }
  return next;
}

const count = async (db: Queryable, table: MovedTable | 'notes', leadId: string): Promise<number> => {
  const rows =
    table === 'notes'
      ? sql`messages m join conversations c on c.id = m.conversation_id where m.note and c.lead_id = ${leadId}`
      : sql`${raw(table)} where lead_id = ${leadId}`;
  const [row] = await db.query<{ count: number }>(sql`select count(*)::int as count from ${rows}`);
  return row?.count ?? 0;
};

export interface MergePreview {
  survivor: Lead;
  loser: Lead;
  /** The survivor as it would be. */
  result: Lead;
  moves: { conversations: number; notes: number; tickets: number; consents: number; identities: number };
  seen: string;
}

/** How both are, in a word: another one when somebody changed either. */
const lookOf = (survivor: LeadRow, loser: LeadRow): string =>
  createHash('sha256')
    .update(JSON.stringify([survivor, loser]))
    .digest('hex')
    .slice(0, 32);

/** What a merge would do, without doing it. Throws as `mergeLeads`. */
export async function previewMerge(
  app: App,
  by: BotSession,
  survivorId: string,
  loserId: string,
  choice: MergeChoice,
): Promise<MergePreview> {
  return app.db.transaction(async (tx) => {
    const { survivor, loser } = await requireTwo(tx, by.link.bot_id, survivorId, loserId);
    const [identities] = await tx.query<{ count: number }>(
      sql`select count(*)::int as count from lead_identities where lead_id = ${loserId}`,
    );
    return {
      survivor: toLead(survivor),
      loser: toLead(loser),
      result: toLead(combined(survivor, loser, choice, await ownFieldsOf(tx, by.link.bot_id))),
      moves: {
        conversations: await count(tx, 'conversations', loserId),
        notes: await count(tx, 'notes', loserId),
        tickets: await count(tx, 'tickets', loserId),
        consents: await count(tx, 'consents', loserId),
        identities: identities?.count ?? 0,
      },
      seen: lookOf(survivor, loser),
    };
  });
}

async function moveTable(tx: Transaction, table: MovedTable, from: string, to: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    sql`update ${raw(table)} set lead_id = ${to} where lead_id = ${from} returning id`,
  );
  return rows.map(({ id }) => id);
}

async function moveAll(tx: Transaction, loser: LeadRow, to: string): Promise<Moved> {
  const from = loser.id;
  const byTable = {} as Record<MovedTable, string[]>;
  for (const table of TABLES) byTable[table] = await moveTable(tx, table, from, to);
  const identities = await tx.query<{ kind: string; value: string }>(
    sql`update lead_identities set lead_id = ${to} where lead_id = ${from} returning kind, value`,
  );
  const redirects = await tx.query<{ old_id: string }>(
    sql`update lead_redirects set lead_id = ${to} where lead_id = ${from} returning old_id`,
  );
  const audits = await tx.query<{ id: string }>(sql`
    update audits set auditable_id = ${to}
    where bot_id = ${loser.bot_id} and auditable_type = 'lead' and auditable_id = ${from} returning id`);
  const distinct = await tx.query<Moved['distinct'][number]>(sql`
    select case when lead_id = ${from} then other_id else lead_id end as other_id, user_id, at
    from lead_distinct where ${from} in (lead_id, other_id)`);
  for (const { other_id, user_id, at } of distinct.filter((one) => one.other_id !== to)) {
    await tx.query(sql`
      insert into lead_distinct (bot_id, lead_id, other_id, user_id, at)
      values (${loser.bot_id}, least(${to}::text, ${other_id}::text), greatest(${to}::text, ${other_id}::text),
        ${user_id}, ${at}) on conflict do nothing`);
  }
  const imports = await tx.query<{ import_id: string }>(sql`
    update lead_import_changes h set lead_id = ${to} where lead_id = ${from}
      and not exists (select 1 from lead_import_changes o where o.import_id = h.import_id and o.lead_id = ${to})
    returning import_id`);
  return {
    ...byTable,
    identities,
    redirects: redirects.map(({ old_id }) => old_id),
    audits: audits.map(({ id }) => id),
    distinct,
    imports: imports.map(({ import_id }) => import_id),
  };
}

/** Writes a whole row of `leads`, without what it is known by. */
async function writeRow(tx: Transaction, row: LeadRow): Promise<void> {
  await tx.query(sql`
    insert into leads (id, bot_id, name, email, phone, rut, notes, tags, city, areas, fields, blocked_at,
      consent_marketing, consent_service, possible_duplicate_of, created_at)
    values (${row.id}, ${row.bot_id}, ${row.name}, ${row.email}, ${row.phone}, ${row.rut}, ${row.notes},
      ${json(row.tags)}, ${row.city}, ${json(row.areas)}, ${json(row.fields)}, ${row.blocked_at},
      ${row.consent_marketing}, ${row.consent_service}, ${row.possible_duplicate_of}, ${row.created_at})
    on conflict (id) do update set name = excluded.name, email = excluded.email, phone = excluded.phone,
      rut = excluded.rut, notes = excluded.notes, tags = excluded.tags, city = excluded.city,
      areas = excluded.areas, fields = excluded.fields, blocked_at = excluded.blocked_at,
      consent_marketing = excluded.consent_marketing, consent_service = excluded.consent_service,
      possible_duplicate_of = excluded.possible_duplicate_of`);
}

/** Every card of the client as it is now: whose it is, and what it is called. Appends events: the last thing. */
async function tellCards(tx: Transaction, app: App, lead: LeadRow, moved: readonly string[], actor: Actor) {
  const lead_name = leadName(lead);
  const possible_duplicate = lead.possible_duplicate_of !== null;
  const rows = await tx.query<{ id: string }>(sql`
    select id from conversations where lead_id = ${lead.id} and (
      id = any(${[...moved]}::text[]) or lead_name <> ${lead_name} or possible_duplicate <> ${possible_duplicate})
    order by id for update`);
  const drafts = [];
  for (const { id } of rows) {
    const row = await lockConversation(tx, id);
    if (!row) continue;
    const work = ConversationWork.on(row, app);
    work.set({ lead_name, possible_duplicate });
    work.cardChanged(actor);
    await work.write(tx);
    drafts.push(...work.drafts);
  }
  return drafts;
}

const audited = ({ name, email, phone, rut, notes, tags, city, areas, fields, blocked_at }: LeadRow) => ({
  name,
  email,
  phone,
  rut,
  notes,
  tags,
  city,
  areas,
  fields,
  blocked: blocked_at !== null,
});

/**
 * Throws not_found for a client that is not the bot's; rule for one and the same (also by a merge before), or a field
 * that is none; conflict when either changed since its preview.
 * @param seen what the preview said of both; undefined: whatever they are
 */
export async function mergeLeads(
  app: App,
  by: BotSession,
  survivorId: string,
  loserId: string,
  choice: MergeChoice,
  seen?: string,
): Promise<Lead> {
  return app.db.transaction(async (tx) => {
    const botId = by.link.bot_id;
    const two = await requireTwo(tx, botId, survivorId, loserId);
    // Whose value stays was chosen among those that were shown.
    if (seen !== undefined && seen !== lookOf(two.survivor, two.loser))
      throw new Refused('conflict', { message: MERGE_CHANGED });
    const who = { user: by.user, actor: agentActor(by), proof: null };
    return toLead(await mergeRows(tx, app, botId, who, two, choice));
  });
}

/** Who merges: a person, or nobody and what shows that both are one. */
interface Merger {
  user: BotSession['user'] | null;
  actor: Actor;
  proof: IdentityKind | null;
}

/** Merges two clients whose rows are locked. It appends events: the last thing in the transaction. */
export async function mergeRows(
  tx: Transaction,
  app: App,
  botId: number,
  by: Merger,
  { survivor, loser }: { survivor: LeadRow; loser: LeadRow },
  choice: MergeChoice,
): Promise<LeadRow> {
  const [survivorId, loserId] = [survivor.id, loser.id];
  const next = combined(survivor, loser, choice, await ownFieldsOf(tx, botId));
  const moved = await moveAll(tx, loser, survivorId);
  for (const purpose of CONSENT_PURPOSES) await settleConsent(tx, app, by.user?.id ?? null, next, purpose);
  await tx.query(sql`delete from leads where id = ${loserId}`);
  await tx.query(sql`
    insert into lead_redirects (old_id, bot_id, lead_id) values (${loserId}, ${botId}, ${survivorId})`);
  next.possible_duplicate_of = await likelyTwin(tx, next);
  await writeRow(tx, next);
  await tx.query(sql`
    update leads set possible_duplicate_of = null where bot_id = ${botId} and possible_duplicate_of = ${loserId}`);
  await tx.query(sql`
    insert into lead_merges (id, bot_id, survivor_id, loser_id, survivor, loser, moved, user_id, at, proof)
    values (${app.ids()}, ${botId}, ${survivorId}, ${loserId}, ${json({ before: survivor, after: next })},
      ${json(loser)}, ${json(moved)}, ${by.user?.id ?? null}, ${app.clock.now()}, ${by.proof})`);
  await writeAudit(tx, app, {
    by: by.user,
    type: 'lead',
    id: survivorId,
    botId,
    before: audited(survivor),
    after: audited(next),
  });
  touch(tx, app, botId, ['leads', `lead:${survivorId}`, `lead:${loserId}`]);
  const drafts = await tellCards(tx, app, next, moved.conversations, by.actor);
  if (drafts.length > 0) await appendEvents(tx, app, botId, drafts);
  return next;
}

/** A no that would be overruled by an older yes of the other is said once more. */
async function settleConsent(
  tx: Transaction,
  app: App,
  userId: number | null,
  next: LeadRow,
  purpose: ConsentPurpose,
): Promise<void> {
  const wanted = next[`consent_${purpose}`];
  const [newest] = await tx.query<{ state: string }>(sql`
    select state from consents where lead_id = ${next.id} and purpose = ${purpose} order by at desc, id desc limit 1`);
  if (wanted !== 'denied' || newest?.state === 'denied') return;
  await addConsent(tx, app, {
    botId: next.bot_id,
    leadId: next.id,
    userId,
    purpose,
    state: 'denied',
    channel: null,
    source: 'Fusión de clientes',
  });
}

const mergeColumns = sql`g.id, g.bot_id, g.survivor_id, g.loser_id, g.survivor, g.loser, g.moved, g.at, g.undone_at, g.proof`;

/** Of a client, newest first. */
export async function mergesOf(db: Queryable, leadId: string): Promise<LeadMerge[]> {
  const rows = await db.query<MergeRow & { user_name: string | null }>(sql`
    select ${mergeColumns}, (select u.name from users u where u.id = g.user_id) as user_name
    from lead_merges g where g.survivor_id = ${leadId} order by g.at desc, g.id desc limit 100`);
  return rows.map(({ id, survivor_id, loser_id, loser, user_name, at, undone_at, proof }) => ({
    id,
    survivor_id,
    loser_id,
    loser_name: leadName(loser),
    user_name,
    at,
    until: new Date(Date.parse(at) + UNDO_MERGE).toISOString(),
    undone_at,
    proof,
  }));
}

/** A field goes back to what it was where nobody changed it since the merge. */
function restored(now: LeadRow, { before, after }: MergeRow['survivor']): LeadRow {
  const next = { ...now };
  const keys = [
    'name',
    'email',
    'phone',
    'rut',
    'notes',
    'city',
    'tags',
    'areas',
    'fields',
    'blocked_at',
  ] as const;
  for (const key of keys) {
    if (JSON.stringify(now[key]) === JSON.stringify(after[key])) Object.assign(next, { [key]: before[key] });
  }
  return next;
}

/** The newest word of each purpose, as the rows say it. */
async function readConsents(tx: Transaction, row: LeadRow): Promise<void> {
  for (const purpose of CONSENT_PURPOSES) {
    const [newest] = await tx.query<{ state: LeadRow['consent_service'] }>(sql`
      select state from consents where lead_id = ${row.id} and purpose = ${purpose} order by at desc, id desc limit 1`);
    row[`consent_${purpose}`] = newest?.state ?? 'unknown';
  }
}

/**
 * Two clients again. What came since the merge stays with the survivor, but for what a visitor of the loser wrote.
 * Throws not_found; conflict when it was undone before, 30 days have passed, or the survivor is gone.
 */
export async function undoMerge(app: App, by: BotSession, mergeId: string): Promise<Lead> {
  return app.db.transaction(async (tx) => {
    const botId = by.link.bot_id;
    const [merge] = await tx.query<MergeRow>(
      sql`select ${mergeColumns} from lead_merges g where g.id = ${mergeId} and g.bot_id = ${botId} for update`,
    );
    if (!merge) throw new Refused('not_found');
    const { survivor_id: survivorId, loser_id: loserId, moved } = merge;
    if (merge.undone_at !== null) throw new Refused('conflict', { message: 'Esta fusión ya se deshizo.' });
    if (app.clock.now().getTime() > Date.parse(merge.at) + UNDO_MERGE) {
      throw new Refused('conflict', {
        message: 'Pasaron más de 30 días: esta fusión ya no se puede deshacer.',
      });
    }
    const now = (await lockBoth(tx, botId, [survivorId])).get(survivorId);
    if (!now) {
      throw new Refused('conflict', {
        message: 'El cliente se fusionó o se borró después: deshaz eso primero.',
      });
    }
    await tx.query(sql`delete from lead_redirects where old_id = ${loserId}`);
    await writeRow(tx, merge.loser);
    for (const table of TABLES) {
      await tx.query(sql`
        update ${raw(table)} set lead_id = ${loserId}
        where lead_id = ${survivorId} and id = any(${moved[table] ?? []}::text[])`);
    }
    const followed = await tx.query<{ id: string }>(sql`
      update conversations set lead_id = ${loserId}
      where lead_id = ${survivorId} and visitor_id = any(${moved.visitors}::text[]) returning id`);
    // What was read as one was summed up as one: the other client's words are in it.
    const asOne = await tx.query<{ id: string }>(sql`
      select id from conversations where lead_id in (${survivorId}, ${loserId}) and joined <> '[]'`);
    await forgetSummaries(
      tx,
      asOne.map(({ id }) => id),
    );
    for (const { kind, value } of moved.identities) {
      await tx.query(sql`
        update lead_identities set lead_id = ${loserId}
        where bot_id = ${botId} and kind = ${kind} and value = ${value} and lead_id = ${survivorId}`);
    }
    await tx.query(sql`
      update lead_redirects set lead_id = ${loserId} where old_id = any(${moved.redirects}::text[])`);
    await tx.query(sql`update audits set auditable_id = ${loserId} where id = any(${moved.audits}::text[])`);
    await tx.query(sql`
      update lead_import_changes set lead_id = ${loserId}
      where lead_id = ${survivorId} and import_id = any(${moved.imports}::text[])`);
    for (const { other_id, user_id, at } of moved.distinct) {
      await tx.query(sql`
        insert into lead_distinct (bot_id, lead_id, other_id, user_id, at)
        select ${botId}, least(${loserId}::text, id), greatest(${loserId}::text, id), ${user_id}::int,
          ${at}::timestamptz from leads where id = ${other_id} on conflict do nothing`);
    }
    if (merge.proof !== null) {
      // What showed that they are one would show it again with the next message.
      await tx.query(sql`
        insert into lead_distinct (bot_id, lead_id, other_id, user_id, at)
        values (${botId}, least(${survivorId}::text, ${loserId}::text), greatest(${survivorId}::text, ${loserId}::text),
          ${by.user.id}, ${app.clock.now()}) on conflict do nothing`);
    }
    const next = restored(now, merge.survivor);
    const loser = { ...merge.loser };
    for (const row of [next, loser]) {
      await readConsents(tx, row);
      row.possible_duplicate_of = await likelyTwin(tx, row);
      await writeRow(tx, row);
    }
    await tx.query(sql`update lead_merges set undone_at = ${app.clock.now()} where id = ${mergeId}`);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'lead',
      id: survivorId,
      botId,
      before: audited(now),
      after: audited(next),
    });
    touch(tx, app, botId, ['leads', `lead:${survivorId}`, `lead:${loserId}`]);
    const actor = agentActor(by);
    const back = [...moved.conversations, ...followed.map(({ id }) => id)];
    const drafts = [
      ...(await tellCards(tx, app, next, [], actor)),
      ...(await tellCards(tx, app, loser, back, actor)),
    ];
    if (drafts.length > 0) await appendEvents(tx, app, botId, drafts);
    return toLead(loser);
  });
}
