/**
 * How often each proactive message was shown, opened and answered. Sites tell the first two, of a browser by a name that it
 * made up for this alone; the answer counts with the message that is one. Each counts once a day.
 */
import type { ProactiveCount, ProactiveRule } from '../../contract/entities/proactive.ts';
import { PROACTIVE_LIMITS } from '../../contract/proactive-limits.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';

const DAY = 24 * 60 * 60_000;

/** The rule, where it is this bot's and switched on. */
async function ruleOf(db: Queryable, botId: number, ruleId: string): Promise<ProactiveRule | null> {
  const [row] = await db.query<{ rules: ProactiveRule[] }>(sql`
    select rules from proactive_rules where bot_id = ${botId} and "on"`);
  return row?.rules.find(({ id, enabled }) => enabled && id === ruleId) ?? null;
}

interface Told {
  botId: number;
  ruleId: string;
  what: 'shown' | 'opened' | 'answered';
  who: string;
  at: Date;
}

/** @returns whether it is the first of its day */
async function count(db: Queryable, { botId, ruleId, what, who, at }: Told): Promise<boolean> {
  const [row] = await db.query(sql`
    insert into proactive_told (bot_id, rule_id, what, day, who)
    values (${botId}, ${ruleId}, ${what}, ${at.toISOString().slice(0, 10)}::date, ${who})
    on conflict do nothing returning bot_id`);
  return row !== undefined;
}

const oldest = (now: Date) =>
  new Date(now.getTime() - PROACTIVE_LIMITS.days * DAY).toISOString().slice(0, 10);

/** Counts what a site tells. @returns false for a rule that is not this bot's, or is off: nothing is kept */
export async function countTold(db: Queryable, told: Told): Promise<boolean> {
  if (!(await ruleOf(db, told.botId, told.ruleId))) return false;
  await count(db, told);
  await db.query(sql`
    delete from proactive_told where bot_id = ${told.botId} and day < ${oldest(told.at)}::date`);
  return true;
}

/**
 * A visitor answers a proactive message: what the bot has said before their words, as the bot's own rule has it, whatever
 * their page showed. Null: no such rule, or they answered it already today; then nothing is said.
 */
export async function answeredProactive(
  tx: Transaction,
  { botId, ruleId, visitorId, at }: { botId: number; ruleId: string; visitorId: string; at: Date },
): Promise<string | null> {
  const rule = await ruleOf(tx, botId, ruleId);
  if (!rule) return null;
  const isFirst = await count(tx, { botId, ruleId, what: 'answered', who: visitorId, at });
  return isFirst ? rule.text : null;
}

/** Of the last days, by the rule. */
export async function countsOf(db: Queryable, botId: number, now: Date): Promise<ProactiveCount[]> {
  return db.query<ProactiveCount>(sql`
    select t.rule_id as id, count(*) filter (where t.what = 'shown')::int as shown,
      count(*) filter (where t.what = 'opened')::int as opened,
      count(*) filter (where t.what = 'answered')::int as answered
    from proactive_told t where t.bot_id = ${botId} and t.day >= ${oldest(now)}::date
    group by t.rule_id order by t.rule_id`);
}
