/** Pages and accounts of Instagram of the playground, connected to a test server; and what their customers do. */
import type { Connection } from '../../../contract/entities/connection.ts';
import type { Message } from '../../../contract/entities/message.ts';
import type {
  MessagingAccount,
  MessagingChannel,
  MessagingCustomer,
} from '../../../playground/messenger/account.ts';
import { sql } from '../../platform/database/database.ts';
import { BOT, type ChannelWorld } from '../testing.ts';

/** As a person types them. */
export const credentialsOf = ({ channel, id, accessToken, appSecret, verifyToken }: MessagingAccount) => ({
  [channel === 'messenger' ? 'page_id' : 'account_id']: id,
  access_token: accessToken,
  app_secret: appSecret,
  verify_token: verifyToken,
});

/** A channel of a world with one connected account. */
export async function messagingOf(world: ChannelWorld, channel: MessagingChannel) {
  const { messaging } = world.playground;
  const db = () => world.server.app.db;
  const hookUrl = `${world.server.url}/hooks/${channel}`;
  // Instagram fetches our files where we say that they are.
  world.server.app.config.publicUrl = world.server.url;
  let people = 0;
  let keys = 0;
  const connect = (account: MessagingAccount, credentials: object = credentialsOf(account)) =>
    world.server.call('POST', '/svc/main/connections', {
      as: world.team.owner,
      body: { bot_id: BOT, provider: channel, credentials },
    });
  const account = messaging.addAccount(channel, { hookUrl });
  const made = await connect(account);
  if (made.status !== 201)
    throw new Error(`Connecting was answered ${made.status}: ${JSON.stringify(made.body)}`);
  const somebody = (): MessagingCustomer => ({
    id: `77000${channel === 'messenger' ? 1 : 2}${String(++people).padStart(5, '0')}`,
    name: `Cliente Número ${people}`,
  });
  async function conversationOf(id: string) {
    const [row] = await db().query<{ id: string; state: string; lead_id: string }>(sql`
      select c.id, c.state, c.lead_id from conversations c join channel_contacts k on k.visitor_id = c.visitor_id
      where k.user_id = ${id} order by c.created_at desc limit 1`);
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
    channel,
    account,
    connection: made.body as Connection,
    hookUrl,
    messaging,
    connect,
    somebody,
    conversationOf,
    logOf,
    /** Sends an event and lets everything end. @returns its mid */
    async writes(customer: MessagingCustomer, event: Record<string, unknown>): Promise<string> {
      const mid = messaging.customerWrites(account, customer, event);
      await world.settle();
      return mid;
    },
    /** The customer writes and ana takes it. */
    async talk(customer = somebody()) {
      messaging.customerWrites(account, customer, { message: { text: 'Necesito ayuda con algo' } });
      await world.settle();
      const { id } = await conversationOf(customer.id);
      const taken = await world.server.call('PUT', `/svc/conversations/conversations/${id}`, {
        as: world.team.ana,
        body: { state: 'taken', agent_id: world.team.ana.id },
      });
      if (taken.status !== 200) throw new Error(`Taking was answered ${taken.status}`);
      return { id, customer };
    },
    reply: (conversation_id: string, more: object = {}) =>
      world.server.call('POST', '/svc/conversations/session_logs', {
        as: world.team.ana,
        body: { conversation_id, temporal_id: `${channel}-${++keys}`, text: 'Claro, te ayudo', ...more },
      }),
    sentTo: (id: string) =>
      messaging.memory.sent.filter(({ account: of, to }) => of === account.id && to === id),
  };
}
export type MessagingWorld = Awaited<ReturnType<typeof messagingOf>>;
