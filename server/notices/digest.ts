/**
 * What somebody missed, gathered into one letter: for who was away, of the kinds that they want by mail, and only what
 * they have not read and may still see.
 *
 *   notify ──▶ due in an hour ──▶ a tab is connected ──▶ look again in an hour
 *                             └─▶ nobody is there ──▶ one letter, then none for six hours
 */
import type { NoticeKind } from '../../contract/notice-settings.ts';
import { NOTICE_KIND_NAMES } from '../../contract/notice-settings.ts';
import { KIND_OF_ACTION } from '../../contract/told.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { sendMail } from '../platform/mail/mail.ts';
import { type NotificationRow, notificationColumns, toNotification } from './notification-row.ts';
import { readNotices } from './push/notice-settings.ts';
import { seenBy } from './sight/seen.ts';

const KIND = 'notices.digest';
const MINUTE = 60_000;
/** Who is only at lunch reads it in the bell. */
export const DIGEST_AFTER = 60 * MINUTE;
/** Between two letters to one person. */
export const DIGEST_EVERY = 6 * 60 * MINUTE;
/** Lines of one letter; what is more is a number. */
const LINES = 20;

/** A letter is due in a while, unless one is already. */
export async function scheduleDigest(
  tx: Transaction,
  app: Pick<App, 'jobs' | 'clock'>,
  userId: number,
): Promise<void> {
  const key = `${KIND}:${userId}`;
  const [known] = await tx.query(sql`select 1 from jobs where key = ${key}`);
  if (!known) await later(tx, app, userId, DIGEST_AFTER);
}

function later(
  tx: Transaction,
  app: Pick<App, 'jobs' | 'clock'>,
  userId: number,
  wait: number,
): Promise<void> {
  const runAt = new Date(app.clock.now().getTime() + wait);
  return app.jobs.schedule(tx, { kind: KIND, key: `${KIND}:${userId}`, runAt, payload: { userId } });
}

/** Registers the job. */
export function registerDigest(app: App): void {
  app.jobs.handle(KIND, async (tx, job) => {
    const { userId } = job.payload as { userId: number };
    const now = app.clock.now();
    const [person] = await tx.query<{ email: string; notices: unknown; mailed_at: string | null }>(sql`
      select u.email, u.notices, h.mailed_at from users u join notification_heads h on h.user_id = u.id
      where u.id = ${userId} and u.email_confirmed_at is not null for update of h`);
    if (!person) return;
    const settings = readNotices(person.notices);
    const rows = (await missedBy(app, tx, userId)).filter(
      (row) => settings.ways[KIND_OF_ACTION[toNotification(row).type]].mail,
    );
    if (rows.length === 0) return;
    if (await isHere(tx, userId, now)) return later(tx, app, userId, DIGEST_AFTER);
    const rested =
      person.mailed_at === null ? 0 : Date.parse(person.mailed_at) + DIGEST_EVERY - now.getTime();
    if (rested > 0) return later(tx, app, userId, rested);
    await sendMail(tx, app, { to: person.email, letter: letterOf(app, rows, settings.show_text) });
    await tx.query(sql`
      update notifications set mailed = true where id = any(${rows.map(({ id }) => id)}::text[])`);
    await tx.query(sql`update notification_heads set mailed_at = ${now} where user_id = ${userId}`);
  });
}

/** Of so many at most; who has more unread has long stopped counting. */
async function missedBy(
  app: Pick<App, 'config'>,
  tx: Transaction,
  userId: number,
): Promise<NotificationRow[]> {
  return tx.query<NotificationRow>(sql`
    select ${notificationColumns} from notifications n
    where ${await seenBy(app, tx, userId)} and not n.read and not n.archived and not n.mailed
    order by n.seq desc limit 500`);
}

async function isHere(tx: Transaction, userId: number, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from presence_leases where user_id = ${userId} and expires_at > ${now} limit 1`);
  return rows.length > 0;
}

/** @param showText names and words of people may stand in it */
function letterOf(app: Pick<App, 'config'>, rows: readonly NotificationRow[], showText: boolean) {
  const events = rows.reduce((sum, { count }) => sum + count, 0);
  const kinds = new Map<NoticeKind, number>();
  for (const row of rows) {
    const kind = KIND_OF_ACTION[toNotification(row).type];
    kinds.set(kind, (kinds.get(kind) ?? 0) + row.count);
  }
  const byKind = [...kinds].map(([kind, count]) => `${NOTICE_KIND_NAMES[kind]}: ${count}`);
  const said = rows.slice(0, LINES).map(({ body }) => `• ${body}`);
  const more = rows.length > LINES ? [`Y ${rows.length - LINES} más.`] : [];
  const { publicUrl, product } = app.config;
  return {
    subject: events === 1 ? 'Tienes 1 notificación sin leer' : `Tienes ${events} notificaciones sin leer`,
    lines: [
      `Esto pasó en ${product.name} mientras no estabas:`,
      ...(showText ? [said.join('\n'), ...more] : [byKind.join('\n')]),
    ],
    action: { label: 'Ver las notificaciones', url: `${publicUrl}/notificaciones` },
    after: [`Qué te llega por correo lo eliges en ${publicUrl}/notificaciones/ajustes.`],
  };
}
