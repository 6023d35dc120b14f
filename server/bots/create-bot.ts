/** A new bot: with its template's answers, its owner, its trial. */
import { randomBytes } from 'node:crypto';
import type * as z from 'zod/mini';
import { BOT_LIMITS } from '../../contract/bot-limits.ts';
import { type botManageCalls, TRIALS_FULL } from '../../contract/calls/bots-manage.ts';
import type { Bot } from '../../contract/entities/bot.ts';
import { allows } from '../../contract/permissions.ts';
import type { TemplateName } from '../../contract/states.ts';
import { findLinks } from '../access/links.ts';
import { linkPerson } from '../agents/link-person.ts';
import { templateModel } from '../assistant/catalogue/catalogue.ts';
import type { BotModel } from '../assistant/engine/bot-model.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { startTrial } from '../billing/trial.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { json, type Queryable, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Session } from '../platform/http/session.ts';
import { builtInRole } from '../roles/built-in-roles.ts';
import { botName, botWeb } from './bot-fields.ts';
import { findBot } from './bots.ts';
import { chosenBusinessType } from './business-types.ts';
import { freeBotId } from './support-chat.ts';

/** Until somebody chooses another. */
const COLORS: Record<TemplateName, string> = { ecommerce: '#0f766e', generica: '#1d4ed8' };

/** A bot's public token: it stands in the snippet, so it is no secret, but nobody guesses a neighbour's. */
export const newBotToken = () => randomBytes(24).toString('base64url');

/** Puts a model in place of the bot's present one. */
export async function installModel(tx: Queryable, botId: number, model: BotModel, now: Date): Promise<void> {
  await tx.query(sql`
    insert into bot_models (bot_id, model, updated_at) values (${botId}, ${json(model)}, ${now})
    on conflict (bot_id) do update
      set model = excluded.model, version = bot_models.version + 1, updated_at = excluded.updated_at`);
}

/** A person who works only at bots of others needs 'Nuevo Chatbot' at one of them; a first bot is everybody's. */
async function requireMayCreate(app: App, session: Session): Promise<void> {
  const links = await findLinks(app.db, session.user.id, session.user.botIds);
  const may = links.length === 0 || links.some((link) => allows(link.role.permissions, 'new_chatbot', 'add'));
  if (!may) throw new Refused('forbidden');
}

const TRIALS_LOCK = 7_103_006;

/** Each new bot comes with a trial: somebody with that many chooses a plan for one first. */
async function requireTrialLeft(tx: Queryable, userId: number, now: Date): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${TRIALS_LOCK}, ${userId})`);
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::int as count from subscriptions s join bots b on b.id = s.bot_id
    where s.status in ('trialing', 'trial') and s.ends_at > ${now} and b.deleted_at is null and b.owner_id = ${userId}`);
  if ((row?.count ?? 0) >= BOT_LIMITS.trialBots) throw new Refused('rule', { message: TRIALS_FULL });
}

/** Throws forbidden, rule (with `details.fields` where a field is at fault). */
export async function createBot(
  app: App,
  session: Session,
  wish: z.output<NonNullable<typeof botManageCalls.createBot.body>>,
): Promise<Bot> {
  await requireMayCreate(app, session);
  const name = botName(wish.bot_name);
  const web = botWeb(wish.web);
  const platform = cleanLine(wish.platform)?.toLowerCase() ?? null;
  const model = templateModel(wish.template, name);
  const now = app.clock.now();
  return app.db.transaction(async (tx) => {
    await requireTrialLeft(tx, session.user.id, now);
    // No welcome of its own: the menu's greeting stands in, as it is published from then on.
    const business = await chosenBusinessType(tx, wish.business_type ?? '', 'business_type');
    const [made] = await tx.query<{ id: number }>(sql`
      insert into bots (bot_name, token, web, platform, skill_base_template, business_type, color, welcome,
        owner_id, inactive_after_minutes, close_after_minutes, created_at)
      values (${name}, ${newBotToken()}, ${web}, ${platform}, ${wish.template},
        ${business ? json(business) : null}, ${wish.color ?? COLORS[wish.template]},
        '', ${session.user.id}, 60, 1440, ${now})
      returning id`);
    if (!made) throw new Error('No bot was inserted');
    const row = { id: await freeBotId(tx, made.id) };
    await installModel(tx, row.id, model, now);
    await writeAudit(tx, app, {
      by: session.user,
      type: 'bot',
      id: row.id,
      botId: row.id,
      before: null,
      after: { bot_name: name, web, skill_base_template: wish.template },
    });
    const role = {
      id: await builtInRole(tx, 'propietario'),
      name: 'propietario',
      base: 'propietario' as const,
    };
    await linkPerson(tx, app, session.user, { userId: session.user.id, botId: row.id, role, areas: [] });
    await startTrial(tx, app, session.user, row.id);
    const bot = await findBot(tx, app, session.user.id, row.id);
    if (!bot) throw new Error('The new bot can’t be read');
    return bot;
  });
}
