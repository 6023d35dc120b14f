/** A server with a connected WhatsApp number of the playground, for tests of channels. */

import type { Connection } from '../../contract/entities/connection.ts';
import type { Message } from '../../contract/entities/message.ts';
import { type Playground, startPlayground } from '../../playground/playground.ts';
import type { WhatsAppNumber } from '../../playground/whatsapp/number.ts';
import { SMALL_MODEL } from '../inbox/testing.ts';
import { type Database, json, sql } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { startTestServer, type Team, type TestServer } from '../testing.ts';

export const BOT = 64;
export const CAMILA = { phone: '56987654321', name: 'Camila Rojas' };

export interface ChannelWorld {
  server: TestServer;
  playground: Playground;
  team: Team;
  number: WhatsAppNumber;
  connection: Connection;
  /** Credentials as a person types them. */
  credentials(number: WhatsAppNumber): Record<string, string>;
  connect(number: WhatsAppNumber, botId?: number): Promise<Connection>;
  /** Lets everything that is under way end: hooks, their parts, jobs, sends, and the statuses of those. */
  settle(): Promise<void>;
  /** Texts of the bot's conversations by channel, the oldest first. */
  messages(): Promise<(Pick<Message, 'mid' | 'text' | 'from'> & { status: string; reason: string | null })[]>;
  close(): Promise<void>;
}

export async function channelWorld(db?: Database): Promise<ChannelWorld> {
  let clock = () => Date.now();
  const playground = await startPlayground(0, () => clock());
  const server = await startTestServer(
    {
      graphBaseUrl: playground.graphUrl,
      instagramGraphBaseUrl: playground.instagramUrl,
      outboundTrustedOrigins: [playground.url],
      staffEmails: ['interna@charla.test'],
    },
    undefined,
    db,
    createLog(process.env.WLOG ? 'warn' : 'fatal'),
  );
  clock = () => server.app.clock.now().getTime();
  const team = await server.addTeam(BOT);
  await server.app.db.query(sql`
    insert into bot_models (bot_id, model, version, updated_at) values (${BOT}, ${json(SMALL_MODEL)}, 1, now())`);
  const world: Omit<ChannelWorld, 'number' | 'connection'> = {
    server,
    playground,
    team,
    credentials: (number) => ({
      phone_number_id: number.phoneNumberId,
      business_account_id: number.businessAccountId,
      access_token: number.accessToken,
      app_secret: number.appSecret,
      verify_token: number.verifyToken,
    }),
    async connect(number, botId = BOT) {
      const { status, body } = await server.call('POST', '/svc/main/connections', {
        as: team.owner,
        body: { bot_id: botId, provider: 'whatsapp', credentials: world.credentials(number) },
      });
      if (status !== 201) throw new Error(`Connecting was answered ${status}: ${JSON.stringify(body)}`);
      return body as Connection;
    },
    async settle() {
      for (let round = 0; round < 20; round += 1) {
        await playground.hooks.idle();
        server.pass(2_100);
        const parts = await server.channels.intake.runDue();
        const jobs = await server.app.jobs.runDue();
        const sends = await server.channels.lanes.runDue();
        await playground.hooks.idle();
        if (parts + jobs + sends === 0) return;
      }
      throw new Error('It does not come to rest');
    },
    messages: () =>
      server.app.db.query(sql`
        select m.mid, m.text, m.sender as from, m.status, m.reason from messages m
        join conversations c on c.id = m.conversation_id
        where c.bot_id = ${BOT} and c.connection_id is not null and m.sender <> 'system'
        order by c.created_at, c.id, m.position`),
    async close() {
      await server.close();
      await playground.close();
    },
  };
  const number = playground.whatsapp.addNumber({ hookUrl: `${server.url}/hooks/whatsapp` });
  return { ...world, number, connection: await world.connect(number) };
}

/** One pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const text = (body: string) => ({ type: 'text', text: { body } });

export type Chat = ReturnType<typeof chatOf>;

/** What customers and agents do in the conversations of a world. */
export function chatOf(world: ChannelWorld) {
  let people = 0;
  let keys = 0;
  const db = () => world.server.app.db;
  /** Somebody who never wrote. */
  const somebody = () => ({
    phone: `5691111${String(++people).padStart(4, '0')}`,
    name: `Cliente ${people}`,
  });
  async function conversationOf(phone: string) {
    const [row] = await db().query<{ id: string; state: string; agent_id: number | null }>(sql`
      select c.id, c.state, c.agent_id from conversations c join channel_contacts k on k.visitor_id = c.visitor_id
      where k.phone = ${phone} order by c.created_at desc limit 1`);
    if (!row) throw new Error('No conversation');
    return row;
  }
  async function logOf(conversationId: string): Promise<Message[]> {
    const { body } = await world.server.call(
      'GET',
      `/svc/conversations/session_logs/by_conversation_id/${conversationId}`,
      { as: world.team.owner },
    );
    return body as Message[];
  }
  return {
    somebody,
    conversationOf,
    logOf,
    /** The customer writes and asks for nobody; ana takes it. */
    async talk(customer = somebody()) {
      world.playground.whatsapp.customerWrites(world.number, customer, text('Necesito ayuda con algo'));
      await world.settle();
      const { id } = await conversationOf(customer.phone);
      const taken = await world.server.call('PUT', `/svc/conversations/conversations/${id}`, {
        as: world.team.ana,
        body: { state: 'taken', agent_id: world.team.ana.id },
      });
      if (taken.status !== 200) throw new Error(`Taking was answered ${taken.status}`);
      return { id, customer };
    },
    /** Ana answers. */
    reply: (conversation_id: string, more: object) =>
      world.server.call('POST', '/svc/conversations/session_logs', {
        as: world.team.ana,
        body: { conversation_id, temporal_id: `reply-${++keys}`, text: 'Claro, te ayudo', ...more },
      }),
    sentTo: (phone: string) => world.playground.whatsapp.memory.sent.filter(({ to }) => to === phone),
  };
}
