/** What a person set for an automation, read and written. */
import type { AutomationRule } from '../../contract/entities/automation.ts';
import {
  AUTOMATION_FIELDS,
  AUTOMATION_LIMITS,
  type AutomationKind,
} from '../../contract/rules/automations.ts';
import { templateSlots } from '../../contract/rules/template-slots.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findTemplate } from '../campaigns/plan.ts';
import { connectionsOf } from '../connections/connection-row.ts';
import type { App } from '../platform/app.ts';
import { json, type Queryable, sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';

/** What stands there until somebody sets it: off, an hour after the cart, by day. */
const UNSET: AutomationRule = {
  on: false,
  steps: [{ after_minutes: 60, template: null, slots: [], text: null }],
  quiet: { from: '21:00', to: '09:00', sunday: false },
  minimum: 0,
  cooldown_hours: 24,
  connection_id: null,
  revision: 0,
};

const UNSET_OF_PARCELS: AutomationRule = {
  ...UNSET,
  steps: [{ milestone: 'shipped', after_minutes: 1.5, template: null, slots: [], text: null }],
  cooldown_hours: 1,
};

/** The rule of a bot. */
export async function ruleOf(db: Queryable, botId: number, kind: AutomationKind): Promise<AutomationRule> {
  const [row] = await db.query<Omit<AutomationRule, 'on'> & { on: boolean; minimum: number | string }>(sql`
    select exists (select 1 from automation_runs r where r.bot_id = a.bot_id and r.kind = a.kind) as "on",
      a.steps, a.quiet, a.minimum, a.cooldown_hours, a.connection_id, a.revision
    from automations a where a.bot_id = ${botId} and a.kind = ${kind}`);
  return row
    ? { ...row, minimum: Number(row.minimum) }
    : kind === 'seguimiento-pedidos'
      ? UNSET_OF_PARCELS
      : UNSET;
}

/** The number that it leaves by: the one that was chosen, else the first that works; null: the bot has none. */
export async function numberOf(
  db: Queryable,
  botId: number,
  wish: string | null | undefined,
): Promise<{ id: string; bot_id: number; works: boolean } | null> {
  const all = (await connectionsOf(db, botId)).filter(({ provider }) => provider === 'whatsapp');
  const found =
    all.find(({ id }) => id === wish) ??
    all.find(({ health, paused }) => health === 'ok' && !paused) ??
    all[0];
  return found
    ? { id: found.id, bot_id: botId, works: found.health === 'ok' && !found.paused && !found.held }
    : null;
}

/** Between which waits a message may be. */
const waitOf = (kind: AutomationKind, at: number): { least: number; most: number } => {
  const { settledAfter, firstAfter, nextAfter } = AUTOMATION_LIMITS;
  if (kind === 'seguimiento-pedidos') return settledAfter;
  return at === 0 ? firstAfter : nextAfter;
};

/** Throws rule: another number of messages, or two of one milestone. */
function requireSteps(kind: AutomationKind, { steps }: AutomationRule): void {
  if (kind !== 'seguimiento-pedidos') {
    if (steps.length > AUTOMATION_LIMITS.steps)
      throw fieldFault('steps', `Son a lo más ${AUTOMATION_LIMITS.steps} mensajes.`);
    if (steps.some(({ milestone }) => milestone))
      throw fieldFault('steps', 'Esta automatización no tiene hitos.');
    return;
  }
  for (const [at, { milestone }] of steps.entries()) {
    if (!milestone) throw fieldFault(`steps.${at}.milestone`, 'Elige qué se avisa.');
    if (steps.findIndex((one) => one.milestone === milestone) < at)
      throw fieldFault(`steps.${at}.milestone`, 'Ese aviso ya tiene un mensaje.');
  }
}

/** Throws rule at the field that can't be used. */
async function requireUsable(
  app: App,
  botId: number,
  kind: AutomationKind,
  rule: AutomationRule,
): Promise<void> {
  requireSteps(kind, rule);
  if (rule.connection_id) {
    const own = await numberOf(app.db, botId, rule.connection_id);
    if (own?.id !== rule.connection_id) throw new Refused('not_found');
  }
  const number = await numberOf(app.db, botId, rule.connection_id);
  for (const [at, step] of rule.steps.entries()) {
    const { least, most } = waitOf(kind, at);
    if (step.after_minutes < least || step.after_minutes > most)
      throw fieldFault(
        `steps.${at}.after_minutes`,
        `Elige una espera entre ${least.toLocaleString('es-CL')} y ${most.toLocaleString('es-CL')} minutos.`,
      );
    if (!rule.on) continue;
    const words = step.text?.trim() ?? '';
    if (step.template) {
      const template = number && (await findTemplate(app.db, botId, number.id, step.template));
      if (!template) throw fieldFault(`steps.${at}.template`, 'Esa plantilla no existe en este número.');
      if (template.status !== 'APPROVED')
        throw fieldFault(`steps.${at}.template`, 'Esa plantilla no está aprobada.');
      for (const slot of templateSlots(template.components)) {
        const given = step.slots.find(
          ({ part, index, key }) => part === slot.part && index === slot.index && key === slot.key,
        );
        const place = `steps.${at}.slots.${slot.part}.${slot.index}.${slot.key}`;
        if (!given && !slot.optional)
          throw fieldFault(place, 'Falta decir qué va en este dato de la plantilla.');
        if (given?.field !== undefined && !(given.field in AUTOMATION_FIELDS))
          throw fieldFault(place, 'Ese campo no existe.');
      }
    } else if (words === '')
      throw fieldFault(`steps.${at}.template`, 'Elige una plantilla o escribe un mensaje.');
  }
  if (rule.on && !number) throw fieldFault('on', 'Conecta un número de WhatsApp antes de encenderla.');
}

/** Throws `Refused`: rule at a field, not_found (another bot's number), conflict (somebody else has saved since). */
export async function putRule(
  app: App,
  by: BotSession,
  kind: AutomationKind,
  rule: AutomationRule,
): Promise<void> {
  const botId = by.link.bot_id;
  await requireUsable(app, botId, kind, rule);
  await app.db.transaction(async (tx) => {
    await tx.query(sql`select id from bots where id = ${botId} for no key update`);
    const before = await ruleOf(tx, botId, kind);
    if (before.revision !== rule.revision)
      throw new Refused('conflict', {
        message: 'Otra persona guardó cambios mientras tanto. Recarga para verlos.',
        details: { revision: before.revision },
      });
    const now = app.clock.now();
    await tx.query(sql`
      insert into automations (bot_id, kind, steps, quiet, minimum, cooldown_hours, connection_id, revision, updated_at)
      values (${botId}, ${kind}, ${json(rule.steps)}, ${json(rule.quiet)}, ${rule.minimum}, ${rule.cooldown_hours},
        ${rule.connection_id ?? null}, ${before.revision + 1}, ${now})
      on conflict (bot_id, kind) do update set steps = excluded.steps, quiet = excluded.quiet,
        minimum = excluded.minimum, cooldown_hours = excluded.cooldown_hours,
        connection_id = excluded.connection_id, revision = excluded.revision, updated_at = excluded.updated_at`);
    if (rule.on) {
      await tx.query(sql`
        insert into automation_runs (bot_id, kind, since) values (${botId}, ${kind}, ${now}) on conflict do nothing`);
    } else await tx.query(sql`delete from automation_runs where bot_id = ${botId} and kind = ${kind}`);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'automation',
      id: kind,
      botId,
      before: { ...before },
      after: { ...rule, revision: before.revision + 1 },
    });
    touch(tx, app, botId, ['automations']);
  });
}
