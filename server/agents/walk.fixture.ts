/** How the walks over all calls make an absence and a skill, and name them. */
import { addDays, dayIn } from '../../contract/days.ts';
import { sql } from '../platform/database/database.ts';
import type { DomainWalk, MakeOne, TestServer } from '../testing.ts';

const inDays = (days: number) => addDays(dayIn(Date.now()), days);
const from = (days: number) => ({ from: `${inDays(days)}T09:00`, to: `${inDays(days + 1)}T09:00` });
const plan = { ...from(60), reason: 'permiso' };
let fresh = 0;
const draft = () => ({ ...plan, temporal_id: `plan-${++fresh}` });

async function someone({ app }: TestServer, botId: number): Promise<{ user_id: number; id: number }> {
  const [row] = await app.db.query<{ user_id: number; id: number }>(
    sql`select user_id, id from user_bots where bot_id = ${botId} order by id limit 1`,
  );
  if (!row) throw new Error(`Nobody is at ${botId}`);
  return row;
}

/** Somebody without an absence. */
const person: MakeOne = async (server, { botId }) => {
  const { user_id } = await someone(server, botId);
  await server.app.db.query(sql`delete from absences where bot_id = ${botId}`);
  return user_id;
};
const absence: MakeOne = async (server, { botId }) => {
  const id = `absence-${botId}`;
  const { user_id } = await someone(server, botId);
  await server.app.db.query(sql`
    insert into absences (id, bot_id, user_id, starts_at, ends_at, reason, once, created_at)
    values (${id}, ${botId}, ${user_id}, ${`${inDays(30)}T12:00Z`}, ${`${inDays(31)}T12:00Z`}, 'otro', ${id}, now())
    on conflict (id) do update set revision = 0`);
  return id;
};
const skill: MakeOne = async (server, { botId }) => {
  const [row] = await server.app.db.query<{ id: number }>(sql`
    insert into skills (bot_id, name) values (${botId}, ${`Habilidad ${++fresh}`}) returning id`);
  if (!row) throw new Error('No skill was inserted');
  return row.id;
};

export const walk: DomainWalk = {
  samples: {
    planAbsence: { body: { user_id: 1, ...draft() } },
    changeAbsence: { params: { id: 'x' }, body: { revision: 0, ...plan } },
    withdrawAbsence: { params: { id: 'x' } },
    addSkill: { body: { name: 'Inglés' } },
    renameSkill: { params: { skillId: 1 }, body: { name: 'Francés' } },
    deleteSkill: { params: { skillId: 1 } },
  },
  otherIds: {
    'planAbsence body.user_id': [
      person,
      200,
      404,
      ({ botId }, id) => ({ params: { botId }, body: { user_id: id, ...draft() } }),
    ],
    'changeAbsence params.id': [
      absence,
      200,
      404,
      ({ botId }, id) => ({
        params: { botId, id },
        body: { revision: 0, ...plan, ...from(90) },
      }),
    ],
    'withdrawAbsence params.id': [absence, 200, 404, ({ botId }, id) => ({ params: { botId, id } })],
    'renameSkill params.skillId': [
      skill,
      200,
      404,
      ({ botId }, id) => ({ params: { botId, skillId: id }, body: { name: `Otra ${++fresh}` } }),
    ],
    'deleteSkill params.skillId': [skill, 200, 404, ({ botId }, id) => ({ params: { botId, skillId: id } })],
  },
};
