/** Who may set automations hears that one stands still, and why: once for each reason, and again after it had gone on. */
import { AUTOMATION_KIND_LABELS, type AutomationKind } from '../../contract/rules/automations.ts';
import { linksOfBot } from '../access/links.ts';
import { notify } from '../notices/notifications.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';
import type { ShopReaders } from '../shops/port.ts';
import { ruleOf } from './rule-row.ts';
import { whyPaused } from './standing.ts';

/** Looks at one that is on; each look of several processes tells once. */
export async function tellStandstill(
  app: App,
  readers: ShopReaders,
  botId: number,
  kind: AutomationKind,
): Promise<void> {
  const why = await whyPaused(app, readers, botId, kind, await ruleOf(app.db, botId, kind));
  await app.db.transaction(async (tx) => {
    const changed = await tx.query(sql`
      update automation_runs set told = ${why}
      where bot_id = ${botId} and kind = ${kind} and told is distinct from ${why} returning kind`);
    if (changed.length === 0) return;
    touch(tx, app, botId, ['automations']);
    if (why === null) return;
    const people = (await linksOfBot(tx, botId)).filter(({ role }) => role.base !== 'agente');
    await notify(tx, app, {
      action: 'automation',
      botId,
      userIds: people.map(({ user_id }) => user_id),
      icon: 'automation',
      subject: 'Una automatización está detenida',
      body: `${AUTOMATION_KIND_LABELS[kind]}: ${why}`,
      plain: 'Una automatización está detenida.',
      link: `/automatizaciones/${kind}?bot=${botId}`,
    });
  });
}
