/**
 * What benchmarks ask of a server process beside what browser tests do (e2e/support/serve.mjs loads this by
 * TEST_ANSWERS): what it costs, events written straight into a log, agents with sessions, and commands run without
 * any socket.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Events in one statement of a burst: what the server's own bulk commands write at once. */
const BATCH = 500;

/**
 * @param {import('../../server/start-server.ts').RunningServer} server
 * @param {URL} built folder of the built server
 */
export async function answersOf({ app }, built) {
  const load = (/** @type {string} */ path) => import(new URL(path, built).href);
  const { sql } = await load('platform/database/database.js');
  const { appendEvents } = await load('inbox/event-log.js');
  const { lockConversation, toCard } = await load('inbox/conversation-row.js');
  const { customerWrote } = await load('inbox/commands/customer-wrote.js');
  const { newIdentity } = await load('inbox/visitor-identity.js');
  const { issueCredentials } = await load('accounts/tokens.js');
  const { BotMinds } = await load('assistant/bot-minds.js');
  const { sealCredentials } = await load('connections/connection-row.js');
  const { whatsappReader } = await load('channels/whatsapp/reader.js');

  let latest = 0;
  /**
   * A customer's numbered message in a conversation, as the log tells it; rows stay as they are. Each is a millisecond
   * younger than the one before, at least: the newest is the first row of every list.
   */
  const draft = (card, number) => {
    latest = Math.max(latest + 1, Date.now());
    const at = new Date(latest).toISOString();
    const id = app.ids();
    const text = `Mensaje #${number}#: ¿sigue disponible?`;
    const message = {
      _id: id,
      conversation_id: card.id,
      mid: id,
      temporal_id: `bench-${id}`,
      message_status: 'sent',
      reason: null,
      from: 'Cliente',
      text,
      agent: null,
      note: false,
      buttons: [],
      attachments: [],
      created_at: at,
      order: 1_000_000 + number,
    };
    const { state, category, agent_id } = card;
    const facts = { state, category, agent_id };
    return {
      name: 'NEW_MESSAGE',
      actor: { kind: 'visitor', id: card.lead_id, name: card.lead_name },
      data: {
        message,
        conversation: { ...card, last_message: text, last_message_from: 'Cliente', last_message_date: at },
      },
      conversation_id: card.id,
      seen_before: facts,
      seen_after: facts,
    };
  };
  const cardsOf = (ids) =>
    app.db.transaction(async (tx) => {
      const cards = [];
      for (const id of ids) cards.push(toCard(await lockConversation(tx, id)));
      return cards;
    });

  /** Conversations in which the bot is silent, each with its customer. */
  const waiting = async (bot, count) => {
    const minds = new BotMinds();
    const people = Array.from({ length: count }, () => newIdentity(app, bot));
    for (const who of people) {
      const body = { text: 'Quiero hablar con una persona', temporal_id: `bench-${app.ids()}` };
      await customerWrote(app, minds, who, body);
    }
    return { minds, people };
  };

  return {
    /** Microseconds of processor time since it started, threads included; bytes, after a collection if asked. */
    async usage({ collected }) {
      if (collected) {
        setFlagsFromString('--expose-gc');
        runInNewContext('gc')();
      }
      const { user, system } = process.cpuUsage();
      const { rss, heapUsed, external } = process.memoryUsage();
      return { pid: process.pid, cpu: user + system, rss, heapUsed, external };
    },
    /** So many numbered messages in turn into these conversations, in one transaction. @returns when it was committed */
    async burst({ bot, ids, first, count }) {
      const cards = await cardsOf(ids);
      const { seq } = await app.db.transaction(async (tx) => {
        let last = { seq: 0 };
        for (let at = 0; at < count; at += BATCH) {
          const size = Math.min(BATCH, count - at);
          const drafts = Array.from({ length: size }, (_, place) =>
            draft(cards[(at + place) % cards.length], first + at + place),
          );
          last = await appendEvents(tx, app, bot, drafts);
        }
        return last;
      });
      return { at: Date.now(), seq };
    },
    /** A transaction for each, at this pace (events a second). @returns when each was committed */
    async stream({ bot, ids, first, count, pace }) {
      const cards = await cardsOf(ids);
      const began = performance.now();
      const times = [];
      for (let index = 0; index < count; index += 1) {
        const wait = began + (index * 1_000) / pace - performance.now();
        if (wait > 0) await pause(wait);
        await app.db.transaction((tx) =>
          appendEvents(tx, app, bot, [draft(cards[index % cards.length], first + index)]),
        );
        times.push([first + index, Date.now()]);
      }
      return times;
    },
    /** Agents of a bot who may see everything of it, each with a session. */
    async agents({ bot, count }) {
      const made = await app.db.query(sql`
        insert into users (name, email, password_hash, email_confirmed_at)
        select 'Agente ' || n, 'agente' || n || '@medida.test', 'x', now()
        from generate_series(1, ${count}::int) as n returning id, email`);
      await app.db.query(sql`
        insert into user_bots (user_id, bot_id, role_id, category)
        select id, ${bot}::int, (select id from roles where bot_id is null and base = 'agente'),
               '["general", "ventas", "soporte"]'
        from unnest(${made.map(({ id }) => id)}::int[]) as id`);
      const sessions = [];
      for (const user of made) {
        sessions.push({ id: user.id, ...(await issueCredentials(app.db, user, app.clock.now())) });
      }
      return sessions;
    },
    async connectWhatsApp({ bot, account, parent, credentials }) {
      const id = app.ids();
      const now = app.clock.now();
      await app.db.query(sql`
        insert into connections (id, bot_id, provider, name, account, parent, credentials, created_at, updated_at)
        values (${id}, ${bot}, 'whatsapp', 'Medida', ${account}, ${parent}, ${sealCredentials(app, credentials)},
          ${now}, ${now})`);
      return id;
    },
    async hooksWaiting() {
      const [{ count }] = await app.db.query(sql`
        select (select count(*) from hook_bodies where state = 'new')::int
          + (select count(*) from hook_parts where state = 'waiting')::int as count`);
      return count;
    },
    /** The naive way: each part is applied before the sender is answered; nothing is kept that could be tried again. */
    async workInside({ connection }) {
      const reader = whatsappReader(app, new BotMinds(), { wanted: async () => null });
      const [row] = await app.db.query(
        sql`select id, bot_id, provider, account, parent from connections where id = ${connection}`,
      );
      const work = async (request, response) => {
        const pieces = [];
        for await (const piece of request) pieces.push(piece);
        const now = app.clock.now();
        for (const part of reader.split(JSON.parse(Buffer.concat(pieces).toString()), [row], now)) {
          const received = { ...part, id: 0, body_id: 0, connection_id: row.id, bot_id: row.bot_id };
          const whole = {
            ...received,
            said_at: part.saidAt.toISOString(),
            received_at: now.toISOString(),
            attempts: 0,
          };
          const prepared = await reader.prepare(whole);
          await app.db.transaction((tx) => reader.apply(tx, whole, prepared), { retries: 3 });
        }
        response.writeHead(200).end();
      };
      const server = createServer((request, response) => {
        work(request, response).catch((error) => {
          app.log.error({ err: error }, 'Inside the request');
          response.writeHead(500).end();
        });
      });
      server.listen(0, '127.0.0.1').unref();
      await once(server, 'listening');
      return `http://127.0.0.1:${server.address().port}/`;
    },
    /** Rows of 2 kB that don't compress into nothing: jobs of a far day. @returns bytes of the database then */
    async grow({ rows }) {
      const step = 10_000;
      const [{ known }] = await app.db.query(
        sql`select count(*)::int as known from jobs where kind = 'grown'`,
      );
      for (let at = known; at < known + rows; at += step) {
        await app.db.query(sql`
          insert into jobs (id, kind, key, payload, run_at)
          select 'grown-' || n, 'grown', 'grown-' || n,
            (select jsonb_agg(md5((n * 64 + part)::text)) from generate_series(1, 55) part), '2099-01-01'
          from generate_series(${at + 1}::int, ${at + step}::int) n`);
      }
      const [{ bytes }] = await app.db.query(
        sql`select pg_database_size(current_database())::float8 as bytes`,
      );
      return bytes;
    },
    /** Customers' messages by the command alone, as many at a time as there are customers. @returns messages a second */
    async commandAlone({ bot, customers, seconds }) {
      const { minds, people } = await waiting(bot, customers);
      const end = performance.now() + seconds * 1_000;
      let written = 0;
      await Promise.all(
        people.map(async (who) => {
          while (performance.now() < end) {
            await customerWrote(app, minds, who, {
              text: '¿Sigue disponible?',
              temporal_id: `bench-${app.ids()}`,
            });
            written += 1;
          }
        }),
      );
      return written / seconds;
    },
    /** One event and one transaction at a time for each writer, and nothing else. @returns events a second */
    async appendAlone({ bot, writers, seconds }) {
      const { people } = await waiting(bot, 1);
      const [{ id }] = await app.db.query(
        sql`select id from conversations where visitor_id = ${people[0].id}`,
      );
      const [card] = await cardsOf([id]);
      const end = performance.now() + seconds * 1_000;
      let written = 0;
      await Promise.all(
        Array.from({ length: writers }, async () => {
          while (performance.now() < end) {
            written += 1;
            const event = draft(card, written);
            await app.db.transaction((tx) => appendEvents(tx, app, bot, [event]));
          }
        }),
      );
      return written / seconds;
    },
  };
}
