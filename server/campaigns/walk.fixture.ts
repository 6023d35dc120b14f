/** How the walks over all calls make a campaign, and call the calls of this domain. */
import { sql } from '../platform/database/database.ts';
import type { DomainWalk, MakeOne } from '../testing.ts';

const promo = { name: 'promo', language: 'es' };
const plan = (more: object = {}) => ({
  connection_id: 'x',
  template: promo,
  slots: [],
  audience: { lead_ids: ['x'] },
  send_at: null,
  ...more,
});

/** A bot that has campaigns, with a number and its template, and a draft. @returns the number's id */
const ground: MakeOne = async (server, { botId, person }) => {
  const id = `number-${botId}`;
  const { db } = server.app;
  await db.query(sql`update bots set flags = '{"scheduled_templates": true}' where id = ${botId}`);
  await db.query(sql`
    insert into connections (id, bot_id, provider, name, account, credentials, created_at, updated_at)
    values (${id}, ${botId}, 'whatsapp', 'Número', ${id}, 'sealed', now(), now())`);
  await db.query(sql`
    insert into message_templates (id, bot_id, channel, name, language, category, status, body, buttons, created_at)
    values (${`promo-${botId}`}, ${botId}, 'whatsapp', 'promo', 'es', 'UTILITY', 'APPROVED', 'Hola', '[]', now())`);
  await draft(server, { botId, person });
  return id;
};

const draft: MakeOne = async ({ app }, { botId, person }) => {
  const id = `campaign-${botId}`;
  await app.db.query(sql`
    insert into campaigns (id, bot_id, name, template_name, template_language, slots, audience, audience_text, state,
      created_by, run_by, temporal_id, created_at)
    values (${id}, ${botId}, 'Promo', 'promo', 'es', '[]', '{"lead_ids":["x"]}', '1 cliente elegido', 'draft',
      ${person.id}, ${person.id}, 'walk', now())`);
  return id;
};

const client: MakeOne = async (server, at) => {
  await ground(server, at);
  const id = `client-${at.botId}`;
  await server.app.db.query(sql`
    insert into leads (id, bot_id, created_at) values (${id}, ${at.botId}, now())`);
  return id;
};

type At = { botId: number };
const body = ({ botId }: At, more: object) => ({ bot_id: botId, ...plan(more) });
const byNumber = (at: At, id: string | number) => body(at, { connection_id: id });
const toClient = (at: At, id: string | number) =>
  body(at, { connection_id: `number-${at.botId}`, audience: { lead_ids: [id] } });
const ofDraft = ({ botId }: At) => ({ params: { id: `campaign-${botId}` } });
const key = { temporal_id: 'walk-2', draft: true };

export const walk: DomainWalk = {
  entities: { campaign: draft },
  otherIds: {
    // One's own gets as far as an audience that names nobody.
    'previewCampaign body.connection_id': [
      ground,
      422,
      404,
      (at, id) => ({ body: { ...byNumber(at, id), audience: {} } }),
    ],
    'previewCampaign body.audience.lead_ids': [client, 200, 404, (at, id) => ({ body: toClient(at, id) })],
    'createCampaign body.connection_id': [
      ground,
      422,
      404,
      (at, id) => ({ body: { ...byNumber(at, id), ...key, audience: {} } }),
    ],
    'createCampaign body.audience.lead_ids': [
      client,
      201,
      404,
      (at, id) => ({ body: { ...toClient(at, id), ...key } }),
    ],
    'updateCampaign body.connection_id': [
      ground,
      422,
      404,
      (at, id) => ({ ...ofDraft(at), body: { ...byNumber(at, id), audience: {} } }),
    ],
    'updateCampaign body.audience.lead_ids': [
      client,
      200,
      404,
      (at, id) => ({ ...ofDraft(at), body: toClient(at, id) }),
    ],
    'testCampaign body.connection_id': [
      ground,
      422,
      404,
      (at, id) => ({ body: { ...byNumber(at, id), audience: {} } }),
    ],
    'startRecipientExport body.filters.campaign': [
      draft,
      200,
      404,
      ({ botId }, id) => ({ body: { format: 'csv', filters: { bot_id: botId, campaign: id } } }),
    ],
    'testCampaign body.audience.lead_ids': [client, 422, 404, (at, id) => ({ body: toClient(at, id) })],
  },
  samples: {
    previewCampaign: { body: { bot_id: 1, ...plan() } },
    createCampaign: { body: { bot_id: 1, ...plan(), temporal_id: 'walk-1' } },
    updateCampaign: { params: { id: 'x' }, body: plan() },
    testCampaign: { body: { bot_id: 1, ...plan() } },
    startRecipientExport: { body: { format: 'csv', filters: { bot_id: 1, campaign: 'x' } } },
    uploadCampaignFile: { body: { bot_id: 1 } },
  },
};
