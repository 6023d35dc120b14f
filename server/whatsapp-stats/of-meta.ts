/**
 * Meta's own figures of templates, as a cross-check: days of UTC, as Meta counts them. They are asked for when somebody
 * looks, kept nowhere, and never mixed with ours.
 */
import * as z from 'zod/mini';
import type { MetaAccount } from '../../contract/calls/whatsapp-stats.ts';
import { addDays, countDays, dayIn } from '../../contract/days.ts';
import { META_DAYS } from '../../contract/rules/send-figures.ts';
import { Graph, GraphFault } from '../channels/graph.ts';
import { type ConnectionRow, connectionsOf, openCredentials } from '../connections/connection-row.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { requireStretch } from './figures.ts';

/** Templates of one question: Meta takes no more. */
const TEMPLATES = 10;
/** Pages of one answer that are read; a point is a template's day. */
const PAGES = 20;

const amount = z.catch(z.coerce.number().check(z.int(), z.nonnegative()), 0);
const answer = z.looseObject({
  data: z.array(
    z.looseObject({
      data_points: z.array(
        z.looseObject({
          template_id: z.coerce.string(),
          start: z.coerce.number(),
          sent: amount,
          delivered: amount,
          read: amount,
          clicked: z.catch(z.array(z.looseObject({ count: amount })), []),
        }),
      ),
    }),
  ),
  paging: z.catch(
    z.optional(
      z.looseObject({
        next: z.optional(z.string()),
        cursors: z.optional(z.looseObject({ after: z.optional(z.string()) })),
      }),
    ),
    undefined,
  ),
});

type Figures = MetaAccount['total'];
const none = (): Figures => ({ sent: 0, delivered: 0, read: 0, clicked: 0 });
function add(to: Figures, more: Figures): void {
  for (const name of ['sent', 'delivered', 'read', 'clicked'] as const) to[name] += more[name];
}

interface Known {
  id: string;
  name: string;
  language: string;
}

/** Of each of the bot's accounts. Throws rule for a stretch that is none, too long, or further back than Meta tells. */
export async function figuresOfMeta(
  app: App,
  { bot_id, from, to }: { bot_id: number; from: string; to: string },
): Promise<MetaAccount[]> {
  requireStretch({ from, to });
  if (countDays(from, to) - 1 > META_DAYS) throw fieldFault('from', `Meta cuenta hasta ${META_DAYS} días.`);
  const today = dayIn(app.clock.now().getTime(), 'UTC');
  if (from < addDays(today, -META_DAYS))
    throw fieldFault('from', `Meta solo cuenta los últimos ${META_DAYS} días.`);
  const all = (await connectionsOf(app.db, bot_id)).filter(({ provider }) => provider === 'whatsapp');
  const first = all.filter(({ parent }, at) => all.findIndex((one) => one.parent === parent) === at);
  const accounts: MetaAccount[] = [];
  for (const connection of first) accounts.push(await ofAccount(app, connection, { from, to }));
  return accounts;
}

async function ofAccount(
  app: App,
  connection: ConnectionRow,
  { from, to }: { from: string; to: string },
): Promise<MetaAccount> {
  const days = Array.from({ length: countDays(from, to) - 1 }, (_, at) => addDays(from, at));
  const byDay = new Map(days.map((day) => [day, none()]));
  const rows = await app.db.query<Omit<Known, 'id'> & { external_id: string | null }>(sql`
    select external_id, name, language from message_templates
    where bot_id = ${connection.bot_id} and account = ${connection.parent} and external_id is not null
    order by name, language`);
  const known = rows.flatMap(({ external_id: id, ...named }): Known[] =>
    id === null ? [] : [{ id, ...named }],
  );
  const byTemplate = new Map(known.map(({ id }) => [id, none()]));
  const total = none();
  let fault: string | null = null;
  try {
    for (let at = 0; at < known.length; at += TEMPLATES) {
      const ids = known.slice(at, at + TEMPLATES).map(({ id }) => id);
      for await (const { day, template, figures } of points(app, connection, ids, { from, to })) {
        const ofDay = byDay.get(day);
        const ofTemplate = byTemplate.get(template);
        // Only what was asked for: Meta may say more than it was.
        if (!ofDay || !ofTemplate) continue;
        for (const sum of [ofDay, ofTemplate, total]) add(sum, figures);
      }
    }
  } catch (error) {
    if (!(error instanceof GraphFault)) throw error;
    fault = faultText(error);
  }
  const whole = fault === null;
  return {
    connection: connection.name,
    fault,
    total: whole ? total : none(),
    days: whole ? days.map((day) => ({ day, ...(byDay.get(day) ?? none()) })) : [],
    templates: whole
      ? known
          .map(({ id, name, language }) => ({
            name,
            language,
            ...(byTemplate.get(id) ?? none()),
          }))
          .filter(({ sent }) => sent > 0)
          .sort((a, b) => b.sent - a.sent || a.name.localeCompare(b.name))
      : [],
  };
}

function faultText({ kind, details }: GraphFault): string {
  if (kind === 'unauthorized') return 'El token de acceso venció o no es válido. Reconecta el número.';
  if (kind === 'rate_limited') return 'Meta pide esperar. Intenta de nuevo en unos minutos.';
  if (kind === 'unreachable') return 'Meta no respondió. Intenta de nuevo.';
  return `Meta no entrega sus cifras de esta cuenta. Revisa que las estadísticas de plantillas estén activadas en el administrador de WhatsApp.${details ? ` Meta dice: ${details}` : ''}`;
}

async function* points(
  app: App,
  connection: ConnectionRow,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): AsyncGenerator<{ day: string; template: string; figures: Figures }> {
  const { access_token = '', business_account_id = '' } = openCredentials(app, connection);
  const graph = new Graph(app, access_token);
  const seconds = (day: string) => String(Date.parse(day) / 1000);
  let after: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const raw = await graph.call(`/${business_account_id}/template_analytics`, {
      query: {
        start: seconds(from),
        end: seconds(to),
        granularity: 'DAILY',
        metric_types: JSON.stringify(['SENT', 'DELIVERED', 'READ', 'CLICKED']),
        template_ids: JSON.stringify(ids),
        ...(after === undefined ? {} : { after }),
      },
    });
    const read = answer.safeParse(raw);
    if (!read.success)
      throw new GraphFault('provider_error', 'Meta answered its figures in no form that we know');
    for (const { data_points } of read.data.data) {
      for (const { template_id, start, clicked, ...figures } of data_points) {
        const { sent, delivered, read: seen } = figures;
        const presses = clicked.reduce((sum, { count }) => sum + count, 0);
        yield {
          day: dayIn(start * 1000, 'UTC'),
          template: template_id,
          figures: { sent, delivered, read: seen, clicked: presses },
        };
      }
    }
    after = read.data.paging?.next === undefined ? undefined : read.data.paging.cursors?.after;
    if (after === undefined) return;
  }
}
