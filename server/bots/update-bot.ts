/** Changes of a bot's own fields (PUT /bot/{id}), and of its flags by internal accounts. */
import type * as z from 'zod/mini';
import type { botManageCalls } from '../../contract/calls/bots-manage.ts';
import type { Bot } from '../../contract/entities/bot.ts';
import { templateName } from '../../contract/states.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { cleanLine, cleanText } from '../inbox/clean-text.ts';
import type { App } from '../platform/app.ts';
import { json, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { botName, botWeb } from './bot-fields.ts';
import { findBot } from './bots.ts';
import { installModel, templateModel } from './create-bot.ts';

interface Columns {
  bot_name: string;
  web: string | null;
  skill_base_template: string | null;
  business_type: { name?: string; assistant_id: string | null } | null;
  color: string;
  welcome: string;
}

/** Throws rule with `details.fields`. */
export async function updateBot(
  app: App,
  by: BotSession,
  wish: z.output<NonNullable<typeof botManageCalls.updateBot.body>>,
): Promise<Bot> {
  const botId = by.link.bot_id;
  return app.db.transaction(async (tx) => {
    const [before] = await tx.query<Columns>(sql`
      select bot_name, web, skill_base_template, business_type, color, welcome from bots where id = ${botId} for update`);
    if (!before) throw new Refused('not_found');
    const after: Columns = { ...before };
    const name = wish['chatbot[bot_name]'];
    if (name !== undefined) after.bot_name = botName(name, 'chatbot[bot_name]');
    const web = wish['chatbot[web]'];
    if (web !== undefined) after.web = botWeb(web, 'chatbot[web]');
    const business = cleanLine(wish['chatbot[business_type]']);
    if (business) after.business_type = { assistant_id: null, ...before.business_type, name: business };
    after.color = wish['chatbot[color]'] ?? before.color;
    const welcome = wish['chatbot[welcome]'];
    if (welcome !== undefined) after.welcome = cleanText(welcome).trim() || before.welcome;
    const template = wish['chatbot[skill_base_template]'];
    if (template !== undefined && template !== before.skill_base_template) {
      const model = templateModel(templateName.parse(template), after.bot_name);
      after.skill_base_template = template;
      if (welcome === undefined) after.welcome = model.welcome.answers[0] ?? '';
      await installModel(tx, botId, model, app.clock.now());
    }
    await tx.query(sql`
      update bots set bot_name = ${after.bot_name}, web = ${after.web}, color = ${after.color},
        skill_base_template = ${after.skill_base_template}, welcome = ${after.welcome},
        business_type = ${after.business_type ? json(after.business_type) : null}
      where id = ${botId}`);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'bot',
      id: botId,
      botId,
      before: { ...before },
      after: { ...after },
    });
    const bot = await findBot(tx, by.user.id, botId);
    if (!bot) throw new Refused('not_found');
    return bot;
  });
}
