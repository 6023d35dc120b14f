/** Who is told what about a plan: owners by mail and bell when a charge failed, before the grace ends, and when it has. */
import { addDays, dateOfDay, dayIn, startOfDay } from '../../contract/days.ts';
import { RENEWAL_NOTICE_DAYS } from '../../contract/rules/subscription.ts';
import { linksOfBot } from '../access/links.ts';
import { zoneOf } from '../calendar/calendar.ts';
import { notify } from '../notices/notifications.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { sendMail } from '../platform/mail/mail.ts';
import { lockSubscription, type SubscriptionRow } from './row.ts';

export const REMIND = 'subscription.remind';
export const RENEW = 'subscription.renew';
/** The second of the three mails leaves so long before the grace ends. Milliseconds. */
const BEFORE = 2 * 24 * 60 * 60 * 1000;

interface Word {
  subject: string;
  lines: string[];
  /** For a locked screen. */
  plain: string;
  action: { label: string; path: string };
}

const PAY = { label: 'Pagar ahora', path: '/facturacion' };
const RENEW_NOW = { label: 'Pagar el período siguiente', path: '/checkout' };
const RESUME = { label: 'Ver los planes', path: '/checkout' };

/** A day of a plan by the clock that its days are made by: '28/11/2026'. */
const dayText = async (tx: Transaction, { clock }: App, botId: number, instant: string): Promise<string> =>
  dateOfDay(dayIn(Date.parse(instant), await zoneOf(tx, botId, clock.now())));

/** Tells what changed between two states of a row, once: it is written in the transaction of the change. */
export async function tellOfPlan(
  tx: Transaction,
  app: App,
  before: SubscriptionRow,
  after: SubscriptionRow,
): Promise<void> {
  if (before.status === after.status) return;
  if (after.status === 'past_due' && after.grace_ends_at !== null) {
    await app.jobs.schedule(tx, {
      kind: REMIND,
      key: `${REMIND}:${after.bot_id}`,
      runAt: new Date(Date.parse(after.grace_ends_at) - BEFORE),
      payload: { botId: after.bot_id },
    });
    const until = await dayText(tx, app, after.bot_id, after.grace_ends_at);
    if (after.prepaid) {
      await tell(tx, app, after.bot_id, (bot) => ({
        subject: `Terminó lo pagado del plan de ${bot}`,
        lines: [
          `El período que pagaste del plan de ${bot} terminó.`,
          `El chatbot sigue funcionando hasta el ${until}. Paga el período siguiente antes de ese día.`,
        ],
        plain: 'Terminó lo pagado de un plan.',
        action: RENEW_NOW,
      }));
      return;
    }
    await tell(tx, app, after.bot_id, (bot) => ({
      subject: `No pudimos cobrar el plan de ${bot}`,
      lines: [
        `El cobro del plan de ${bot} no se pudo hacer.`,
        `El chatbot sigue funcionando hasta el ${until}. Revisa tu tarjeta o paga antes de ese día.`,
      ],
      plain: 'Un cobro no se pudo hacer.',
      action: PAY,
    }));
    return;
  }
  if (before.status === 'past_due') await app.jobs.cancel(tx, `${REMIND}:${after.bot_id}`);
  if (before.status === 'past_due' && after.status === 'expired')
    await tell(tx, app, after.bot_id, (bot) => ({
      subject: `${bot} se desactivó`,
      lines: [
        `El plan de ${bot} no se pagó y el chatbot dejó de responder.`,
        'Sus conversaciones, clientes y configuración se conservan. Al pagar vuelve a funcionar de inmediato.',
      ],
      plain: 'Un chatbot se desactivó.',
      action: RESUME,
    }));
}

/** The mail in between. */
export async function remindOfGrace(tx: Transaction, app: App, botId: number): Promise<void> {
  const row = await lockSubscription(tx, botId);
  if (row?.status !== 'past_due' || row.grace_ends_at === null) return;
  const until = await dayText(tx, app, botId, row.grace_ends_at);
  await tell(tx, app, botId, (bot) => ({
    subject: `${bot} se desactivará el ${until}`,
    lines: [
      `El plan de ${bot} sigue sin pagarse. Si no se paga antes del ${until}, el chatbot dejará de responder.`,
    ],
    plain: 'Un plan sigue sin pagarse.',
    action: row.prepaid ? RENEW_NOW : PAY,
  }));
}

/** Who pays period by period is told before one ends; a row that ends otherwise, or not, is told of nothing. */
export async function scheduleRenewal(tx: Transaction, app: App, row: SubscriptionRow): Promise<void> {
  const key = `${RENEW}:${row.bot_id}`;
  if (!row.prepaid || row.status !== 'active' || row.ends_at === null) {
    await app.jobs.cancel(tx, key);
    return;
  }
  const zone = await zoneOf(tx, row.bot_id, app.clock.now());
  const day = addDays(dayIn(Date.parse(row.ends_at), zone), -RENEWAL_NOTICE_DAYS);
  const runAt = new Date(startOfDay(day, zone));
  await app.jobs.schedule(tx, {
    kind: RENEW,
    key,
    runAt,
    payload: { botId: row.bot_id, endsAt: row.ends_at },
  });
}

/** Some days before what was paid ends: nobody charges the next period. */
export async function tellOfRenewal(tx: Transaction, app: App, botId: number, endsAt: string): Promise<void> {
  const row = await lockSubscription(tx, botId);
  // Paid anew, cancelled or collected meanwhile.
  if (!row?.prepaid || row.status !== 'active' || row.ends_at !== endsAt) return;
  const until = await dayText(tx, app, botId, endsAt);
  await tell(tx, app, botId, (bot) => ({
    subject: `El plan de ${bot} está pagado hasta el ${until}`,
    lines: [
      `Lo que pagaste del plan de ${bot} termina el ${until} y no se cobra por sí solo.`,
      'Para que siga funcionando, paga el período siguiente. Empieza cuando termine el que tienes: pagar antes no te quita días.',
    ],
    plain: 'Un plan está por terminar.',
    action: RENEW_NOW,
  }));
}

/** To every owner, by bell and mail. */
export async function tell(
  tx: Transaction,
  app: App,
  botId: number,
  word: (botName: string) => Word,
): Promise<void> {
  const [bot] = await tx.query<{ bot_name: string }>(
    sql`select bot_name from bots where id = ${botId} and deleted_at is null`,
  );
  if (!bot) return;
  const owners = (await linksOfBot(tx, botId)).filter(({ role }) => role.base === 'propietario');
  const userIds = owners.map(({ user_id }) => user_id);
  const { subject, lines, plain, action } = word(bot.bot_name);
  await notify(tx, app, {
    action: 'billing',
    botId,
    userIds,
    icon: 'billing',
    subject,
    body: lines[0] ?? subject,
    link: action.path,
    plain,
  });
  const people = await tx.query<{ email: string }>(sql`
    select email from users where id = any(${userIds}::int[]) and email_confirmed_at is not null order by id`);
  const url = `${app.config.publicUrl}${action.path}`;
  for (const { email } of people)
    await sendMail(tx, app, { to: email, letter: { subject, lines, action: { label: action.label, url } } });
}
