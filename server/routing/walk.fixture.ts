/** How the walks over all calls speak of people with a limit of their own and of skills. */
import { ANY_CONVERSATION, NO_LIMIT } from '../../contract/routing/blank.ts';
import { sql } from '../platform/database/database.ts';
import type { DomainWalk, MakeOne } from '../testing.ts';

const agent: MakeOne = async (server, { botId }) => {
  const person = await server.addPerson(`cupo${botId}`);
  await server.link(person, botId, 'agente', ['soporte']);
  return person.id;
};
const skill: MakeOne = async (server, { botId }) => {
  const [row] = await server.app.db.query<{ id: number }>(sql`
    insert into skills (bot_id, name) values (${botId}, ${`Idioma ${server.app.ids()}`}) returning id`);
  return row?.id ?? 0;
};
const rulesOf = (id: string | number) => ({
  rules: [
    {
      id: 'r1',
      name: 'Con idioma',
      enabled: true,
      when: ANY_CONVERSATION,
      to: { area: 'soporte' },
      skills: { match: 'all', ids: [id] },
      strategy: 'least_loaded',
      overflow: [],
      otherwise: 'team',
    },
  ],
  capacity: NO_LIMIT,
  overrides: [],
});
const overridesOf = (id: string | number) => ({
  rules: [],
  capacity: NO_LIMIT,
  overrides: [{ user_id: id, capacity: NO_LIMIT }],
});

export const walk: DomainWalk = {
  otherIds: {
    'saveRouting body.rules.skills.ids': [
      skill,
      200,
      422,
      ({ botId }, id) => ({ params: { id: botId }, body: { revision: 0, ...rulesOf(id) } }),
    ],
    'tryRouting body.rules.skills.ids': [
      skill,
      200,
      422,
      ({ botId }, id) => ({ params: { id: botId }, body: rulesOf(id) }),
    ],
    'saveRouting body.overrides.user_id': [
      agent,
      200,
      422,
      ({ botId }, id) => ({ params: { id: botId }, body: { revision: 0, ...overridesOf(id) } }),
    ],
    'tryRouting body.overrides.user_id': [
      agent,
      200,
      422,
      ({ botId }, id) => ({ params: { id: botId }, body: overridesOf(id) }),
    ],
  },
};
