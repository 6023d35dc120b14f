/** Who works at the demo's bots, and the hours that they worked. */
import { addDays, dayIn, startOfDay, TIME_ZONE } from '../../../contract/days.ts';
import type { AgentStatus } from '../../../contract/states.ts';
import { json, type Queryable, sql } from '../../platform/database/database.ts';
import { LINKS, PEOPLE } from '../../platform/demo/cast.ts';
import { countOnFrom, type Demo, type DemoTools } from '../../platform/demo/demo.ts';
import { insertRows } from '../../platform/demo/insert-rows.ts';
import { chance } from '../../platform/demo/random.ts';
import { workingSpans } from './working-hours.ts';

export const agentsDemo: Demo = {
  async fill(tx, tools) {
    await insertLinks(tx);
    await insertStatusSpans(tx, tools);
    await insertSkills(tx);
    await insertAbsence(tx, tools);
    return undefined;
  },
};

async function insertLinks(db: Queryable): Promise<void> {
  const roles = await db.query<{ id: number; base: string }>(
    sql`select id, base from roles where bot_id is null`,
  );
  for (const link of LINKS) {
    const role = roles.find((entry) => entry.base === link.role);
    await db.query(sql`
      insert into user_bots (user_id, bot_id, role_id, category)
      values (${PEOPLE[link.person].id}, ${link.bot}, ${role?.id}, ${json(link.areas)})`);
  }
  await countOnFrom(db, 'user_bots', 100);
}

/** What two people at the first bot can do besides. */
async function insertSkills(db: Queryable): Promise<void> {
  const bot = 64;
  for (const [name, people] of [
    ['Garantías', ['bruno', 'carla']],
    ['Inglés', ['carla']],
  ] as const) {
    const [skill] = await db.query<{ id: number }>(sql`
      insert into skills (bot_id, name) values (${bot}, ${name}) returning id`);
    if (!skill) throw new Error('No skill was inserted');
    for (const person of people)
      await db.query(sql`
        insert into user_skills (skill_id, bot_id, user_id) values (${skill.id}, ${bot}, ${PEOPLE[person].id})`);
  }
}

/** Somebody's holidays, two weeks from now. */
async function insertAbsence(db: Queryable, { now }: DemoTools): Promise<void> {
  const day = dayIn(now.getTime(), TIME_ZONE);
  const at = (days: number) => new Date(startOfDay(addDays(day, days), TIME_ZONE));
  await db.query(sql`
    insert into absences (id, bot_id, user_id, starts_at, ends_at, reason, once, created_at)
    values ('demo-absence', 64, ${PEOPLE.carla.id}, ${at(14)}, ${at(28)}, 'vacaciones', 'demo', ${now})`);
}

/** Thirty days of shifts; the last stretch is open and agrees with the link. */
async function insertStatusSpans(db: Queryable, { now }: DemoTools): Promise<void> {
  for (const { person, bot, role } of LINKS) {
    if (role === 'propietario') continue;
    const user = PEOPLE[person].id;
    const spans = workingSpans(chance(user * 1000 + bot), now);
    const rows = spans.map((span) => ({ ...span, bot_id: bot, user_id: user }));
    await insertRows(db, 'status_spans', SPAN_TYPES, rows);
    const last = spans.at(-1);
    if (!last) continue;
    await db.query(sql`
      update user_bots set status = ${last.status satisfies AgentStatus}, status_since = ${last.started_at},
        chosen_status = ${last.status === 'close_session' ? null : last.status},
        last_seen_at = ${spans.findLast(({ status }) => status === 'active')?.ended_at ?? last.started_at}
      where user_id = ${user} and bot_id = ${bot}`);
  }
}

const SPAN_TYPES = {
  bot_id: 'integer',
  user_id: 'integer',
  status: 'text',
  started_at: 'timestamptz',
  ended_at: 'timestamptz',
};
