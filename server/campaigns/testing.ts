/** A world with a number, a template and clients who may be written to, for tests of campaigns. */
import type { CampaignDetail, CampaignPlan } from '../../contract/entities/campaign.ts';
import { type ChannelWorld, channelWorld } from '../channels/testing.ts';
import { addConsent } from '../crm/consents.ts';
import { noteIdentities } from '../crm/identities.ts';
import { type Database, sql } from '../platform/database/database.ts';

export const BOT = 64;

export interface CampaignWorld extends ChannelWorld {
  /** A client with a phone; `consent` null: they said nothing. */
  client(more?: { name?: string; phone?: string | null; consent?: 'granted' | 'denied' | null }): Promise<{
    id: string;
    phone: string;
  }>;
  plan(more?: Partial<CampaignPlan>): CampaignPlan;
  create(more?: Partial<CampaignPlan> & { draft?: boolean }): Promise<CampaignDetail>;
  show(id: string): Promise<CampaignDetail>;
  call(
    what: string,
    id: string,
    body?: object,
  ): Promise<{ status: number; body: CampaignDetail & { error?: string } }>;
  /** Lets campaigns, queue and statuses come to rest. */
  run(): Promise<void>;
  sentTo(phone: string): number;
}

const COMPONENTS = [
  { type: 'BODY', text: 'Hola {{1}}, tenemos ofertas para ti.' },
  { type: 'FOOTER', text: 'Escribe BAJA para no recibir más' },
];

export async function campaignWorld(db?: Database): Promise<CampaignWorld> {
  const world = await channelWorld(db);
  const { server, team } = world;
  const { app } = server;
  await world.settle();
  await addTemplate(world, 'promo', 'MARKETING');
  let people = 0;
  let keys = 0;
  const self: CampaignWorld = {
    ...world,
    async client({ name, phone = `569${String(70_000_000 + ++people)}`, consent = 'granted' } = {}) {
      const id = app.ids();
      await app.db.transaction(async (tx) => {
        await tx.query(sql`
          insert into leads (id, bot_id, name, phone, created_at)
          values (${id}, ${BOT}, ${name ?? `Cliente ${people}`}, ${phone === null ? null : `+${phone}`}, ${app.clock.now()})`);
        if (phone !== null) {
          const said = { botId: BOT, leadId: id, trust: 'claimed' } as const;
          await noteIdentities(tx, app, said, [{ kind: 'phone', value: `+${phone}` }]);
        }
        if (consent !== null) {
          const word = {
            botId: BOT,
            leadId: id,
            userId: null,
            purpose: 'marketing',
            source: 'Formulario',
          } as const;
          await addConsent(tx, app, { ...word, state: consent });
        }
      });
      return { id, phone: phone ?? '' };
    },
    plan: (more = {}) => ({
      bot_id: BOT,
      connection_id: world.connection.id,
      template: { name: 'promo', language: 'es' },
      slots: [{ part: 'body', index: 0, key: '1', field: 'first_name', fallback: 'cliente' }],
      audience: { filter: { all: [] } },
      send_at: null,
      ...more,
    }),
    async create(more = {}) {
      const { status, body } = await server.call('POST', '/svc/main/campaigns', {
        as: team.owner,
        body: { ...self.plan(more), temporal_id: `campaign-${++keys}`, ...more },
      });
      if (status !== 201) throw new Error(`Creating was answered ${status}: ${JSON.stringify(body)}`);
      return body as CampaignDetail;
    },
    async show(id) {
      return (await server.call('GET', `/svc/main/campaigns/${id}`, { as: team.owner }))
        .body as CampaignDetail;
    },
    async call(what, id, body) {
      const answer = await server.call('POST', `/svc/main/campaigns/${id}/${what}`, {
        as: team.owner,
        ...(body ? { body } : {}),
      });
      return answer as { status: number; body: CampaignDetail & { error?: string } };
    },
    async run() {
      for (let round = 0; round < 400; round += 1) {
        const done = await server.campaigns.runner.runDue();
        const sent = await server.channels.lanes.runDue();
        await world.playground.hooks.idle();
        if (done + sent === 0) {
          await world.settle();
          if ((await server.campaigns.runner.runDue()) === 0) return;
        }
        server.pass(100);
      }
      throw new Error('It does not come to rest');
    },
    sentTo: (phone) => world.playground.whatsapp.memory.sent.filter(({ to }) => to === phone).length,
  };
  return self;
}

/** An approved template of the number, as its provider lists it. */
export async function addTemplate(world: ChannelWorld, name: string, category: string): Promise<string> {
  const { id } = world.playground.whatsapp.addTemplate(world.number.businessAccountId, {
    name,
    language: 'es',
    category,
    status: 'APPROVED',
    components: COMPONENTS,
  });
  const { status } = await world.server.call('POST', `/svc/waba/token-${BOT}/sync?botId=${BOT}`, {
    as: world.team.owner,
  });
  if (status !== 200) throw new Error(`The list of templates was answered ${status}`);
  return id;
}
