/** What the screens of a bot's settings start from (contract `botSettings`). */
import type { BotSettings } from '../../contract/entities/bot.ts';
import { BotModel } from '../assistant/engine/bot-model.ts';
import { compileModel } from '../assistant/engine/compile-model.ts';
import { liveButtons } from '../assistant/engine/say.ts';
import { planRuns } from '../billing/access.ts';
import { readBotRules } from '../inbox/bot-rules.ts';
import { looksOf } from '../inbox/visitor/look.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';

/** The greeting and menu of the published version, without waiting for its training. */
async function publishedGreeting(
  tx: Queryable,
  botId: number,
): Promise<Pick<BotSettings['look'], 'welcome' | 'buttons'>> {
  const [row] = await tx.query<{ model: unknown }>(sql`select model from bot_models where bot_id = ${botId}`);
  if (!row) return { welcome: '', buttons: [] };
  const model = BotModel.parse(row.model);
  const buttons = liveButtons(compileModel(model), model.welcome.buttons);
  return {
    welcome: model.welcome.answers[0] ?? '',
    buttons: buttons.map(({ id, label }) => ({ id, label })),
  };
}

/** Throws not_found. */
export async function readBotSettings(app: App, botId: number): Promise<BotSettings> {
  return app.db.snapshot(async (tx) => {
    const { buttons, welcome } = await publishedGreeting(tx, botId);
    const [row] = await tx.query<
      Pick<BotSettings, 'id' | 'revision' | 'bot_name' | 'web' | 'description' | 'business_type' | 'visits'>
    >(sql`
      select id, forms_revision as revision, bot_name, web, description, visits, business_type ->> 'name' as business_type from bots where id = ${botId}`);
    const look = (await looksOf(tx, [botId])).get(botId);
    if (!row || !look) throw new Refused('not_found');
    return {
      ...row,
      ...(await readBotRules(tx, botId)),
      plan_runs: await planRuns(tx, app, botId),
      look: { ...look, welcome: look.welcome || welcome, buttons },
      own_welcome: look.welcome !== '',
    };
  });
}
