/**
 * Sends a push to one browser: encrypted for it alone (RFC 8291), signed with the server's key (RFC 8292), to the
 * push service that the browser named. What the service answers decides: gone ends the subscription, too many waits
 * as long as it says, its own trouble is tried again until the push is old.
 */
import { createHash } from 'node:crypto';
import webpush from 'web-push';
import * as z from 'zod/mini';
import { type PushPayload, pushPayload } from '../../../contract/push.ts';
import type { App } from '../../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts';
import { postOutside } from '../../platform/outbound/post.ts';
import { NotPublic } from '../../platform/outbound/public-address.ts';
import { findTarget, type PushTarget } from './subscribers.ts';
import { vapidKeys } from './vapid.ts';

const SEND = 'push.send';
/** Shorter than a job's lease. Milliseconds. */
const TIMEOUT = 15_000;
/** How long a push service keeps it for a machine that is off, and how long we try. Seconds. */
const TTL = 4 * 60 * 60;
/** A service that asks for a longer pause than this has lost the push. Seconds. */
const LONGEST_PAUSE = 60 * 60;
/** Refusals in a row that no repetition helps against, after which a subscription ends. */
const MOST_FAILURES = 5;

const payload = z.object({ sid: z.string(), push: pushPayload, at: z.string() });

/** Sends it after the commit, durably. @param at when it happened */
export async function schedulePush(
  tx: Transaction,
  app: Pick<App, 'jobs' | 'clock'>,
  sid: string,
  push: PushPayload,
  at: string,
): Promise<void> {
  await app.jobs.schedule(tx, {
    kind: SEND,
    key: `${SEND}:${sid}:${push.tag}`,
    runAt: app.clock.now(),
    payload: { sid, push, at },
  });
}

/** Registers the job. */
export function registerSend(app: App): void {
  app.jobs.handleOutside(SEND, async (job) => {
    const { sid, push, at } = payload.parse(job.payload);
    const now = app.clock.now();
    if (now.getTime() - Date.parse(at) > TTL * 1000) return;
    const target = await findTarget(app.db, sid, now);
    if (!target) return;
    const result = await sendPush(app, target, push);
    if (result.kind === 'later') {
      if (result.seconds > LONGEST_PAUSE) return;
      const runAt = new Date(now.getTime() + result.seconds * 1000);
      await app.db.transaction((tx) =>
        app.jobs.schedule(tx, { kind: SEND, key: job.key, runAt, payload: { sid, push, at } }),
      );
      return;
    }
    // The jobs' backoff; the push's age ends it.
    if (result.kind === 'failed') throw new Error(`A push was not taken: ${result.reason}`);
  });
}

export type PushResult =
  | { kind: 'sent' }
  /** The subscription is gone, here too. */
  | { kind: 'ended' }
  /** Not this one, and no repetition helps. */
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; seconds: number }
  | { kind: 'failed'; reason: string };

/** One attempt; what the answer means for the subscription is written. */
export async function sendPush(app: App, target: PushTarget, push: PushPayload): Promise<PushResult> {
  const result = await post(app, target, push);
  if (result.kind === 'sent') {
    await app.db.query(sql`
      update push_subscribers set failures = 0, last_success_at = ${app.clock.now()} where sid = ${target.sid}`);
  }
  if (result.kind === 'ended') await end(app.db, target.sid);
  if (result.kind === 'refused') {
    app.log.warn({ sid: target.sid, reason: result.reason }, 'A push was refused');
    await app.db.query(sql`update push_subscribers set failures = failures + 1 where sid = ${target.sid}`);
    await app.db.query(sql`
      delete from push_subscribers where sid = ${target.sid} and failures >= ${MOST_FAILURES}`);
  }
  return result;
}

const end = (db: Queryable, sid: string) => db.query(sql`delete from push_subscribers where sid = ${sid}`);

async function post(app: App, target: PushTarget, push: PushPayload): Promise<PushResult> {
  const keys = await vapidKeys(app);
  let details: ReturnType<typeof webpush.generateRequestDetails>;
  try {
    details = webpush.generateRequestDetails(
      { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
      JSON.stringify(push),
      {
        vapidDetails: { subject: app.config.vapidSubject, ...keys },
        TTL,
        urgency: 'high',
        topic: createHash('sha256').update(push.tag).digest('base64url').slice(0, 32),
        contentEncoding: 'aes128gcm',
      },
    );
  } catch (error) {
    // Keys that are no point of the curve: no browser made them.
    return { kind: 'refused', reason: reasonOf(error) };
  }
  try {
    const { status, retryAfter } = await postOutside({
      url: details.endpoint,
      headers: Object.fromEntries(
        Object.entries(details.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: details.body ?? Buffer.alloc(0),
      timeout: TIMEOUT,
      trusted: app.config.pushTrustedOrigins,
    });
    return read(status, retryAfter, app.clock.now());
  } catch (error) {
    if (error instanceof NotPublic) return { kind: 'refused', reason: error.message };
    return { kind: 'failed', reason: reasonOf(error) };
  }
}

function read(status: number, retryAfter: string | null, now: Date): PushResult {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'ended' };
  if (status === 429 || (status === 503 && retryAfter !== null)) {
    return { kind: 'later', seconds: pause(retryAfter, now) };
  }
  if (status >= 500) return { kind: 'failed', reason: `the service answered ${status}` };
  // 3xx too: a push service does not send elsewhere.
  return { kind: 'refused', reason: `the service answered ${status}` };
}

/** Retry-After in seconds: a number or a date; a minute without one. */
function pause(retryAfter: string | null, now: Date): number {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.max(1, Number(text));
  const until = Date.parse(text);
  return Number.isNaN(until) ? 60 : Math.max(1, Math.ceil((until - now.getTime()) / 1000));
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
