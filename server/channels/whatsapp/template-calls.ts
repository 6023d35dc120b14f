/** The calls about a bot's WhatsApp templates: ours is a copy, the provider decides. */
import * as z from 'zod/mini';
import { connectionAdvice } from '../../../contract/entities/connection-faults.ts';
import type { WabaTemplate } from '../../../contract/entities/waba-template.ts';
import type { HeaderFileFormat } from '../../../contract/rules/template-files.ts';
import { templateFault } from '../../../contract/rules/template-rules.ts';
import { componentsOf, type TemplateComponent } from '../../../contract/rules/template-slots.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { type ConnectionRow, connectionsOf, openCredentials } from '../../connections/connection-row.ts';
import { noteUse } from '../../connections/health.ts';
import type { App } from '../../platform/app.ts';
import { type Queryable, raw, sql } from '../../platform/database/database.ts';
import type { FormFile } from '../../platform/http/form.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { Graph, GraphFault } from '../graph.ts';
import { readHeaderFile, uploadHeader } from './header-file.ts';
import { type Synced, syncTemplates } from './templates.ts';

const columns = raw(`
  t.id, t.name, t.language, t.category, t.status, t.reason, t.history, t.created_at, t.external_id, t.account,
  t.components, t.header, t.body, t.footer, t.buttons`);

interface TemplateRow extends Omit<WabaTemplate, 'components'> {
  /** Null: only its texts are known. */
  components: TemplateComponent[] | null;
  header: string | null;
  body: string;
  footer: string | null;
  buttons: string[];
  external_id: string | null;
  account: string | null;
}

function toTemplate(row: TemplateRow): WabaTemplate {
  const { external_id: _, header, body, footer, buttons, components, ...rest } = row;
  return { ...rest, components: components ?? componentsOf({ header, body, footer, buttons }) };
}

/** Throws not_found for another token than the bot's. */
export async function requireToken(db: Queryable, botId: number, token: string): Promise<void> {
  const [bot] = await db.query(sql`select 1 from bots where id = ${botId} and token = ${token}`);
  if (!bot) throw new Refused('not_found');
}

/** By name, then language; those that are gone last. */
export async function listTemplates(db: Queryable, botId: number) {
  const rows = await db.query<TemplateRow>(sql`
    select ${columns} from message_templates t where t.bot_id = ${botId} and t.channel = 'whatsapp'
    order by t.status = 'DELETED', t.name, t.language, t.id`);
  const [last] = await db.query<{ at: string | null }>(sql`
    select min(s.synced_at) as at from template_syncs s join connections c on c.id = s.connection_id
    where c.bot_id = ${botId}`);
  return { waba_templates: rows.map(toTemplate), synced_at: last?.at ?? null };
}

/** The bot's accounts, one connection of each. Throws rule where there is none. */
async function accountsOf(db: Queryable, botId: number): Promise<ConnectionRow[]> {
  const all = (await connectionsOf(db, botId)).filter(({ provider }) => provider === 'whatsapp');
  const first = all.filter(({ parent }, at) => all.findIndex((one) => one.parent === parent) === at);
  if (first.length === 0)
    throw new Refused('rule', { message: 'Conecta un número de WhatsApp para usar plantillas.' });
  return first;
}

/** Tells what the provider refused, and notes how it went. */
async function asking<T>(app: App, connection: ConnectionRow, work: () => Promise<T>): Promise<T> {
  try {
    const done = await work();
    await noteUse(app, connection.id, null);
    return done;
  } catch (error) {
    if (!(error instanceof GraphFault)) throw error;
    // A template that Meta does not like says nothing of the connection.
    if (error.code !== null && error.kind === 'provider_error') {
      throw new Refused('rule', {
        message: `WhatsApp no aceptó la plantilla: ${error.details ?? error.message}`,
        details: { kind: error.kind },
      });
    }
    await noteUse(app, connection.id, error.kind, connection.credentials);
    throw new Refused('rule', {
      message: connectionAdvice('whatsapp', error.kind),
      details: { kind: error.kind },
    });
  }
}

/** Compares all accounts of the bot now. Throws rule. */
export async function syncNow(app: App, botId: number): Promise<Synced> {
  const sum: Synced = { added: 0, changed: 0, gone: 0, synced_at: app.clock.now().toISOString() };
  for (const connection of await accountsOf(app.db, botId)) {
    const found = await asking(app, connection, () => syncTemplates(app, connection, 'button'));
    sum.added += found.added;
    sum.changed += found.changed;
    sum.gone += found.gone;
  }
  return sum;
}

async function findTemplate(db: Queryable, botId: number, id: string): Promise<TemplateRow> {
  const [row] = await db.query<TemplateRow>(sql`
    select ${columns} from message_templates t
    where t.id = ${id} and t.bot_id = ${botId} and t.channel = 'whatsapp'`);
  if (!row) throw new Refused('not_found');
  return row;
}

