/** What customers say of marketing by a channel: kept with its source, and obeyed by what still waits. Against the playground. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sign } from '../../playground/hooks.ts';
import { sql } from '../platform/database/database.ts';
import { BOT, type ChannelWorld, type Chat, channelWorld, chatOf, text } from './testing.ts';

let world: ChannelWorld;
let chat: Chat;
beforeAll(async () => {
  world = await channelWorld();
  chat = chatOf(world);
});
afterAll(() => world.close());

type Customer = ReturnType<Chat['somebody']>;
const db = () => world.server.app.db;
const write = async (customer: Customer, said: string) => {
  // The provider's time has seconds.
  world.server.pass(1_000);
  world.playground.whatsapp.customerWrites(world.number, customer, text(said));
  await world.settle();
};
const saidBy = ({ phone }: Customer) =>
  db().query<{ state: string; source: string; holds: string; opted_out: boolean }>(sql`
    select s.state, s.source, l.consent_marketing as holds, k.opted_out
    from channel_contacts k join visitors v on v.id = k.visitor_id join leads l on l.id = v.lead_id
    join consents s on s.lead_id = l.id and s.purpose = 'marketing' where k.phone = ${phone} order by s.at, s.id`);

it('BAJA as the whole message ends marketing, ALTA begins it again; both are kept with their source', async () => {
  const { customer } = await chat.talk();
  await write(customer, 'la temporada baja');
  expect(await saidBy(customer)).toEqual([]);
  await write(customer, 'Baja.');
  const denied = { state: 'denied', source: 'Escribió Baja. por WhatsApp' };
  expect(await saidBy(customer)).toEqual([{ ...denied, holds: 'denied', opted_out: true }]);
  await write(customer, 'ALTA');
  expect(await saidBy(customer)).toEqual([
    { ...denied, holds: 'granted', opted_out: false },
    { state: 'granted', source: 'Escribió ALTA por WhatsApp', holds: 'granted', opted_out: false },
  ]);
});

it('of a word and the provider’s switch the later one holds, whichever comes first', async () => {
  const { customer } = await chat.talk();
  await write(customer, 'STOP');
  const switched = async (value: string, seconds: number) => {
    const at = Math.floor(world.server.app.clock.now().getTime() / 1000) + seconds;
    const preference = {
      wa_id: customer.phone,
      category: 'marketing_messages',
      value,
      timestamp: String(at),
    };
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: world.number.businessAccountId,
          changes: [
            {
              field: 'user_preferences',
              value: {
                messaging_product: 'whatsapp',
                metadata: { phone_number_id: world.number.phoneNumberId },
                user_preferences: [preference],
              },
            },
          ],
        },
      ],
    });
    const { status } = await fetch(`${world.server.url}/hooks/whatsapp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': sign(world.number.appSecret, body),
      },
      body,
    });
    expect(status).toBe(200);
    await world.settle();
  };
  await switched('resume', -3_600);
  expect(await saidBy(customer)).toMatchObject([{ state: 'denied', opted_out: true }]);
  await switched('resume', 0);
  expect((await saidBy(customer)).at(-1)).toMatchObject({
    source: 'Preferencias de WhatsApp',
    holds: 'granted',
    opted_out: false,
  });
});

it('marketing that waits does not leave any more to who has said no meanwhile', async () => {
  const { id, customer } = await chat.talk();
  world.playground.whatsapp.addTemplate(world.number.businessAccountId, {
    name: 'oferta',
    language: 'es_CL',
    category: 'MARKETING',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Hay ofertas.' }],
  });
  await world.server.call('POST', `/svc/waba/token-${BOT}/sync?botId=${BOT}`, { as: world.team.owner });
  const pause = (paused: boolean) =>
    world.server.call('PUT', `/svc/main/connections/${world.connection.id}`, {
      as: world.team.owner,
      body: { paused },
    });
  await pause(true);
  const template = { name: 'oferta', language: 'es_CL', slots: [] };
  expect((await chat.reply(id, { template })).status).toBe(200);
  await write(customer, 'BAJA');
  await pause(false);
  await world.settle();
  expect(chat.sentTo(customer.phone).filter(({ type }) => type === 'template')).toEqual([]);
  expect((await chat.logOf(id)).find((message) => message.template)?.message_status).toBe('failed');
});
