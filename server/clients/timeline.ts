/** Everything that happened to or with a client, newest first, within what the viewer sees. */
import type { TimelineEntry, TimelineKind } from '../../contract/calls/clients.ts';
import type { Consent } from '../../contract/entities/consent.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import { auditsNamed } from '../audit/audits.ts';
import { consentsOf } from '../crm/consents.ts';
import { visibleTo } from '../inbox/viewer.ts';
import { type Database, type Queryable, sql } from '../platform/database/database.ts';

const PAGE = 30;

type Kind = TimelineKind;
interface Place {
  kind: Kind;
  id: string;
  at: string;
}
type EventOf<K extends Kind> = Extract<TimelineEntry['event'], { kind: K }>;

/** Where each kind stands: `kind`, `id`, `at`. */
const places = (viewer: Viewer, leadId: string) => sql`
  select 'created' as kind, l.id, l.created_at as at from leads l where l.id = ${leadId}
  union all
  select 'conversation', c.id, c.created_at from conversations c where c.lead_id = ${leadId} and ${visibleTo(viewer)}
  union all
  select 'note', m.id, m.created_at from conversations c join messages m on m.conversation_id = c.id
    where c.lead_id = ${leadId} and m.note and ${visibleTo(viewer)}
  union all
  select 'consent', s.id, s.at from consents s where s.lead_id = ${leadId}
  union all
  select 'change', a.id, a.at from audits a
    where a.auditable_type = 'lead' and a.auditable_id = ${leadId} and a.action = 'update'
      and a.bot_id = (select l.bot_id from leads l where l.id = ${leadId})
  union all
  select 'merge', g.id, g.at from lead_merges g where g.survivor_id = ${leadId}
  union all
  select 'import', i.id, coalesce(i.finished_at, i.created_at) from lead_import_changes h
    join lead_imports i on i.id = h.import_id where h.lead_id = ${leadId}`;

async function conversations(db: Queryable, ids: string[]): Promise<Map<string, EventOf<'conversation'>>> {
  const rows = await db.query<Omit<EventOf<'conversation'>, 'kind'>>(sql`
    select c.id as conversation_id, c.channel, c.state, c.category,
      (select u.name from users u where u.id = c.agent_id) as agent_name, c.last_message, c.message_count as messages
    from conversations c where c.id = any(${ids}::text[])`);
  return new Map(rows.map((row) => [row.conversation_id, { kind: 'conversation', ...row }]));
}

async function notes(db: Queryable, ids: string[]): Promise<Map<string, EventOf<'note'>>> {
  const rows = await db.query<Omit<EventOf<'note'>, 'kind'> & { id: string }>(sql`
    select m.id, m.conversation_id, m.text, (select u.name from users u where u.id = m.agent_id) as author
    from messages m where m.id = any(${ids}::text[])`);
  return new Map(rows.map(({ id, ...row }) => [id, { kind: 'note', ...row }]));
}

async function merges(db: Queryable, ids: string[]): Promise<Map<string, EventOf<'merge'>>> {
  const rows = await db.query<Omit<EventOf<'merge'>, 'kind'>>(sql`
    select g.id as merge_id, coalesce(g.loser->>'name', g.loser->>'email', g.loser->>'phone', '') as loser_name,
      (select u.name from users u where u.id = g.user_id) as user_name, g.undone_at is not null as undone, g.proof
    from lead_merges g where g.id = any(${ids}::text[])`);
  return new Map(rows.map((row) => [row.merge_id, { kind: 'merge', ...row }]));
}

async function imports(
  db: Queryable,
  leadId: string,
  ids: string[],
): Promise<Map<string, EventOf<'import'>>> {
  const rows = await db.query<Omit<EventOf<'import'>, 'kind'>>(sql`
    select i.id as import_id, i.file_name, h.before is null as created
    from lead_import_changes h join lead_imports i on i.id = h.import_id
    where h.lead_id = ${leadId} and i.id = any(${ids}::text[])`);
  return new Map(rows.map((row) => [row.import_id, { kind: 'import', ...row }]));
}

/** @param kind of what happened; absent: all of it */
export async function readTimeline(db: Database, viewer: Viewer, leadId: string, page = 1, kind?: Kind) {
  const ofKind = kind === undefined ? sql`` : sql`where t.kind = ${kind}`;
  return db.snapshot(async (tx) => {
    const [count] = await tx.query<{ total: number }>(
      sql`select count(*)::int as total from (${places(viewer, leadId)}) t ${ofKind}`,
    );
    const shown = await tx.query<Place>(sql`
      select kind, id, at from (${places(viewer, leadId)}) t ${ofKind}
      order by at desc, kind, id desc limit ${PAGE} offset ${(page - 1) * PAGE}`);
    const idsOf = (kind: Kind) => shown.flatMap((place) => (place.kind === kind ? [place.id] : []));
    const consents = new Map<string, Consent>(
      idsOf('consent').length > 0 ? (await consentsOf(tx, leadId)).map((one) => [one.id, one]) : [],
    );
    const audits = new Map((await auditsNamed(tx, idsOf('change'))).map((one) => [one.id, one]));
    const found: { [K in Kind]: (id: string) => EventOf<K> | undefined } = {
      created: () => ({ kind: 'created' }),
      conversation: pick(await conversations(tx, idsOf('conversation'))),
      note: pick(await notes(tx, idsOf('note'))),
      merge: pick(await merges(tx, idsOf('merge'))),
      import: pick(await imports(tx, leadId, idsOf('import'))),
      consent: (id) => {
        const consent = consents.get(id);
        return consent && { kind: 'consent', consent };
      },
      change: (id) => {
        const audit = audits.get(id);
        return audit && { kind: 'change', audit };
      },
    };
    const entries = shown.flatMap(({ kind, id, at }): TimelineEntry[] => {
      const event = found[kind](id);
      return event ? [{ id: `${kind}:${id}`.slice(0, 64), at, event }] : [];
    });
    const total = count?.total ?? 0;
    return { entries, page, pages: Math.ceil(total / PAGE), total };
  });
}

const pick =
  <V>(map: Map<string, V>) =>
  (id: string) =>
    map.get(id);
