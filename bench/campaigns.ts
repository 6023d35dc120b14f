/**
 * `npm run bench:campaigns`: a campaign to 50,000 clients on the embedded database. How long writing its recipients takes
 * and what memory grows by meanwhile; then, while it is being sent, how long a person's reply takes from the call to the
 * provider. Beside it, in the same process: the naive way, where as many messages stand in the queue as fit, all equal.
 * Server, provider and database share the process.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { campaignWorld } from '../server/campaigns/testing.ts';
import { BOT, chatOf } from '../server/channels/testing.ts';
import { sql } from '../server/platform/database/database.ts';
import { bounded } from './support/bounded.ts';
import { percentile, printTable, whole } from './support/figures.ts';

const CLIENTS = Number(process.env.CLIENTS ?? 50_000);
const SECONDS = Number(process.env.SECONDS ?? 40);
const REPLY_EVERY = 500;
const NAIVE = 400;
const LIMIT = 900_000;
const MEGABYTE = 1_000_000;

await bounded(LIMIT, async (atEnd) => {
  const world = await campaignWorld();
  atEnd(() => world.close());
  const { server, playground } = world;
  const { app, channels, campaigns } = server;
  const chat = chatOf(world);
  const talks: Awaited<ReturnType<typeof chat.talk>>[] = [];
  for (let n = 0; n < 8; n += 1) talks.push(await chat.talk());
  await app.db.query(sql`
    insert into leads (id, bot_id, name, phone, consent_marketing, created_at)
    select 'bench-' || lpad(n::text, 6, '0'), ${BOT}::int, 'Cliente ' || n, '+569' || (40000000 + n), 'granted',
      ${app.clock.now()}::timestamptz
    from generate_series(1, ${CLIENTS}::int) n`);

  let peak = 0;
  const heap = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed / MEGABYTE;
  };
  const before = heap();
  const began = performance.now();
  const made = await world.create({
    audience: { filter: { all: [{ field: 'name', op: 'contains', value: 'Cliente' }] } },
  });
  for (let parts = 0; ; parts += 1) {
    const [row] = await app.db.query<{ open: boolean }>(sql`
      select p.cursor is not null as open from campaigns p where p.id = ${made.id}`);
    if (!row?.open) break;
    await campaigns.runner.runDue();
    if (parts % 20 === 0) peak = Math.max(peak, heap());
  }
  const expanding = performance.now() - began;
  console.error(`${CLIENTS} recipients are written`);

  /** From the call to the provider, for so long. */
  async function replies(seconds: number): Promise<number[]> {
    const times: number[] = [];
    const under: Promise<void>[] = [];
    const end = performance.now() + seconds * 1_000;
    for (let n = 0; performance.now() < end; n += 1) {
      const { id, customer } = talks[n % talks.length] ?? {};
      if (id === undefined || customer === undefined) throw new Error('No conversation');
      const at = performance.now();
      const text = `Respuesta ${at}`;
      under.push(
        (async () => {
          const { status } = await chat.reply(id, { text });
          if (status !== 200) throw new Error(`A reply was answered ${status}`);
          while (
            !playground.whatsapp.memory.sent.some(
              ({ to, body }) => to === customer.phone && JSON.stringify(body).includes(text),
            )
          )
            await pause(5);
          times.push(performance.now() - at);
        })(),
      );
      await pause(REPLY_EVERY);
    }
    await Promise.all(under);
    return times;
  }

  const templates = () => playground.whatsapp.memory.sent.filter(({ type }) => type === 'template').length;
  channels.intake.begin();
  channels.lanes.begin();
  const alone = await replies(10);
  campaigns.runner.begin();
  await pause(1_000);
  const first = templates();
  const beside = await replies(SECONDS);
  const pace = (templates() - first) / SECONDS;
  await world.call('pause', made.id);
  await campaigns.runner.stop();
  console.error('replies beside the campaign, done');

  // All of them in the queue, like people's words: what a loop over the audience does.
  await app.db.query(sql`
    update channel_lanes set paused_until = ${new Date(app.clock.now().getTime() + 3_600_000)}`);
  await world.call('resume', made.id);
  const [template] = await app.db.query<{ message_id: string; conversation_id: string }>(sql`
    select r.message_id, r.conversation_id from campaign_recipients r
    where r.campaign_id = ${made.id} and r.message_id is not null limit 1`);
  await app.db.query(sql`
    insert into channel_sends (id, connection_id, bot_id, conversation_id, message_id, part, priority, state, next_at,
      created_at)
    select 'naive-' || n, ${world.connection.id}, ${BOT}::int, 'naive-' || n, ${template?.message_id ?? ''}, 100 + n, 0,
      'waiting', ${app.clock.now()}::timestamptz, ${app.clock.now()}::timestamptz
    from generate_series(1, ${NAIVE}::int) n`);
  await app.db.query(sql`update channel_lanes set paused_until = null`);
  channels.lanes.nudge();
  const naive = await replies(5);

  const row = (what: string, times: number[]) => [
    what,
    whole(times.length),
    whole(percentile(times, 0.5)),
    whole(percentile(times, 0.99)),
    whole(Math.max(...times)),
  ];
  console.log(
    `${whole(CLIENTS)} recipients written in ${whole(expanding / 1_000)} s; the heap grew by ${whole(peak - before)} MB at most. While it was sent: ${pace.toFixed(1)} a second.`,
  );
  printTable(
    ["a person's reply, from the call to the provider", 'replies', 'p50 ms', 'p99 ms', 'worst ms'],
    [
      row('nothing else is sent', alone),
      row('beside the campaign', beside),
      row(`behind ${NAIVE} equal ones`, naive),
    ],
  );
});
