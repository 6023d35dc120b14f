/** What an owner decided about the language model, what it used today, and whether it may be asked once more. */
import { dayIn } from '../../../contract/days.ts';
import { LLM_LIMITS, type LlmConfig, type LlmSettings, llmConfig } from '../../../contract/entities/llm.ts';
import { storedSettings } from '../../../contract/stored-settings.ts';
import { changeForms, type FormTexts, lockForms, yesNo } from '../../audit/bot-forms.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { zoneOf } from '../../calendar/calendar.ts';
import type { App } from '../../platform/app.ts';
import { json, type Queryable, sql } from '../../platform/database/database.ts';
import { fieldFault } from '../../platform/http/field-fault.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { touch } from '../../platform/realtime/touch.ts';

/** The key of `ia_configs`. */
const KEY = 'llm';
type Ports = Pick<App, 'db' | 'config' | 'clock'>;

/** What holds for a bot: its owner's wishes within what the installation grants; what can't be read counts as unsaid. */
export async function readLlmConfig({ config }: Ports, db: Queryable, botId: number): Promise<LlmConfig> {
  const [row] = await db.query<{ llm: unknown }>(
    sql`select ia_configs->${KEY}::text as llm from assistants where bot_id = ${botId}`,
  );
  const most = config.llm?.dailyTokens ?? LLM_LIMITS.leastDailyTokens;
  const defaults = {
    enabled: false,
    prompt: '',
    only_documents: true,
    chooses: false,
    helps_agents: false,
    summarizes: false,
    summarize_from: LLM_LIMITS.summarizeFrom.first,
    daily_tokens: most,
  };
  const wish = storedSettings(llmConfig, row?.llm, defaults);
  return { ...wish, daily_tokens: Math.min(most, wish.daily_tokens) };
}

interface UsageRow {
  tokens: number;
  answers: number;
  failures: number;
  last_failure: string | null;
  last_failure_at: string | null;
}

/** The day whose budget counts now: the bot's, by its calendar. */
async function today({ db, clock }: Pick<App, 'db' | 'clock'>, botId: number): Promise<string> {
  const now = clock.now();
  return dayIn(now.getTime(), await zoneOf(db, botId, now));
}

/** With what was used today. */
export async function readLlmSettings(app: Ports, botId: number): Promise<LlmSettings> {
  const { llm } = app.config;
  // The revision first: what is read after it is at least as new.
  const [bot] = await app.db.query<{ revision: number }>(
    sql`select forms_revision as revision from bots where id = ${botId}`,
  );
  if (!bot) throw new Refused('not_found');
  const own = await readLlmConfig(app, app.db, botId);
  const [used] = await app.db.query<UsageRow>(sql`
    select tokens, answers, failures, last_failure, last_failure_at from llm_usage
    where bot_id = ${botId} and day = ${await today(app, botId)}`);
  return {
    ...own,
    revision: bot.revision,
    available: llm !== null,
    model: llm?.model ?? null,
    most_daily_tokens: llm?.dailyTokens ?? LLM_LIMITS.leastDailyTokens,
    used_today: used?.tokens ?? 0,
    answers_today: used?.answers ?? 0,
    failures_today: used?.failures ?? 0,
    last_failure:
      used?.last_failure && used.last_failure_at
        ? { at: used.last_failure_at, reason: used.last_failure }
        : null,
  };
}

/** In words: what somebody else sees whose save would go over it. */
const llmTexts = (config: LlmConfig): FormTexts => ({
  enabled: yesNo(config.enabled),
  prompt: config.prompt || null,
  only_documents: yesNo(config.only_documents),
  chooses: yesNo(config.chooses),
  helps_agents: yesNo(config.helps_agents),
  summarizes: yesNo(config.summarizes),
  summarize_from: String(config.summarize_from),
  daily_tokens: config.daily_tokens.toLocaleString('es-CL'),
});

/** What of it the bot says to everybody (server/bots/bots.ts). */
const HELP = ['helps_agents', 'summarizes', 'summarize_from'] as const;

