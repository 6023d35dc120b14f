/**
 * Tells a bot's webhook what the bot answered and to whom it handed off (docs/product.md §7 set_webhook), after the commit, so
 * that no receiver holds up a customer. The receiver checks `x-charla-signature` (as of AGENT_WEBHOOK, see
 * server/agents/webhook.ts) with the secret that the assistant shows, and forgets what it has seen by
 * `x-charla-delivery`.
 *
 *   committed with a job ──due──▶ job moved to its next attempt, call sent beside the jobs
 *                                   ├─ 2xx ──▶ job cancelled
 *                                   ├─ refused for good (4xx, private address) ──▶ job cancelled, noted
 *                                   └─ failed, too late, process died ──▶ the job tries again
 *
 * The calls themselves run beside the jobs: a receiver that hangs delays nobody's timers.
 */
import * as z from 'zod/mini';
import type { Assistant } from '../../../contract/entities/assistant.ts';
import type { App } from '../../platform/app.ts';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { postOutside } from '../../platform/outbound/post.ts';
import { NotPublic } from '../../platform/outbound/public-address.ts';
import { signatureOf } from '../../platform/outbound/signature.ts';
import { touch } from '../../platform/realtime/touch.ts';
import { deriveKey } from '../../platform/secret.ts';

const KIND = 'bot.webhook';
/** Of one call. Milliseconds. */
const TIMEOUT = 5_000;
/** Pauses between attempts; after the last one the event is given up. Milliseconds. */
const PAUSES = [15_000, 60_000, 300_000, 1_800_000, 7_200_000];
/** Calls of one bot under way; further ones wait for their next attempt. */
const AT_ONCE = 8;

const delivery = z.object({ attempt: z.int(), id: z.string(), bot_id: z.int(), body: z.string() });
type Delivery = z.infer<typeof delivery>;

/** What a turn of the bot was. */
export interface BotTurn {
  event: 'bot_answered' | 'bot_handed_off';
  bot_id: number;
  conversation_id: string;
  /** The customer's message that was answered. */
  message_id: string;
  text: string;
  answers: string[];
  /** How the answer was found (contract `TRACE_VIAS`), or 'llm'. */
  via: string;
  intent: string | null;
  score: number | null;
  area: string | null;
}

/** The key with which a bot's calls are signed; it hangs on the installation's secret and is stored nowhere. */
export function webhookSecret({ config }: Pick<App, 'config'>, assistantId: string): string {
  if (config.appSecret === null) throw new Error('The secret is read before anything is signed');
  return deriveKey(config.appSecret, `webhook:${assistantId}`).toString('base64url');
}

/** Schedules the call, in the turn's own transaction; nothing where the bot has no webhook. */
export async function tellWebhook(tx: Transaction, app: App, turn: BotTurn): Promise<void> {
  const [hook] = await tx.query(sql`
    select 1 from assistants where bot_id = ${turn.bot_id} and webhook_url is not null`);
  if (!hook) return;
  const now = app.clock.now();
  const id = app.ids();
  await app.jobs.schedule(tx, {
    kind: KIND,
    key: `${KIND}:${id}`,
    runAt: now,
    payload: {
      attempt: 1,
      id,
      bot_id: turn.bot_id,
      body: JSON.stringify({ ...turn, at: now.toISOString() }),
    },
  });
}

export interface Webhooks {
  /** Registers the job. */
  register(): void;
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

/** The job that tells bots' webhooks, and how it ends. */
export function botWebhooks(app: App): Webhooks {
  const running = new Map<number, Set<Promise<void>>>();

  async function take(job: { payload: unknown; key: string }): Promise<void> {
    const made = delivery.parse(job.payload);
    const pause = PAUSES[made.attempt - 1];
    if (pause === undefined) return;
    const next = { ...made, attempt: made.attempt + 1 };
    const runAt = new Date(app.clock.now().getTime() + TIMEOUT + pause);
    await app.db.transaction((tx) =>
      app.jobs.schedule(tx, { kind: KIND, key: job.key, runAt, payload: next }),
    );
    const ofBot = running.get(made.bot_id) ?? new Set();
    running.set(made.bot_id, ofBot);
    if (ofBot.size >= AT_ONCE) return;
    const sending = deliver(app, made, job.key)
      .catch((error: unknown) =>
        app.log.error({ err: error, botId: made.bot_id }, 'A webhook’s outcome was not noted'),
      )
      .finally(() => {
        ofBot.delete(sending);
        if (ofBot.size === 0) running.delete(made.bot_id);
      });
    ofBot.add(sending);
  }
  return {
    register: () => app.jobs.handleOutside(KIND, take),
    async stop() {
      await Promise.all([...running.values()].flatMap((ofBot) => [...ofBot]));
    },
  };
}

async function deliver(app: App, made: Delivery, key: string): Promise<void> {
  const [hook] = await app.db.query<{ id: string; webhook_url: string | null }>(
    sql`select id, webhook_url from assistants where bot_id = ${made.bot_id}`,
  );
  const outcome = hook?.webhook_url ? await post(app, hook.id, hook.webhook_url, made) : null;
  if (outcome === null || outcome.over) await app.jobs.cancel(app.db, key);
  if (hook && outcome) await note(app, { id: hook.id, bot_id: made.bot_id }, outcome.error);
}

const note = (app: App, { id, bot_id }: Pick<Assistant, 'id' | 'bot_id'>, error: string | null) =>
  app.db.transaction(async (tx) => {
    await tx.query(sql`
      update assistants set webhook_called_at = ${app.clock.now()}, webhook_error = ${error},
        webhook_failures = case when ${error}::text is null then 0 else webhook_failures + 1 end
      where id = ${id}`);
    touch(tx, app, bot_id, ['trainings']);
  });

/** Calls an assistant's webhook once, now, and notes how it went. Takes as long as the receiver, at most `TIMEOUT`. */
export async function testWebhook(app: App, { id, bot_id, webhook_url }: Assistant): Promise<void> {
  if (webhook_url === null)
    throw new Refused('rule', { message: 'Este chatbot no tiene un webhook guardado.' });
  const body = JSON.stringify({ event: 'test', bot_id, at: app.clock.now().toISOString() });
  const { error } = await post(app, id, webhook_url, { id: app.ids(), body });
  await note(app, { id, bot_id }, error);
}

/** One attempt; `over`: no other one is to follow. */
async function post(
  app: App,
  assistantId: string,
  url: string,
  { id, body }: Pick<Delivery, 'id' | 'body'>,
): Promise<{ over: boolean; error: string | null }> {
  const seconds = Math.floor(app.clock.now().getTime() / 1000);
  try {
    const { status } = await postOutside({
      url,
      headers: {
        'content-type': 'application/json',
        'x-charla-delivery': id,
        'x-charla-signature': signatureOf(webhookSecret(app, assistantId), seconds, body),
      },
      body: Buffer.from(body),
      timeout: TIMEOUT,
      trusted: app.config.outboundTrustedOrigins,
    });
    if (status >= 200 && status < 300) return { over: true, error: null };
    // Its own trouble may pass; a refusal or a redirect will not.
    const passes = status >= 500 || status === 408 || status === 429;
    return { over: !passes, error: `El webhook respondió con el código ${status}.` };
  } catch (error) {
    if (error instanceof NotPublic)
      return { over: true, error: 'El webhook lleva a una red privada, así que no se le avisó.' };
    const late = error instanceof Error && /Abort|Timeout/.test(error.name);
    return {
      over: false,
      error: late ? 'El webhook no respondió a tiempo.' : 'No pudimos conectar con el webhook.',
    };
  }
}
