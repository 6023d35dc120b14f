/** The skills that a bot's owner names, and who has them. Of one bot alone: the tables hold that. */
import type { Skill } from '../../contract/entities/skill.ts';
import { SKILL_LIMITS } from '../../contract/people-limits.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import {
  type Database,
  isUniqueViolation,
  type Queryable,
  type Sql,
  sql,
  type Transaction,
} from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';
import { wakeRouting } from '../routing/wake.ts';

const select = (db: Queryable, condition: Sql): Promise<Skill[]> =>
  db.query<Skill>(sql`
    select s.id, s.bot_id, s.name, count(us.user_id)::int as people
    from skills s left join user_skills us on us.skill_id = s.id
    where ${condition} group by s.id, s.bot_id, s.name order by lower(s.name), s.id`);

/** Everything of a bot, read together. */
export async function listSkills(
  db: Database,
  botId: number,
): Promise<{ skills: Skill[]; given: { user_id: number; skill_ids: number[] }[] }> {
  return db.snapshot(async (tx) => ({
    skills: await select(tx, sql`s.bot_id = ${botId}`),
    given: await tx.query<{ user_id: number; skill_ids: number[] }>(sql`
      select user_id, array_agg(skill_id order by skill_id) as skill_ids from user_skills
      where bot_id = ${botId} group by user_id order by user_id`),
  }));
}

/** The ids of somebody's skills at a bot. */
export async function skillsOf(db: Queryable, botId: number, userId: number): Promise<number[]> {
  const rows = await db.query<{ skill_id: number }>(sql`
    select skill_id from user_skills where bot_id = ${botId} and user_id = ${userId} order by skill_id`);
  return rows.map(({ skill_id }) => skill_id);
}

/** Puts these in place of what somebody had. Throws rule at `skill_ids` for what is no skill of the bot. */
export async function setSkills(
  tx: Transaction,
  app: App,
  of: { botId: number; userId: number },
  ids: readonly number[],
): Promise<void> {
  const { botId, userId } = of;
  const wanted = [...new Set(ids)];
  const known = await tx.query<{ id: number }>(sql`
    select id from skills where bot_id = ${botId} and id = any(${wanted}::int[]) order by id for key share`);
  if (known.length < wanted.length) {
    throw fieldFault('skill_ids', 'Una de esas habilidades ya no existe en este chatbot.');
  }
  await tx.query(sql`
    delete from user_skills where bot_id = ${botId} and user_id = ${userId} and not skill_id = any(${wanted}::int[])`);
  await tx.query(sql`
    insert into user_skills (skill_id, bot_id, user_id)
    select id, ${botId}, ${userId} from unnest(${wanted}::int[]) as w(id) on conflict do nothing`);
  // What waits for somebody who knows that.
  await wakeRouting(tx, app, botId);
  touch(tx, app, botId, ['skills']);
}

/** Nobody adds or renames one at the bot meanwhile. */
async function lockBot(tx: Transaction, botId: number): Promise<void> {
  await tx.query(sql`select id from bots where id = ${botId} for no key update`);
}

/** Throws rule at `name` for one of which nothing would be seen. */
function nameOf(typed: string): string {
  const name = cleanLine(typed);
  if (name === null || !/[\p{L}\p{N}]/u.test(name))
    throw fieldFault('name', 'Escribe el nombre de la habilidad.');
  return name;
}

async function unlessTaken<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'skills_name')) throw error;
    const message = 'Ya existe una habilidad con este nombre.';
    throw new Refused('conflict', { message, details: { fields: { name: message } } });
  }
}

async function one(tx: Queryable, botId: number, id: number): Promise<Skill> {
  const [found] = await select(tx, sql`s.id = ${id} and s.bot_id = ${botId}`);
  if (!found) throw new Refused('not_found');
  return found;
}

async function told(
  tx: Transaction,
  app: App,
  by: BotSession,
  id: number,
  before: string | null,
  after: string | null,
): Promise<void> {
  await writeAudit(tx, app, {
    by: by.user,
    type: 'skill',
    id,
    botId: by.link.bot_id,
    before: before === null ? null : { name: before },
    after: after === null ? null : { name: after },
  });
  touch(tx, app, by.link.bot_id, ['skills']);
}

/** Throws `Refused`: rule at `name`, conflict when it is taken. */
export async function addSkill(app: App, by: BotSession, typed: string): Promise<Skill> {
  const botId = by.link.bot_id;
  return unlessTaken(() =>
    app.db.transaction(async (tx) => {
      await lockBot(tx, botId);
      const name = nameOf(typed);
      if ((await select(tx, sql`s.bot_id = ${botId}`)).length >= SKILL_LIMITS.ofBot) {
        throw fieldFault('name', `Un chatbot puede tener hasta ${SKILL_LIMITS.ofBot} habilidades.`);
      }
      const [row] = await tx.query<{ id: number }>(sql`
        insert into skills (bot_id, name) values (${botId}, ${name}) returning id`);
      if (!row) throw new Error('No skill was inserted');
      await told(tx, app, by, row.id, null, name);
      return one(tx, botId, row.id);
    }),
  );
}

/** Throws `Refused`: not_found, rule at `name`, conflict when it is taken. */
export async function renameSkill(app: App, by: BotSession, id: number, typed: string): Promise<Skill> {
  const botId = by.link.bot_id;
  return unlessTaken(() =>
    app.db.transaction(async (tx) => {
      await lockBot(tx, botId);
      const name = nameOf(typed);
      const before = await one(tx, botId, id);
      await tx.query(sql`update skills set name = ${name} where id = ${id}`);
      await told(tx, app, by, id, before.name, name);
      return one(tx, botId, id);
    }),
  );
}

/** Throws not_found. */
export async function deleteSkill(app: App, by: BotSession, id: number): Promise<void> {
  const botId = by.link.bot_id;
  await app.db.transaction(async (tx) => {
    await lockBot(tx, botId);
    const before = await one(tx, botId, id);
    await tx.query(sql`delete from skills where id = ${id}`);
    // What waits by a rule that asks for it waits for nobody in particular.
    await wakeRouting(tx, app, botId);
    await told(tx, app, by, id, before.name, null);
  });
}
