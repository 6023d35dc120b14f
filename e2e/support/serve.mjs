/**
 * The built server in a process of its own, so that a test can kill it. Its parent may ask what only the server knows
 * (how many sockets each person has, what was written to a bot's log) and may move its clock, so that no test waits.
 */
import { quickHash } from '../../tests/support/quick-hash.mjs';

// By address, not by import: the build does not exist yet when the sources are checked.
const built = new URL('../../dist/server/', import.meta.url);
const { readConfig } = await import(new URL('platform/config.js', built).href);
const { startServer } = await import(new URL('start-server.js', built).href);
const { sql } = await import(new URL('platform/database/database.js', built).href);
const { lockConversation } = await import(new URL('inbox/conversation-row.js', built).href);
const { ConversationWork } = await import(new URL('inbox/conversation-work.js', built).href);
const { setAgentStatus } = await import(new URL('inbox/live/agent-status.js', built).href);

// Another build of the client, when a test prepared one.
const client = process.env.TEST_CLIENT_DIR;
let ahead = 0;
const server = await startServer({
  config: readConfig(process.env),
  clock: { now: () => new Date(Date.now() + ahead) },
  ...(client ? { pages: { clientFolder: client } } : {}),
});
const { app, live } = server;

/** How many sockets each person has now, and the most that they have had. */
const sockets = new Map();
app.realtime.namespace('/').on('connection', (socket) => {
  const { uid } = socket.handshake.auth;
  const counted = sockets.get(uid) ?? { now: 0, most: 0 };
  counted.now += 1;
  counted.most = Math.max(counted.most, counted.now);
  sockets.set(uid, counted);
  socket.on('disconnect', () => {
    counted.now -= 1;
  });
});

