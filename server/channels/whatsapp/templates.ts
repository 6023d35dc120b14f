/** A bot's templates, compared with the provider's whole list: what is there is the provider's, ours is a copy of it. */
import * as z from 'zod/mini';
import { TEMPLATE_STATUSES } from '../../../contract/entities/message-template.ts';
import type { SyncCause, TemplateSync } from '../../../contract/entities/waba-template.ts';
import { type TemplateComponent, templateComponent } from '../../../contract/rules/template-slots.ts';
import { type ConnectionRow, openCredentials } from '../../connections/connection-row.ts';
import { ConnectionFault } from '../../connections/provider.ts';
import type { App } from '../../platform/app.ts';
import { json, sql, type Transaction } from '../../platform/database/database.ts';
import { touch } from '../../platform/realtime/touch.ts';
import { Graph } from '../graph.ts';
import { noteFailedSync, noteSync } from './sync-runs.ts';

export const SYNC = 'whatsapp.sync';
const HOUR = 60 * 60_000;
/** Nobody has more; an endless list must not be one. */
const PAGES_MOST = 500;

const word = z.optional(z.nullable(z.coerce.string()));
const listed = z.looseObject({
  id: z.coerce.string(),
  name: z.string(),
  language: z.string(),
  status: z.catch(z.enum(TEMPLATE_STATUSES), 'PENDING'),
  category: z.catch(z.string(), 'UTILITY'),
  rejected_reason: word,
  components: z.catch(z.array(templateComponent), []),
});
type Listed = z.infer<typeof listed>;
const page = z.looseObject({
  data: z.array(z.unknown()),
  paging: z.catch(z.optional(z.looseObject({ next: word })), undefined),
});

export interface Synced {
  added: number;
  changed: number;
  gone: number;
  synced_at: string;
}

/** Orders a comparison. @param wait milliseconds until then */
export async function scheduleSync(
  tx: Transaction,
  app: Pick<App, 'jobs' | 'clock'>,
  of: { id: string; bot_id: number },
  cause: SyncCause,
  wait = 0,
): Promise<void> {
  await app.jobs.schedule(tx, {
    kind: SYNC,
    key: `${SYNC}:${of.id}`,
    runAt: new Date(app.clock.now().getTime() + wait),
    payload: { bot_id: of.bot_id, connection_id: of.id, cause },
  });
}

/** After an hour again, whatever came of this time. */
export async function scheduleHourly(app: App, of: { id: string; bot_id: number }): Promise<void> {
  await app.db.transaction((tx) => scheduleSync(tx, app, of, 'hour', HOUR));
}

/** Every page of the provider's list. Throws GraphFault: half a list says nothing of what is gone. */
async function readAll(graph: Graph, account: string): Promise<Listed[]> {
  const all: Listed[] = [];
  let answer = await graph.call(`/${account}/message_templates`, { query: { limit: '100' } });
  for (let count = 0; count < PAGES_MOST; count += 1) {
    const { data, paging } = page.parse(answer);
    for (const one of data) {
      const read = listed.safeParse(one);
      if (read.success) all.push(read.data);
    }
    if (!paging?.next) break;
    answer = await graph.next(paging.next);
  }
  return all;
}

const textOf = (components: readonly TemplateComponent[], type: string): string | null =>
  components.find((one) => one.type.toUpperCase() === type)?.text ?? null;
const buttonsOf = (components: readonly TemplateComponent[]): string[] =>
  components.flatMap((one) =>
    one.type.toUpperCase() === 'BUTTONS' ? (one.buttons ?? []).flatMap(({ text }) => text ?? []) : [],
  );

interface Known {
  id: string;
  name: string;
  language: string;
  external_id: string | null;
  status: string;
  category: string;
  components: unknown;
  reason: string | null;
}