const made = z.looseObject({ id: z.coerce.string() });

function requireFit(template: { name: string; components: readonly TemplateComponent[] }): void {
  const message = templateFault(template);
  if (message !== null) throw new Refused('rule', { message, details: { field: 'components' } });
}

/** Takes the example of a header to the provider. @returns its handle. Throws rule, bad_request. */
export async function uploadHeaderFile(
  app: App,
  botId: number,
  format: HeaderFileFormat,
  file: FormFile | null,
): Promise<string> {
  if (!file) throw new Refused('bad_request', { details: { fields: { file: 'Falta el archivo.' } } });
  const [connection] = await accountsOf(app.db, botId);
  if (!connection) throw new Refused('not_found');
  const read = await readHeaderFile(app, format, file);
  return asking(app, connection, () => uploadHeader(app, connection, read));
}

/** Creates it at the provider, which reviews it. Throws rule. */
export async function createTemplate(
  app: App,
  by: BotSession,
  given: { name: string; language: string; category: string; components: TemplateComponent[] },
): Promise<WabaTemplate> {
  requireFit(given);
  const botId = by.link.bot_id;
  const [connection] = await accountsOf(app.db, botId);
  if (!connection) throw new Refused('not_found');
  const { access_token = '', business_account_id = '' } = openCredentials(app, connection);
  const graph = new Graph(app, access_token);
  const { id } = await asking(app, connection, async () =>
    made.parse(
      await graph.call(`/${business_account_id}/message_templates`, { method: 'POST', json: given }),
    ),
  );
  await asking(app, connection, () => syncTemplates(app, connection, 'edit'));
  const [row] = await app.db.query<TemplateRow>(sql`
    select ${columns} from message_templates t
    where t.bot_id = ${botId} and t.account = ${business_account_id} and t.external_id = ${id}`);
  if (!row) throw new Error('The provider made a template that it does not list');
  const { name, language, category } = row;
  await noteChange(app, by, row.id, null, { name, language, category });
  return toTemplate(row);
}

const noteChange = (
  app: App,
  by: BotSession,
  id: string,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): Promise<void> =>
  app.db.transaction((tx) =>
    writeAudit(tx, app, { by: by.user, type: 'waba_template', id, botId: by.link.bot_id, before, after }),
  );

async function atProvider(
  app: App,
  botId: number,
  row: TemplateRow,
): Promise<[ConnectionRow, Graph, string]> {
  const connection = (await accountsOf(app.db, botId)).find(({ parent }) => parent === row.account);
  if (!connection || row.external_id === null)
    throw new Refused('rule', { message: 'La cuenta de esta plantilla ya no está conectada.' });
  const { access_token = '' } = openCredentials(app, connection);
  return [connection, new Graph(app, access_token), row.external_id];
}

/** Changes its parts; the provider reviews it again. Throws rule, not_found. */
export async function editTemplate(
  app: App,
  by: BotSession,
  id: string,
  components: TemplateComponent[],
): Promise<WabaTemplate> {
  const botId = by.link.bot_id;
  const row = await findTemplate(app.db, botId, id);
  requireFit({ name: row.name, components });
  const [connection, graph, externalId] = await atProvider(app, botId, row);
  await asking(app, connection, () => graph.call(`/${externalId}`, { method: 'POST', json: { components } }));
  await asking(app, connection, () => syncTemplates(app, connection, 'edit'));
  await noteChange(app, by, id, { components: row.components }, { components });
  return toTemplate(await findTemplate(app.db, botId, id));
}

/** Deletes it at the provider; ours stays, marked, for what was sent with it. Throws rule, not_found. */
export async function deleteTemplate(app: App, by: BotSession, id: string): Promise<void> {
  const botId = by.link.bot_id;
  const row = await findTemplate(app.db, botId, id);
  const [connection, graph, externalId] = await atProvider(app, botId, row);
  const query = { name: row.name, hsm_id: externalId };
  await asking(app, connection, () =>
    graph.call(`/${row.account}/message_templates`, { method: 'DELETE', query }),
  );
  await asking(app, connection, () => syncTemplates(app, connection, 'edit'));
  await noteChange(app, by, id, { name: row.name, language: row.language }, null);
}

/** Takes a status that the provider's own list confirms. Throws rule where it says another, not_found. */
export async function confirmStatus(
  app: App,
  by: BotSession,
  id: string,
  status: string,
): Promise<WabaTemplate> {
  const botId = by.link.bot_id;
  const row = await findTemplate(app.db, botId, id);
  const [connection] = await atProvider(app, botId, row);
  await asking(app, connection, () => syncTemplates(app, connection, 'edit'));
  const now = await findTemplate(app.db, botId, id);
  if (now.status !== status) {
    throw new Refused('rule', {
      message: 'WhatsApp muestra otro estado para esta plantilla.',
      details: { status: now.status },
    });
  }
  return toTemplate(now);
}
