/** How the walks over all calls make one of each thing of this domain, and call its calls. */
import { sql } from '../platform/database/database.ts';
import type { DomainWalk, MakeOne } from '../testing.ts';

let made = 0;
const makeIncident: MakeOne = async ({ app }, { botId, person }) => {
  const id = `incident-${botId}-${++made}`;
  await app.db.query(sql`
    insert into incidents (id, title, description, severity, since, reporter_id, reporter_name, temporal_id, created_at,
      updated_at)
    values (${id}, 'No carga', 'El chat no carga', 'high', now(), ${person.id}, 'Olga', ${id}, now(), now())`);
  await app.db.query(sql`insert into incident_bots (incident_id, bot_id) values (${id}, ${botId})`);
  return id;
};
const bot: MakeOne = async (_server, { botId }) => botId;
const report = {
  title: 'No carga',
  description: 'El chat no carga',
  severity: 'high',
  since: '2026-11-01T03:00:00.000Z',
};

export const walk: DomainWalk = {
  otherIds: {
    'incidents query.bot_id': [bot, 200, 404, (_at, id) => ({ query: { bot_id: id } })],
    'incident params.id': [makeIncident, 200, 404, (_at, id) => ({ params: { id } })],
    // 422: no picture came with it; one's own gets as far as that.
    'addIncidentPicture params.id': [makeIncident, 422, 404, (_at, id) => ({ params: { id }, body: {} })],
    'reportIncident body.bot_ids': [
      bot,
      200,
      404,
      (_at, id) => ({ body: { ...report, bot_ids: [id], temporal_id: `walk-${++made}` } }),
    ],
  },
  samples: {
    reportIncident: { body: { ...report, bot_ids: [1], temporal_id: 'walk' } },
    updateIncident: { params: { id: 'x' }, body: { state: 'resolved', text: 'Listo', temporal_id: 'walk' } },
  },
};
