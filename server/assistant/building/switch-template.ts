/** Another template for a bot's draft, all or nothing (docs/product.md §4 'Template change'). */
import type { TemplateName } from '../../../contract/states.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { App } from '../../platform/app.ts';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Session } from '../../platform/http/session.ts';
import type { BotModel } from '../engine/bot-model.ts';
import { lockDraft, requireRevision, storeDraft } from './draft-store.ts';
import { changeTemplate } from './edit-templates.ts';

/**
 * In the caller's transaction, which also saves the bot.
 * @param seen the draft's revision that the caller saw. Throws not_found, conflict
 */
export async function switchTemplate(
  tx: Transaction,
  app: App,
  by: Session['user'],
  botId: number,
  template: TemplateName,
  seen?: number,
): Promise<{ revision: number; model: BotModel }> {
  const [bot] = await tx.query<{ bot_name: string }>(sql`select bot_name from bots where id = ${botId}`);
  if (!bot) throw new Refused('not_found');
  const draft = await lockDraft(tx, app, botId);
  requireRevision(draft, seen);
  const model = structuredClone(draft.model);
  changeTemplate(model, template, bot.bot_name);
  const revision = await storeDraft(tx, app, by, draft, model);
  await writeAudit(tx, app, {
    by,
    type: 'template',
    id: template,
    botId,
    before: { template: draft.model.template ?? null, nodes: draft.model.nodes.length },
    after: { template, nodes: model.nodes.length },
  });
  return { revision, model };
}