/** What is absent stays. @throws Refused rule at the field, conflict */
export async function changeLlmSettings(
  app: App,
  { user, link }: BotSession,
  {
    revision,
    ...wish
  }: { [K in keyof LlmConfig]?: LlmConfig[K] | undefined } & { revision?: number | undefined },
): Promise<LlmSettings> {
  const botId = link.bot_id;
  const { llm } = app.config;
  if (wish.enabled && !llm)
    throw fieldFault('enabled', 'Esta instalación no tiene un modelo de lenguaje configurado.');
  if (llm && (wish.daily_tokens ?? 0) > llm.dailyTokens)
    throw fieldFault(
      'daily_tokens',
      `El máximo es ${llm.dailyTokens.toLocaleString('es-CL')} tokens al día.`,
    );
  await app.db.transaction(async (tx) => {
    await lockForms(tx, botId);
    const now = app.clock.now();
    const id = app.ids();
    // A bot's assistant is made with its first setting.
    const [made] = await tx.query(sql`
      insert into assistants (id, bot_id, name, created_at, updated_at)
      values (${id}, ${botId}, 'Asistente', ${now}, ${now}) on conflict (bot_id) do nothing returning id`);
    if (made)
      await tx.query(sql`
        update bots set business_type = coalesce(business_type, '{}') || jsonb_build_object('assistant_id', ${id}::text)
        where id = ${botId}`);
    await tx.query(sql`select 1 from assistants where bot_id = ${botId} for update`);
    const before = await readLlmConfig(app, tx, botId);
    const given = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
    const after = { ...before, ...given };
    const [were, are] = [llmTexts(before), llmTexts(after)];
    await changeForms(
      tx,
      { botId, by: user.name, seen: revision },
      JSON.stringify(were) === JSON.stringify(are) ? {} : { llm: were },
    );
    await tx.query(sql`
      update assistants set ia_configs = ia_configs || ${json({ [KEY]: after })}, updated_at = ${now}
      where bot_id = ${botId}`);
    await writeAudit(tx, app, { by: user, type: 'assistant', id: KEY, botId, before, after });
    // Everybody at the bot sees whether there is help, by the topic of what works there.
    const shown = HELP.some((key) => before[key] !== after[key]);
    touch(tx, app, botId, shown ? ['trainings', 'billing'] : ['trainings']);
  });
  return readLlmSettings(app, botId);
}

/**
 * Sets tokens aside for an answer, so that many at once don't outspend the day.
 * @returns the day whose budget they are of; null when it has no room for them
 */
export async function reserveTokens(
  app: Ports,
  botId: number,
  most: number,
  tokens: number,
): Promise<string | null> {
  if (tokens > most) return null;
  const day = await today(app, botId);
  const rows = await app.db.query(sql`
    insert into llm_usage as u (bot_id, day, tokens) values (${botId}, ${day}, ${tokens})
    on conflict (bot_id, day) do update set tokens = u.tokens + ${tokens} where u.tokens + ${tokens} <= ${most}
    returning u.tokens`);
  return rows.length > 0 ? day : null;
}

/** What became of it: the true cost in place of what was set aside; `failure` when the engine answers instead. */
export async function settleTokens(
  app: Ports,
  botId: number,
  { day, reserved }: { day: string; reserved: number },
  {
    tokens,
    failure,
    answered = failure === null,
  }: { tokens: number; failure: string | null; answered?: boolean },
): Promise<void> {
  const now = app.clock.now();
  await app.db.query(sql`
    update llm_usage set tokens = greatest(0, tokens - ${reserved} + ${tokens}),
      answers = answers + ${answered ? 1 : 0}, failures = failures + ${failure === null ? 0 : 1},
      last_failure = coalesce(${failure}, last_failure),
      last_failure_at = case when ${failure}::text is null then last_failure_at else ${now}::timestamptz end
    where bot_id = ${botId} and day = ${day}`);
}
