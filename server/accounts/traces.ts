/**
 * Traces of who got in and who did not: in the log (user id, hashed address) and in the record of changes. A refusal is
 * put down as a job, no matter whom it is about: only the job looks whether there is such an account, so that the time
 * of an answer tells nothing of it.
 */
import * as z from 'zod/mini';
import { ACCESS_EVENTS, type AccessEvent } from '../../contract/entities/audit.ts';
import { normalizeEmail } from '../../contract/rules/email.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { callerHash } from '../platform/caller-address.ts';
import type { Queryable } from '../platform/database/database.ts';
import { deviceName } from './device-name.ts';
import { findUserByEmail } from './users.ts';

type Ports = Pick<App, 'ids' | 'clock' | 'log' | 'config'>;
type Person = { id: number; name: string; email: string };

const JOB = 'account.refused';
const payload = z.object({
  email: z.string(),
  event: z.enum(Object.keys(ACCESS_EVENTS) as AccessEvent[]),
  browser: z.nullable(z.string()),
  address: z.nullable(z.string()),
});
type Refusal = z.infer<typeof payload>;

/** What the record keeps of refusals at one account in an hour; the log has all. */
const RECORDED = { points: 20, seconds: 3600 };

/** Writes into the record of changes what somebody did at the door of their account; its log line follows the commit. */
export async function traceAccess(
  tx: Queryable,
  app: Ports,
  user: Person,
  event: AccessEvent,
  userAgent: string | null = null,
): Promise<void> {
  const browser = userAgent === null ? null : deviceName(userAgent);
  await write(tx, app, user.id, user, { event, browser, address: callerHash(app) });
}

async function write(
  tx: Queryable,
  app: Ports,
  userId: number,
  by: Person | null,
  { event, browser, address }: Omit<Refusal, 'email'>,
): Promise<void> {
  const after = { event, ...(browser === null ? {} : { browser }), address };
  await writeAudit(tx, app, { by, type: 'access', id: userId, botId: null, before: null, after });
}

/** Puts a refusal down. `email`: of whichever account was tried, or of none. */
export async function traceRefusal(
  app: App,
  email: string,
  event: AccessEvent,
  userAgent: string | null,
): Promise<void> {
  const refusal: Refusal = {
    email: normalizeEmail(email),
    event,
    browser: userAgent === null ? null : deviceName(userAgent),
    address: callerHash(app),
  };
  await app.db.transaction((tx) =>
    app.jobs.schedule(tx, {
      kind: JOB,
      key: `${JOB}:${app.ids()}`,
      runAt: app.clock.now(),
      payload: refusal,
    }),
  );
}

/** Registers the job that writes refusals into log and record. */
export function registerTraces(app: App): void {
  const recorded = app.sharedLimit('traces.recorded', RECORDED.points, RECORDED.seconds);
  app.jobs.handle(JOB, async (tx, job) => {
    const refusal = payload.parse(job.payload);
    const { event, address } = refusal;
    const user = await findUserByEmail(tx, refusal.email);
    app.log.warn({ event, userId: user?.id ?? null, address }, 'A sign-in was refused');
    // Nobody's act: anybody may have tried.
    if (user && (await recorded.allows(String(user.id)))) await write(tx, app, user.id, null, refusal);
  });
}