const answers = {
  async sockets() {
    const sockets = await app.realtime.namespace('/').fetchSockets();
    return sockets.map((socket) => socket.handshake.auth.uid);
  },
  /** Moves the clock and does at once what the server does every few seconds. */
  async advance({ milliseconds }) {
    ahead += milliseconds;
    await app.jobs.runDue();
    await live.presence.sweep();
    await live.agents.inspect();
    return null;
  },
  async events({ bot, name }) {
    return app.db.query(
      sql`select name, data from events where bot_id = ${bot} and name = ${name} order by seq`,
    );
  },
  /** Milliseconds that each lease of somebody at a bot still has. */
  async leases({ email, bot }) {
    const rows = await app.db.query(sql`
      select l.expires_at from presence_leases l join users u on u.id = l.user_id
      where u.email = ${email} and l.bot_id = ${bot}`);
    return rows.map(({ expires_at }) => Date.parse(expires_at) - app.clock.now().getTime());
  },
  /** The bot's plan is one that a payment provider collects. */
  async collected({ bot }) {
    await app.db.query(sql`
      update subscriptions set status = 'active', provider = 'otro', ends_at = null where bot_id = ${bot}`);
    return null;
  },
  /**
   * A large inbox, as rows alone: so many conversations under Pendientes (`big-1` is the newest) with a few messages
   * each, and so many messages in `big-1`. For browsers that open afterwards.
   */
  async fill({ bot, conversations, messages }) {
    const names = ['Rosa', 'Luis', 'Camila', 'Diego', 'Fernanda', 'Joaquín'];
    await app.db.transaction(async (tx) => {
      await tx.query(sql`
        insert into leads (id, bot_id, name)
        select 'big-lead-' || n, ${bot}, (${names}::text[])[1 + n % 6] || ' ' || n
        from generate_series(1, ${conversations}::int) n`);
      await tx.query(sql`
        insert into conversations (id, bot_id, lead_id, state, channel, lead_name, last_message, last_message_from,
          last_message_date, pending_messages_count, waiting_since, last_customer_message_at, message_count, created_at)
        select 'big-' || n, ${bot}, 'big-lead-' || n, 'pending',
          (array['web', 'whatsapp', 'instagram', 'messenger'])[1 + n % 4],
          (${names}::text[])[1 + n % 6] || ' ' || n, 'Consulta ' || n || ': ¿sigue disponible?', 'Cliente',
          now() - n * interval '1 minute', 0, now() - n * interval '1 minute', now() - n * interval '1 minute',
          case when n = 1 then ${messages}::int else 20 end, now() - interval '30 days'
        from generate_series(1, ${conversations}::int) n`);
      // The first hundred are opened by tests; the rest have their preview.
      await tx.query(sql`
        insert into messages (id, conversation_id, bot_id, mid, status, sender, text, created_at, position)
        select 'big-' || c || '-' || n, 'big-' || c, ${bot}, 'big-' || c || '-' || n, 'read',
          case when n % 3 = 0 then 'bot' else 'Cliente' end,
          'Mensaje ' || n || case when n % 5 = 0 then repeat(' con **bastante** texto que ocupa varias líneas', 1 + n % 4)
            when n % 7 = 0 then ' mira https://www.example.com/producto/' || n else '' end,
          now() - interval '1 day' - (case when c = 1 then ${messages}::int else 20 end - n) * interval '3 minutes', n
        from generate_series(1, least(100, ${conversations}::int)) c,
          lateral generate_series(1, case when c = 1 then ${messages}::int else 20 end) n`);
    });
    return null;
  },
  /** Somebody's tokens are gone as if they had run out, without a word to anybody. */
  async endTokens({ email }) {
    await app.db.query(sql`
      delete from auth_tokens t using users u where u.id = t.user_id and u.email = ${email}`);
    return null;
  },
  /**
   * Everybody's password stays what it is, kept as a hash that costs a thousandth: every test signs in, and the real one
   * takes a third of a second of processor each time. Accounts that a test makes have real ones.
   */
  async quickPasswords({ password }) {
    await app.db.query(sql`update users set password_hash = ${quickHash(password)}`);
    return null;
  },
  async mostSockets({ email }) {
    return sockets.get(email)?.most ?? 0;
  },
  async restless({ email, bot, count }) {
    const [person] = await app.db.query(sql`select id from users where email = ${email}`);
    const states = ['absent', 'active'];
    await app.db.transaction(async (tx) => {
      for (let n = 0; n < count; n += 1) {
        await setAgentStatus(tx, app, bot, person.id, states[n % 2], { kind: 'system' });
      }
    });
    return null;
  },
  /** The newest reply of a conversation did not reach its customer, as a channel would report it. */
  async failReply({ conversation }) {
    await app.db.transaction(async (tx) => {
      const work = ConversationWork.on(await lockConversation(tx, conversation), app);
      const [reply] = await tx.query(sql`
        select id, mid, temporal_id, status from messages
        where conversation_id = ${conversation} and sender = 'agent' and not note order by position desc limit 1`);
      work.status(reply, 'failed', { kind: 'system' });
      await work.flush(tx);
    });
    return null;
  },
  /** A conversation gets these tags and others in turn, so many times, in one go. */
  async retag({ conversation, count, tags }) {
    await app.db.transaction(async (tx) => {
      const work = ConversationWork.on(await lockConversation(tx, conversation), app);
      for (let n = 1; n <= count; n += 1) {
        work.set({ tags: n % 2 === count % 2 ? tags : tags.toReversed() });
        work.cardChanged({ kind: 'system' });
      }
      await work.flush(tx);
    });
    return null;
  },
  /** More agents than any plan of the demo has room for. */
  async addAgents({ bot, count }) {
    const people = await app.db.query(sql`
      insert into users (name, email, password_hash)
      select 'Agente ' || lpad(n::text, 2, '0'), 'agente' || n || '@muchos.test', 'x'
      from generate_series(1, ${count}::int) as n returning id`);
    await app.db.query(sql`
      insert into user_bots (user_id, bot_id, role_id, category)
      select id, ${bot}::int, (select id from roles where bot_id is null and base = 'agente'), '["general"]'
      from unnest(${people.map(({ id }) => id)}::int[]) as id`);
    return null;
  },
};
// What a benchmark asks besides.
const more = process.env.TEST_ANSWERS;
if (more) Object.assign(answers, await (await import(more)).answersOf(server, built));

process.on('message', async ({ ask, ...question }) => {
  process.send?.({ answer: await answers[ask](question) });
});
process.on('SIGTERM', () => server.close().then(() => process.exit(0)));
process.send?.({ ready: server.url });
