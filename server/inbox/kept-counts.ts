/**
 * How many conversations each bot has, by state, channel, area and agent, and how many of these carry each tag, kept beside
 * them by the database itself (migrations 0076 and 0088): what counters add up instead of counting a million rows. Every change is a row of its own until a job adds it to
 * the sums, so two who write never wait for each other; sums and changes together are always the truth of a snapshot.
 */
import type { App } from '../platform/app.ts';
import { type Database, type Sql, sql, type Transaction } from '../platform/database/database.ts';
import { every, keepRound, registerLongRound } from '../platform/jobs/rounds.ts';

const FOLD = { kind: 'conversation_counts.fold', next: every(60_000) };
const CHECK = { kind: 'conversation_counts.check', next: every(60 * 60_000) };
/** Changes that one statement adds up. */
const STEP = 20_000;

/**
 * What stands after `from`: rows `c` with `count` instead of conversations, whose columns have the same names.
 * @param tag counts only what carries it
 */
export const keptCounts = (botId: number, tag?: string): Sql =>
  tag === undefined ? kept(botId, sql`is null`) : kept(botId, sql`= ${tag}`);

/** The same once for each tag that a conversation carries, which is `c.tag`. */
export const keptTagCounts = (botId: number): Sql => kept(botId, sql`is not null`);

const kept = (botId: number, tag: Sql): Sql => sql`(
  select k.bot_id, k.state, k.channel, k.category, k.agent_id, k.count, k.tag
  from conversation_counts k where k.bot_id = ${botId} and k.tag ${tag}
  union all
  select d.bot_id, d.state, d.channel, d.category, d.agent_id, d.count, d.tag
  from conversation_count_changes d where d.bot_id = ${botId} and d.tag ${tag}
) c`;

/** Adds the changes to the sums, one who does it at a time. @returns how many there were */
export async function foldCounts(db: Database): Promise<number> {
  for (let folded = 0; ; ) {
    const some = await db.transaction(foldSome);
    folded += some;
    if (some < STEP) return folded;
  }
}

async function foldSome(tx: Transaction): Promise<number> {
  // Two at once would take the sums' rows in different orders.
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('conversation_counts.fold'))`);
  const [gone] = await tx.query<{ n: number | null }>(sql`
      with gone as (
        delete from conversation_count_changes
        where ctid = any(array(select ctid from conversation_count_changes limit ${STEP}))
        returning bot_id, tag, state, channel, category, agent_id, count
      ), summed as (
        insert into conversation_counts as k (bot_id, tag, state, channel, category, agent_id, count)
        select bot_id, tag, state, channel, category, agent_id, sum(count)::int from gone
        group by bot_id, tag, state, channel, category, agent_id having sum(count) <> 0
        order by 1, 2, 3, 4, 5, 6
        on conflict (bot_id, tag, state, channel, category, agent_id) do update set count = k.count + excluded.count
      )
      select count(*)::int as n from gone`);
  await tx.query(sql`delete from conversation_counts where count = 0`);
  return gone?.n ?? 0;
}

/**
 * Counts a bot's conversations and puts right what was kept, in one statement, so of one moment; one at a time, so that
 * nothing is put right twice.
 * @returns how many sums were wrong: none, unless somebody wrote around the database's triggers
 */
export async function checkCounts(db: Database, botId: number): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('conversation_counts'), ${botId}::int)`);
    const wrong = await tx.query(sql`
      insert into conversation_count_changes (bot_id, tag, state, channel, category, agent_id, count)
      select b.bot_id, b.tag, b.state, b.channel, b.category, b.agent_id, sum(b.count)::int from (
        select t.bot_id, null as tag, t.state, t.channel, t.category, t.agent_id, count(*) as count
        from conversations t where t.bot_id = ${botId} group by 1, 2, 3, 4, 5, 6
        union all
        select t.bot_id, g.tag, t.state, t.channel, t.category, t.agent_id, count(*) as count
        from conversations t cross join lateral (select distinct jsonb_array_elements_text(t.tags) as tag) g
        where t.bot_id = ${botId} and t.tags <> '[]' group by 1, 2, 3, 4, 5, 6
        union all
        select c.bot_id, c.tag, c.state, c.channel, c.category, c.agent_id, -c.count from ${keptCounts(botId)}
        union all
        select c.bot_id, c.tag, c.state, c.channel, c.category, c.agent_id, -c.count from ${keptTagCounts(botId)}
      ) b group by 1, 2, 3, 4, 5, 6 having sum(b.count) <> 0
      returning bot_id`);
    return wrong.length;
  });
}

/** Every bot, one after the other. */
async function checkAll(app: App): Promise<void> {
  const bots = await app.db.query<{ id: number }>(sql`select id from bots order by id`);
  for (const { id } of bots) {
    const wrong = await checkCounts(app.db, id);
    if (wrong > 0)
      app.log.error({ bot: id, wrong }, 'Kept counts of conversations were wrong and were put right');
  }
}

/** Registers both rounds. */
export function registerCounts(app: App): void {
  registerLongRound(app, FOLD, async () => void (await foldCounts(app.db)));
  registerLongRound(app, CHECK, () => checkAll(app));
}

/** Makes sure that a round of each is waiting; several processes share them. */
export async function keepCounting(app: App): Promise<void> {
  await keepRound(app, FOLD);
  await keepRound(app, CHECK);
}
