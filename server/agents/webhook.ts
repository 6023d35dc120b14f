/**
 * Tells an automation outside about a new agent (docs/product.md §7), if AGENT_WEBHOOK_URL names one: after the commit, by a
 * durable job, so that it neither holds up nor undoes the creation. Never a password.
 *
 * The receiver checks `x-charla-signature: t=<seconds>,v1=<hex>`, where v1 = HMAC-SHA-256 of `<seconds>.<body>` under
 * AGENT_WEBHOOK_SECRET, and forgets what it has seen by `x-charla-delivery`.
 */
import * as z from 'zod/mini';
import type { App } from '../platform/app.ts';
import type { Transaction } from '../platform/database/database.ts';
import { signatureOf } from '../platform/outbound/signature.ts';

const KIND = 'agent.webhook';
/** Shorter than a job's lease. Milliseconds. */
const TIMEOUT = 10_000;
/** With the jobs' backoff some two hours: an automation that is away longer gets nothing old. */
const ATTEMPTS = 20;

export interface NewAgent {
  id: number;
  name: string;
  email: string;
  phone: string | null;
  bot_id: number;
  role: string;
  category: readonly string[];
  assignments: boolean;
  automatic_assignments: boolean;
}

const payload = z.looseObject({ event: z.string() });

/** Schedules the call; nothing when no address is set. */
export async function tellAutomation(tx: Transaction, app: App, agent: NewAgent): Promise<void> {
  if (!app.config.agentWebhook) return;
  const { id, name, email, phone, bot_id, role, category, assignments, automatic_assignments } = agent;
  const now = app.clock.now();
  await app.jobs.schedule(tx, {
    kind: KIND,
    key: `${KIND}:${app.ids()}`,
    runAt: now,
    payload: {
      event: 'agent_created',
      created_at: now.toISOString(),
      agent: { id, name, email, phone, bot_id, role, category, assignments, automatic_assignments },
    },
  });
}

/** Registers the job that calls. */
export function registerWebhook(app: App): void {
  app.jobs.handleOutside(KIND, async (job) => {
    const hook = app.config.agentWebhook;
    // Taken out of the settings meanwhile.
    if (!hook) return;
    const body = JSON.stringify(payload.parse(job.payload));
    const seconds = Math.floor(app.clock.now().getTime() / 1000);
    try {
      const answer = await fetch(hook.url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
        headers: {
          'content-type': 'application/json',
          'x-charla-delivery': job.id,
          'x-charla-signature': signatureOf(hook.secret, seconds, body),
        },
        body,
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The automation answered ${answer.status}`);
    } catch (error) {
      if (job.attempts < ATTEMPTS) throw error;
      app.log.error({ err: error, attempts: job.attempts }, 'A webhook was given up');
    }
  });
}
