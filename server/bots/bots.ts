/** Bots as the wire shows them (docs/product.md §3 'Bot'). */
import * as z from 'zod/mini';
import { hasDeadlines } from '../../contract/calendar/answer-deadline.ts';
import { FIRST_VERSION, versionAt } from '../../contract/calendar/open-hours.ts';
import { answerDeadlines } from '../../contract/entities/answer-deadlines.ts';
import { type Bot, liveThreeField } from '../../contract/entities/bot.ts';
import type { CalendarVersion } from '../../contract/entities/calendar.ts';
import { LLM_LIMITS, llmConfig } from '../../contract/entities/llm.ts';
import { templateName } from '../../contract/states.ts';
import { storedSettings } from '../../contract/stored-settings.ts';
import { readFlags } from '../access/bot-flags.ts';
import type { App } from '../platform/app.ts';
import type { Config } from '../platform/config.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';

interface BotRow {
  id: number;
  bot_name: string;
  token: string;
  web: string | null;
  activated: boolean;
  has_skill_base: boolean;
  skill_base_template: string | null;
  business_type: unknown;
  avatar: string | null;
  platform: string | null;
  live_3: boolean;
  auto_assign: boolean;
  wait_soon_minutes: number;
  wait_late_minutes: number;
  answer_deadlines: unknown;
  flags: unknown;
  /** What its owner wants of the language model, as it is stored. */
  help: unknown;
  /** Null: nobody ever changed it. */
  versions: CalendarVersion[] | null;
  subscription_id: number | null;
}

const helpConfig = z.pick(llmConfig, { helps_agents: true, summarizes: true, summarize_from: true });
const NO_HELP = { helps_agents: false, summarizes: false, summarize_from: LLM_LIMITS.summarizeFrom.first };
const businessType = z.nullable(
  z.object({ assistant_id: z.nullable(z.string()), name: z.optional(z.nullable(z.string())) }),
);

function toBot(row: BotRow, { product, llm }: Product['config'], now: number): Bot {
  const help = storedSettings(helpConfig, row.help, NO_HELP);
  return {
    id: row.id,
    bot_name: row.bot_name,
    token: row.token,
    web: row.web,
    activated: row.activated,
    has_skill_base: row.has_skill_base,
    skill_base_template:
      row.skill_base_template === null ? null : templateName.parse(row.skill_base_template),
    business_type: businessType.parse(row.business_type),
    avatar: row.avatar,
    client_subscription: row.subscription_id === null ? null : { id: row.subscription_id },
    [liveThreeField(product.slug)]: row.live_3,
    platform: row.platform,
    auto_assign: row.auto_assign,
    wait_soon_minutes: row.wait_soon_minutes,
    wait_late_minutes: row.wait_late_minutes,
    has_deadlines: hasDeadlines(answerDeadlines.parse(row.answer_deadlines)),
    zone: versionAt({ versions: row.versions ?? [FIRST_VERSION], days: [] }, now).zone,
    model_help: llm !== null && help.helps_agents,
    ...(llm !== null && help.helps_agents && help.summarizes ? { model_summary: help.summarize_from } : {}),
    flags: readFlags(row.id, row.flags),
  };
}

/** What bots are read with: the product's slug names one of their fields, the zone is that of this moment, a model may be there. */
type Product = Pick<App, 'clock'> & { config: Pick<Config, 'product' | 'llm'> };

async function select(
  db: Queryable,
  { config, clock }: Product,
  userId: number,
  condition: Sql,
): Promise<Bot[]> {
  const rows = await db.query<BotRow>(sql`
    select b.id, b.bot_name, b.token, b.web, b.activated, b.has_skill_base, b.skill_base_template, b.business_type,
           b.avatar, b.platform, b.live_3, b.auto_assign,
           b.wait_soon_minutes, b.wait_late_minutes, b.answer_deadlines, b.flags,
           (select c.versions from bot_calendars c where c.bot_id = b.id) as versions,
           (select s.id from subscriptions s where s.bot_id = b.id) as subscription_id,
           (select a.ia_configs->'llm' from assistants a where a.bot_id = b.id) as help
    from user_bots ub join bots b on b.id = ub.bot_id join roles r on r.id = ub.role_id
    where ub.user_id = ${userId} and ${condition} order by ub.id`);
  const now = clock.now().getTime();
  return rows.map((row) => toBot(row, config, now));
}

/** The bots where this person is propietario. */
export function ownedBots(db: Queryable, product: Product, userId: number): Promise<Bot[]> {
  return select(db, product, userId, sql`r.base = 'propietario'`);
}

/** The bots where somebody else made this person administrador or agente. */
export function assignedBots(db: Queryable, product: Product, userId: number): Promise<Bot[]> {
  return select(db, product, userId, sql`r.base <> 'propietario'`);
}

/** One bot that this person has a link to, or null. */
export async function findBot(
  db: Queryable,
  product: Product,
  userId: number,
  botId: number,
): Promise<Bot | null> {
  const [bot] = await select(db, product, userId, sql`b.id = ${botId}`);
  return bot ?? null;
}
