/**
 * A process of its own for the kill test: the inbox on DATA_DIR, whose customers write without pause. Prints what
 * of the past it found ('have ID…'), what is wrong with it ('fault …'), and every message once it is acknowledged
 * ('ack ID').
 */
import { writeSync } from 'node:fs';
import { BotMinds } from '../../server/assistant/bot-minds.ts';
import { customerWrote } from '../../server/inbox/commands/customer-wrote.ts';
import { newIdentity } from '../../server/inbox/visitor-identity.ts';
import type { App } from '../../server/platform/app.ts';
import { createLocalBus } from '../../server/platform/bus.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { type Database, openDatabase, StartError, sql } from '../../server/platform/database/database.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { quietLog } from '../../server/platform/database/testing.ts';
import { createIds } from '../../server/platform/ids.ts';
import { createJobs } from '../../server/platform/jobs/durable-jobs.ts';
import { createLog } from '../../server/platform/log.ts';

const BOT = 64;
const AT_ONCE = 4;
/** Not through the stream: what was said is out before the next statement. */
const say = (line: string) => void writeSync(1, `${line}\n`);

/** What writing needs of a server: real database, jobs, ids and clock; nobody listens. */
function appOver(db: Database): App {
  const clock = systemClock;
  const ids = createIds(clock);
  const log = createLog('fatal');
  const realtime = { toViewersOf: () => undefined, toAgent: () => undefined };
  const jobs = createJobs({ db, clock, ids, log });
  return { db, clock, ids, log, jobs, bus: createLocalBus(log), realtime } as unknown as App;
}

try {
  const db = await openDatabase({ dataDir: process.argv[2], log: quietLog });
  await migrate(db);
  const app = appOver(db);
  await db.query(sql`
    insert into bots (id, bot_name, token) values (${BOT}, 'Tienda', 'token') on conflict do nothing`);
  const found = await db.query<{ temporal_id: string }>(
    sql`select temporal_id from messages where temporal_id is not null order by created_at`,
  );
  say(`have ${found.map((row) => row.temporal_id).join(' ')}`);
  const [log] = await db.query<{ head: number; count: number; top: number }>(sql`
    select b.log_head as head, count(e.seq)::int as count, coalesce(max(e.seq), 0)::int as top
    from bots b left join events e on e.bot_id = b.id where b.id = ${BOT} group by b.log_head`);
  if (!log || log.head !== log.count || log.head !== log.top) say(`fault log ${JSON.stringify(log)}`);
  const torn = await db.query(sql`
    select c.id from conversations c left join messages m on m.conversation_id = c.id
    group by c.id having count(m.id) <> c.message_count or coalesce(max(m.position), 0) <> c.message_count`);
  if (torn.length > 0) say(`fault conversations ${JSON.stringify(torn)}`);
  const minds = new BotMinds();
  const customers = Array.from({ length: AT_ONCE }, async () => {
    const who = newIdentity(app, BOT);
    for (;;) {
      const temporal_id = app.ids();
      await customerWrote(app, minds, who, { text: 'hola '.repeat(1 + Math.random() * 50), temporal_id });
      say(`ack ${temporal_id}`);
    }
  });
  await Promise.all(customers);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}
