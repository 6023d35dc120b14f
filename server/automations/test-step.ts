/** One message of an automation to oneself, with the values of its newest case. */
import type { AutomationStep } from '../../contract/entities/automation.ts';
import type { AutomationKind } from '../../contract/rules/automations.ts';
import { emptySlot, templatePayload, templateWords } from '../../contract/rules/template-slots.ts';
import { findTemplate } from '../campaigns/plan.ts';
import { ownPhone, sendToOneself } from '../campaigns/test-send.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { type CaseRow, caseColumns } from './case-row.ts';
import { fillStep } from './fill-slots.ts';
import { numberOf, ruleOf } from './rule-row.ts';

/** It goes to the phone of one's own account and nowhere else. Throws rule with what keeps it, or what WhatsApp says. */
export async function testStep(
  app: App,
  by: BotSession,
  botId: number,
  kind: AutomationKind,
  step: AutomationStep,
): Promise<{ phone: string; text: string }> {
  const phone = ownPhone(by);
  // Words without a template only reach who wrote within a day: a test would mostly fail where the real thing works.
  if (!step.template)
    throw new Refused('rule', {
      message: 'Elige una plantilla: un mensaje sin plantilla no se puede probar así.',
    });
  const rule = await ruleOf(app.db, botId, kind);
  const number = await numberOf(app.db, botId, rule.connection_id);
  if (!number) throw new Refused('rule', { message: 'Conecta un número de WhatsApp antes de probar.' });
  const template = await findTemplate(app.db, botId, number.id, step.template);
  if (template?.status !== 'APPROVED')
    throw new Refused('rule', { message: 'Esa plantilla no está aprobada.' });
  const [last] = await app.db.query<CaseRow>(sql`
    select ${caseColumns} from automation_cases e where e.bot_id = ${botId} and e.kind = ${kind}
    order by e.created_at desc, e.id desc limit 1`);
  if (!last)
    throw new Refused('rule', {
      message: 'Todavía no hay ningún caso con cuyos datos hacer la prueba. Enciéndela y espera el primero.',
    });
  const filled = fillStep(step, {
    name: by.user.name,
    items: last.items,
    total: last.total,
    currency: last.currency,
    link: last.link,
    order_number: last.order_number,
    carrier: last.carrier,
  });
  if (emptySlot(template.components, filled))
    throw new Refused('rule', { message: 'Al último caso le falta un dato de la plantilla.' });
  const { name, language } = template;
  await sendToOneself(app, number.id, phone, {
    name,
    language,
    components: templatePayload(template.components, filled),
  });
  return { phone, text: templateWords(template.components, filled) };
}
