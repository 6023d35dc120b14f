/** Assistants in the database: one a bot at most (docs/product.md §3 Assistant). */
import * as z from 'zod/mini';
import { type Assistant, assistant, TRAIN_MODULES } from '../../../contract/entities/assistant.ts';
import { changeForms, forgetForms, lockForms } from '../../audit/bot-forms.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { App } from '../../platform/app.ts';
import { cleanLine } from '../../platform/clean-text.ts';
import {
  isUniqueViolation,
  json,
  type Queryable,
  type Sql,
  sql,
  type Transaction,
} from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { touch } from '../../platform/realtime/touch.ts';
import { webhookSecret } from './webhook.ts';

const training = z.omit(assistant.shape.trainings.def.element, { module: true });
const trainings = z.partialRecord(z.enum(TRAIN_MODULES), training);
export type Trainings = z.infer<typeof trainings>;

type Hook = NonNullable<Assistant['webhook']>;
type AssistantRow = Omit<Assistant, 'trainings' | 'webhook'> & Omit<Hook, 'secret'> & { trainings: unknown };
type Ports = Pick<App, 'config'>;

async function select(app: Ports, db: Queryable, condition: Sql): Promise<Assistant[]> {
  const rows = await db.query<AssistantRow>(sql`
    select id, bot_id, (select b.forms_revision from bots b where b.id = bot_id) as revision, name, ia_configs, webhook_url, trainings, created_at, updated_at,
      webhook_called_at as called_at, webhook_failures as failures, webhook_error as error
    from assistants where ${condition} order by id`);
  return rows.map(({ called_at, failures, error, ...row }) => {
    const stored = trainings.parse(row.trainings);
    return {
      ...row,
      webhook:
        row.webhook_url === null ? null : { secret: webhookSecret(app, row.id), called_at, failures, error },
      trainings: TRAIN_MODULES.flatMap((module) => {
        const last = stored[module];
        return last ? [{ module, ...last }] : [];
      }),
    };
  });
}

/** The bot's assistant, if it has one. */
export const assistantsOf = (app: Ports, db: Queryable, botId: number): Promise<Assistant[]> =>
  select(app, db, sql`bot_id = ${botId}`);

/** Throws not_found. */
export async function readAssistant(app: Ports, db: Queryable, id: string): Promise<Assistant> {
  const [found] = await select(app, db, sql`id = ${id}`);
  if (!found) throw new Refused('not_found');
  return found;
}

/** Throws conflict when the bot has one. */
export async function createAssistant(
  app: App,
  { user, link }: BotSession,
  wish: { name?: string | undefined; ia_configs?: Assistant['ia_configs'] | undefined },
): Promise<Assistant> {
  const id = app.ids();
  const now = app.clock.now();
  const name = cleanLine(wish.name) ?? 'Asistente';
  try {
    await app.db.transaction(async (tx) => {
      await tx.query(sql`
        insert into assistants (id, bot_id, name, ia_configs, created_at, updated_at)
        values (${id}, ${link.bot_id}, ${name}, ${json(wish.ia_configs ?? {})}, ${now}, ${now})`);
      await tx.query(sql`
        update bots set business_type = coalesce(business_type, '{}') || jsonb_build_object('assistant_id', ${id}::text)
        where id = ${link.bot_id}`);
      await writeAudit(tx, app, {
        by: user,
        type: 'assistant',
        id,
        botId: link.bot_id,
        before: null,
        after: { name },
      });
      touch(tx, app, link.bot_id, ['trainings']);
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Refused('conflict', { message: 'Este chatbot ya tiene un asistente.' });
    throw error;
  }
  return readAssistant(app, app.db, id);
}

/** What is absent stays; of `ia_configs` too, key by key. Throws not_found, conflict. */
export async function updateAssistant(
  app: App,
  { user, link }: BotSession,
  id: string,
  wish: {
    name?: string | undefined;
    ia_configs?: Assistant['ia_configs'] | undefined;
    webhook_url?: string | null | undefined;
    revision?: number | undefined;
  },
): Promise<Assistant> {
  return app.db.transaction(async (tx) => {
    await lockForms(tx, link.bot_id);
    await tx.query(sql`select 1 from assistants where id = ${id} for update`);
    const before = await readAssistant(app, tx, id);
    const after = {
      name: cleanLine(wish.name) ?? before.name,
      ia_configs: { ...before.ia_configs, ...wish.ia_configs },
      webhook_url: wish.webhook_url === undefined ? before.webhook_url : wish.webhook_url,
    };
    await changeForms(
      tx,
      { botId: link.bot_id, by: user.name, seen: wish.revision },
      {
        ...(after.webhook_url === before.webhook_url ? {} : { webhook: { webhook_url: before.webhook_url } }),
        ...(wish.ia_configs && 'llm' in wish.ia_configs ? { llm: {} } : {}),
      },
    );
    await tx.query(sql`
      update assistants set name = ${after.name}, ia_configs = ${json(after.ia_configs)},
        webhook_url = ${after.webhook_url},
        webhook_failures = case when webhook_url is distinct from ${after.webhook_url} then 0 else webhook_failures end,
        webhook_error = case when webhook_url is distinct from ${after.webhook_url} then null else webhook_error end,
        updated_at = ${app.clock.now()} where id = ${id}`);
    const { name, ia_configs, webhook_url } = before;
    await writeAudit(tx, app, {
      by: user,
      type: 'assistant',
      id,
      botId: link.bot_id,
      before: { name, ia_configs, webhook_url },
      after,
    });
    touch(tx, app, link.bot_id, ['trainings']);
    return readAssistant(app, tx, id);
  });
}

/** Deletes an assistant of the bot. Throws not_found. */
export async function deleteAssistant(app: App, { user, link }: BotSession, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const before = await readAssistant(app, tx, id);
    await tx.query(sql`delete from assistants where id = ${id}`);
    await forgetForms(tx, link.bot_id, ['llm', 'webhook']);
    await tx.query(sql`
      update bots set business_type = business_type || '{"assistant_id": null}' where id = ${link.bot_id}
        and business_type->>'assistant_id' = ${id}`);
    await writeAudit(tx, app, {
      by: user,
      type: 'assistant',
      id,
      botId: link.bot_id,
      before: { name: before.name },
      after: null,
    });
    touch(tx, app, link.bot_id, ['trainings']);
  });
}

/** Notes how the training of some modules stands. */
export async function noteTrainings(
  tx: Transaction,
  app: Pick<App, 'bus'>,
  { id, botId }: { id: string; botId: number },
  changed: Trainings,
): Promise<void> {
  await tx.query(sql`update assistants set trainings = trainings || ${json(changed)} where id = ${id}`);
  touch(tx, app, botId, ['trainings']);
}
