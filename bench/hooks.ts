/**
 * `npm run bench:hooks`: webhooks of WhatsApp, each with a customer's message, at the pace that an installation has to
 * bear, while agents work: 200 a second on PostgreSQL, 60 on the embedded database, for a minute. How fast they are
 * answered, how long agents' calls take meanwhile, and when the last of them is in the inbox. Beside it, in the same
 * process and run: the same work done inside the request, as long as the sender waits.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sign } from '../playground/hooks.ts';
import { startPlayground } from '../playground/playground.ts';
import { envelope } from '../playground/whatsapp/whatsapp.ts';
import { startPostgres } from '../scripts/postgres-for-tests.mjs';
import { type AtEnd, bounded } from './support/bounded.ts';
import { percentile, printTable, whole } from './support/figures.ts';
import { ask, launchServer } from './support/measured-server.ts';

const BOT_ID = 64;
const SECONDS = 60;
const CUSTOMERS = 600;
const AGENTS = 10;
/** Milliseconds between two calls of an agent. */
const AGENT_EVERY = 500;
/** A sender that is not answered by then gives up, as Meta does. */
const PATIENCE = 10_000;
const DRAIN = 300_000;
const LIMIT = 1_500_000;

const headersOf = (session: object) => ({ 'content-type': 'application/json', ...session }) as HeadersInit;

interface Sent {
  times: number[];
  failed: number;
}

/** Sends so many webhooks a second, whatever becomes of those before. */
async function send(
  url: string,
  pace: number,
  make: (index: number) => string,
  secret: string,
): Promise<Sent> {
  const sent: Sent = { times: [], failed: 0 };
  const under: Promise<void>[] = [];
  const began = performance.now();
  for (let index = 0; index < pace * SECONDS; index += 1) {
    const wait = began + (index * 1_000) / pace - performance.now();
    if (wait > 1) await pause(wait);
    const body = make(index);
    const at = performance.now();
    under.push(
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': sign(secret, body) },
        body,
        signal: AbortSignal.timeout(PATIENCE),
      })
        .then(async (response) => {
          await response.arrayBuffer();
          if (response.status === 200) sent.times.push(performance.now() - at);
          else sent.failed += 1;
        })
        .catch(() => {
          sent.failed += 1;
        }),
    );
  }
  await Promise.all(under);
  return sent;
}

/** Agents who look at their list, open a conversation, look again, until they are stopped. */
async function agentsWork(url: string, sessions: readonly object[], stop: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  const timed = async (path: string, session: object, body?: object): Promise<unknown> => {
    const at = performance.now();
    const response = await fetch(`${url}/svc/conversations${path}`, {
      method: body ? 'POST' : 'GET',
      headers: headersOf(session),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`An agent's call was answered ${response.status}`);
    times.push(performance.now() - at);
    return answer;
  };
  await Promise.all(
    sessions.map(async (session, index) => {
      await pause((AGENT_EVERY * index) / sessions.length);
      while (!stop.aborted) {
        const found = (await timed('/conversations/filter_conversation', session, {
          filters: { bot_id: BOT_ID, state: 'pending' },
          page: 1,
          items: 15,
        })) as { conversations?: { id: string }[] };
        await pause(AGENT_EVERY);
        const one = found.conversations?.[index];
        if (one) await timed(`/session_logs/by_conversation_id/${one.id}`, session);
        await pause(AGENT_EVERY);
      }
    }),
  );
  return times;
}

async function measure(
  engine: string,
  pace: number,
  settings: Record<string, string>,
  atEnd: AtEnd,
): Promise<string[][]> {
  const playground = await startPlayground();
  atEnd(() => playground.close());
  const number = playground.whatsapp.addNumber();
  const server = await launchServer(atEnd, {
    GRAPH_BASE_URL: playground.graphUrl,
    OUTBOUND_TRUSTED_ORIGINS: playground.url,
    ...settings,
  });
  const connection = await ask.connectWhatsApp(server, {
    bot: BOT_ID,
    account: number.phoneNumberId,
    parent: number.businessAccountId,
    credentials: {
      phone_number_id: number.phoneNumberId,
      business_account_id: number.businessAccountId,
      access_token: number.accessToken,
      app_secret: number.appSecret,
      verify_token: number.verifyToken,
    },
  });
  const sessions = (await ask.agents(server, { bot: BOT_ID, count: AGENTS })).map(({ id: _, ...own }) => own);
  let round = 0;
  const message = (index: number, body: string): string => {
    const who = index % CUSTOMERS;
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: number.displayNumber, phone_number_id: number.phoneNumberId },
      contacts: [{ wa_id: `5692${String(who).padStart(7, '0')}`, profile: { name: `Cliente ${who}` } }],
      messages: [
        {
          id: `wamid.${round}.${index}`,
          from: `5692${String(who).padStart(7, '0')}`,
          timestamp: String(Math.floor(Date.now() / 1000)),
          type: 'text',
          text: { body },
        },
      ],
    };
    return JSON.stringify(envelope([{ waba: number.businessAccountId, field: 'messages', value }]));
  };
  const drained = async (): Promise<number> => {
    const began = performance.now();
    while ((await ask.hooksWaiting(server)) > 0) {
      if (performance.now() - began > DRAIN) return Number.NaN;
      await pause(500);
    }
    return performance.now() - began;
  };
  // Everybody waits for a person: what is measured is the way in, not the bot.
  for (let index = 0; index < CUSTOMERS; index += 1) {
    const body = message(index, 'Quiero hablar con una persona');
    await playground.hooks.post({ url: `${server.url}/hooks/whatsapp`, appSecret: number.appSecret }, body);
  }
  await drained();
  console.error(`${engine}: ${CUSTOMERS} customers wait`);
  const inside = await ask.workInside(server, { connection });
  const rows: string[][] = [];
  for (const [way, url] of [
    ['stored, worked off later', `${server.url}/hooks/whatsapp`],
    ['inside the request', inside],
  ] as const) {
    round += 1;
    const stop = new AbortController();
    const working = agentsWork(server.url, sessions, stop.signal);
    const sent = await send(
      url,
      pace,
      (index) => message(index, `¿Sigue disponible? ${index}`),
      number.appSecret,
    );
    stop.abort();
    const calls = await working;
    const rest = await drained();
    console.error(`${engine}: ${way}, done`);
    rows.push([
      `${engine}, ${pace}/s, ${way}`,
      whole(sent.times.length),
      whole(sent.failed),
      whole(percentile(sent.times, 0.5)),
      whole(percentile(sent.times, 0.99)),
      whole(rest / 1_000),
      whole(percentile(calls, 0.5)),
      whole(percentile(calls, 0.95)),
    ]);
  }
  await server.close();
  return rows;
}

await bounded(LIMIT, async (atEnd) => {
  const rows = await measure('embedded', 60, {}, atEnd);
  const starting = startPostgres({ durable: true });
  atEnd(async () => (await starting).stop());
  rows.push(...(await measure('PostgreSQL', 200, { DATABASE_URL: (await starting).url }, atEnd)));
  console.log(
    `Webhooks for ${SECONDS} s, each a message of one of ${CUSTOMERS} customers who wait for a person, while ${AGENTS} agents list and open conversations. Sender, server and database share the machine; who is not answered within ${PATIENCE / 1_000} s counts as failed, and would be sent again.`,
  );
  printTable(
    [
      'database',
      'answered',
      'failed',
      'answer p50 ms',
      'p99 ms',
      'drained s',
      "agents' calls p50 ms",
      'p95 ms',
    ],
    rows,
  );
});
