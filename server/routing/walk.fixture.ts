/** How the walks over all calls speak of limits of a person of this domain. */
import { NO_LIMIT } from '../../contract/routing/blank.ts';
import type { DomainWalk, MakeOne } from '../testing.ts';

const agent: MakeOne = async (server, { botId }) => {
  const person = await server.addPerson(`cupo${botId}`);
  await server.link(person, botId, 'agente', ['soporte']);
  return person.id;
};
const overridesOf = (id: string | number) => ({
  rules: [],
  capacity: NO_LIMIT,
  overrides: [{ user_id: id, capacity: NO_LIMIT }],
});

export const walk: DomainWalk = {
  otherIds: {
    'saveRouting body.overrides.user_id': [
      agent,
      200,
      422,
      ({ botId }, id) => ({ params: { id: botId }, body: { revision: 9, ...overridesOf(id) } }),
    ],
    'tryRouting body.overrides.user_id': [
      agent,
      200,
      422,
      ({ botId }, id) => ({ params: { id: botId }, body: overridesOf(id) }),
    ],
  },
};
