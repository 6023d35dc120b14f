/** How the walks over all calls call those of this domain. */
import { sql } from '../platform/database/database.ts';
import type { DomainWalk, MakeOne } from '../testing.ts';

const agent: MakeOne = async (server, { botId }) => {
  const person = await server.addPerson(`agente-${botId}-cifras`);
  await server.link(person, botId, 'agente');
  return person.id;
};

const days = { from: '2026-11-01', to: '2026-11-02' };

const span = { bot_id: 1, ...days };

const view: MakeOne = async ({ app }, { botId, person }) => {
  const id = `view-${botId}`;
  await app.db.query(sql`
    insert into metric_views (id, bot_id, user_id, name, search, shared, created_at)
    values (${id}, ${botId}, ${person.id}, 'Vista', '{}', true, now()) on conflict do nothing`);
  return id;
};

export const walk: DomainWalk = {
  entities: { metric_view: view },
  samples: {
    setMetricMail: { body: { bot_id: 1, on: true } },
    addMetricView: { body: { bot_id: 1, name: 'Mes', search: '{}' } },
    metrics: { query: span },
    metricParts: { params: { key: 'wait' }, query: span },
    metricConversations: { params: { key: 'wait' }, query: span },
    metricExport: { params: { key: 'wait' }, query: { ...span, format: 'csv' } },
  },
  otherIds: {
    'metrics query.agent_id': [
      agent,
      200,
      404,
      ({ botId }, id) => ({ query: { bot_id: botId, ...days, agent_id: id } }),
    ],
    'metricParts query.agent_id': [
      agent,
      200,
      404,
      ({ botId }, id) => ({ params: { key: 'wait' }, query: { bot_id: botId, ...days, agent_id: id } }),
    ],
    'metricConversations query.agent_id': [
      agent,
      200,
      404,
      ({ botId }, id) => ({ params: { key: 'wait' }, query: { bot_id: botId, ...days, agent_id: id } }),
    ],
    'metricExport query.agent_id': [
      agent,
      200,
      404,
      ({ botId }, id) => ({
        params: { key: 'wait' },
        query: { bot_id: botId, ...days, agent_id: id, format: 'csv' },
      }),
    ],
  },
};