/** Compares now, and notes how it went. Throws GraphFault. */
export async function syncTemplates(app: App, connection: ConnectionRow, cause: SyncCause): Promise<Synced> {
  const { access_token = '', business_account_id = '' } = openCredentials(app, connection);
  const list = await readAll(new Graph(app, access_token), business_account_id).catch(
    async (error: unknown) => {
      if (error instanceof ConnectionFault) await noteFailedSync(app, connection, cause, error.kind);
      throw error;
    },
  );
  const now = app.clock.now();
  const at = now.toISOString();
  return app.db.transaction(async (tx) => {
    // Two comparisons at once: the second sees what the first wrote.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('template.sync'), ${connection.bot_id}::int)`);
    const known = await tx.query<Known>(sql`
      select id, name, language, external_id, status, category, components, reason from message_templates
      where bot_id = ${connection.bot_id} and account = ${business_account_id} and external_id is not null`);
    const result: Synced = { added: 0, changed: 0, gone: 0, synced_at: at };
    const changes: TemplateSync['changes'] = [];
    for (const one of list) {
      const old = known.find(({ external_id }) => external_id === one.id);
      if (!old) result.added += 1;
      else if (await differs(tx, old, one)) result.changed += 1;
      else continue;
      changes.push(changeOf(old, one));
      const history = [
        ...(old?.status === one.status
          ? []
          : [{ at, what: 'status', from: old?.status ?? null, to: one.status }]),
        ...(!old || old.category === one.category
          ? []
          : [{ at, what: 'category', from: old.category, to: one.category }]),
      ];
      const reason = one.rejected_reason && one.rejected_reason !== 'NONE' ? one.rejected_reason : null;
      await tx.query(sql`
        insert into message_templates (
          id, bot_id, channel, name, language, category, status, header, body, footer, buttons, created_at, account,
          external_id, components, reason, history
        ) values (
          ${old?.id ?? app.ids()}, ${connection.bot_id}, 'whatsapp', ${one.name}, ${one.language}, ${one.category},
          ${one.status}, ${textOf(one.components, 'HEADER')}, ${textOf(one.components, 'BODY') ?? ''},
          ${textOf(one.components, 'FOOTER')}, ${json(buttonsOf(one.components))}, ${now}, ${business_account_id},
          ${one.id}, ${json(one.components)}, ${reason}, ${json(history)}
        ) on conflict (id) do update set
          name = excluded.name, language = excluded.language, category = excluded.category, status = excluded.status,
          header = excluded.header, body = excluded.body, footer = excluded.footer, buttons = excluded.buttons,
          components = excluded.components, reason = excluded.reason,
          history = message_templates.history || excluded.history`);
    }
    const gone = known.filter(
      ({ external_id, status }) => status !== 'DELETED' && !list.some(({ id }) => id === external_id),
    );
    for (const { id, name, language, status } of gone) {
      changes.push({ name, language, what: 'gone', from: status, to: null });
      await tx.query(sql`
        update message_templates set status = 'DELETED',
          history = history || ${json([{ at, what: 'status', from: status, to: 'DELETED' }])}
        where id = ${id}`);
    }
    result.gone = gone.length;
    await noteSync(tx, app, connection, cause, { ...result, changes });
    touch(tx, app, connection.bot_id, ['templates']);
    await tx.query(sql`
      insert into template_syncs (connection_id, synced_at) values (${connection.id}, ${now})
      on conflict (connection_id) do update set synced_at = excluded.synced_at`);
    return result;
  });
}

/** What of it people are told first. */
function changeOf(old: Known | undefined, one: Listed): TemplateSync['changes'][number] {
  const { name, language } = one;
  if (!old) return { name, language, what: 'new', from: null, to: one.status };
  if (old.category !== one.category)
    return { name, language, what: 'category', from: old.category, to: one.category };
  if (old.status !== one.status) return { name, language, what: 'status', from: old.status, to: one.status };
  return { name, language, what: 'words', from: null, to: null };
}

/** Whether the provider's says anything else than ours; the order of keys is none. */
async function differs(tx: Transaction, old: Known, one: Listed): Promise<boolean> {
  if (old.status !== one.status || old.category !== one.category) return true;
  const [same] = await tx.query<{ same: boolean }>(
    sql`select ${json(old.components)}::jsonb = ${json(one.components)}::jsonb as same`,
  );
  return same?.same !== true;
}
