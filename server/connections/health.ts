/**
 * Health by use: each use of a connection notes how it went. A credential that is refused breaks it at once, what may
 * pass only when it keeps failing; people get one notice that it broke and one that it works again.
 */
import { CHANNEL_PROVIDERS, type FaultKind } from '../../contract/entities/connection.ts';
import { connectionAdvice, PROVIDER_LABELS } from '../../contract/entities/connection-faults.ts';
import { linksOfBot } from '../access/links.ts';
import { notify } from '../notices/notifications.ts';
import type { App } from '../platform/app.ts';
import { json, sql, type Transaction } from '../platform/database/database.ts';
import { sendMail } from '../platform/mail/mail.ts';
import { touch } from '../platform/realtime/touch.ts';
import { type ConnectionRow, connectionColumns } from './connection-row.ts';

/** What no waiting mends. */
const FINAL: readonly FaultKind[] = ['unauthorized', 'forbidden', 'not_a_shop', 'uninstalled'];
/** So many failures in a row of what might have passed. */
const BROKEN_AFTER = 5;
/** Milliseconds. */
const OK_LASTS = 60_000;

/**
 * Whether a connection has other credentials by now than those that were used (OA-1): a token that was refused a moment
 * after another took its place says nothing about the account.
 */
export async function isRenewed(
  app: Pick<App, 'db'>,
  { id, credentials }: Pick<ConnectionRow, 'id' | 'credentials'>,
): Promise<boolean> {
  const rows = await app.db.query(sql`
    select 1 from connections where id = ${id} and credentials <> ${credentials}`);
  return rows.length > 0;
}

/**
 * @param fault null: the provider answered as it should
 * @param used what was refused, as it is sealed: judged with the row locked, it counts only while nothing took its place
 */
export async function noteUse(
  app: App,
  id: string,
  fault: FaultKind | null,
  used?: ConnectionRow['credentials'],
): Promise<void> {
  if (fault === null && (await worksAnyway(app, id))) return;
  await app.db.transaction((tx) => noteUseIn(tx, app, id, fault, used), { retries: 3 });
}

/** It worked a moment ago and nothing was wrong since: a busy number is not written down at each message. */
async function worksAnyway(app: App, id: string): Promise<boolean> {
  const lately = new Date(app.clock.now().getTime() - OK_LASTS);
  const rows = await app.db.query(sql`
    select 1 from connections where id = ${id} and health = 'ok' and last_error is null and last_ok > ${lately}`);
  return rows.length > 0;
}

/** The same in a transaction. Nothing of the inbox may be locked after it. */
export async function noteUseIn(
  tx: Transaction,
  app: App,
  id: string,
  fault: FaultKind | null,
  used?: ConnectionRow['credentials'],
): Promise<void> {
  const [row] = await tx.query<ConnectionRow>(sql`
    select ${connectionColumns} from connections c where c.id = ${id} for update`);
  if (!row) return;
  if (fault === 'unauthorized' && used !== undefined && used !== row.credentials) return;
  const now = app.clock.now();
  // One that works all the time is no news.
  if (fault !== null || row.health !== 'ok' || row.last_error !== null)
    touch(tx, app, row.bot_id, ['connections']);
  if (fault === null) {
    await tx.query(sql`
      update connections set health = 'ok', last_ok = ${now}, last_error = null, failures = 0, told = false
      where id = ${id}`);
    if (row.told) await tell(tx, app, row, null);
    return;
  }
  // Being asked to wait is no fault of the account.
  const failures = fault === 'rate_limited' ? row.failures : row.failures + 1;
  const final = FINAL.includes(fault);
  const health =
    final || row.health === 'needs_reconnect'
      ? 'needs_reconnect'
      : fault === 'rate_limited'
        ? row.health
        : 'degraded';
  const broken = !row.told && (final || failures >= BROKEN_AFTER);
  const error = { kind: fault, message: connectionAdvice(row.provider, fault), at: now.toISOString() };
  await tx.query(sql`
    update connections set health = ${health}, last_error = ${json(error)}, failures = ${failures},
      told = ${row.told || broken}
    where id = ${id}`);
  if (broken) await tell(tx, app, row, error.message);
}

/** @param advice null: it works again */
function tell(tx: Transaction, app: App, row: ConnectionRow, advice: string | null): Promise<void> {
  const label = PROVIDER_LABELS[row.provider];
  return tellOf(tx, app, row, {
    subject: advice === null ? `${label} volvió a funcionar` : `${label} dejó de funcionar`,
    body: advice === null ? `La conexión ${row.name} está en orden.` : `La conexión ${row.name}: ${advice}`,
    plain: advice === null ? 'Una conexión volvió a funcionar.' : 'Una conexión dejó de funcionar.',
  });
}

/** News of a connection: owners and administrators by the bell, owners by mail as well. @param said in Spanish; `plain` names nothing */
export async function tellOf(
  tx: Transaction,
  app: App,
  { id, bot_id, provider }: ConnectionRow,
  { subject, body, plain }: { subject: string; body: string; plain: string },
): Promise<void> {
  const people = (await linksOfBot(tx, bot_id)).filter(({ role }) => role.base !== 'agente');
  const link = CHANNEL_PROVIDERS.includes(provider) ? '/whatsapp-business' : '/integraciones';
  await notify(tx, app, {
    action: 'connection',
    botId: bot_id,
    userIds: people.map(({ user_id }) => user_id),
    icon: 'connection',
    subject,
    body,
    plain,
    link: `${link}?bot=${bot_id}&connection=${encodeURIComponent(id)}`,
  });
  const owners = people.flatMap(({ role, user_id }) => (role.base === 'propietario' ? [user_id] : []));
  const mails = await tx.query<{ email: string }>(sql`
    select email from users where id = any(${owners}::int[]) order by id`);
  for (const { email } of mails) {
    await sendMail(tx, app, {
      to: email,
      letter: {
        subject,
        lines: [body],
        action: { label: 'Ver la conexión', url: `${app.config.publicUrl}${link}?bot=${bot_id}` },
      },
    });
  }
}
