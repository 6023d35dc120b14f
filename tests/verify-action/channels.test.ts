/** What comes by a channel × every viewer: what they showed + the events = a fresh load, counters by channel too. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLink, viewerOf } from '../../server/access/links.ts';
import { BOT, CAMILA, type ChannelWorld, channelWorld } from '../../server/channels/testing.ts';
import { sql } from '../../server/platform/database/database.ts';
import type { BotSession } from '../../server/platform/http/session.ts';
import type { Person } from '../../server/testing.ts';
import { verifyAction } from './verify-action.ts';

let world: ChannelWorld;
let viewers: Record<string, BotSession>;
beforeAll(async () => {
  world = await channelWorld();
  const { owner, ana, bruno } = world.team;
  viewers = { owner: await session(owner), ana: await session(ana), bruno: await session(bruno) };
});
afterAll(() => world.close());

async function session(person: Person): Promise<BotSession> {
  const link = await findLink(world.server.app.db, person.id, BOT);
  if (!link) throw new Error('No link');
  const user = { id: person.id, name: 'Alguien', email: person.email } as BotSession['user'];
  return { user, link, viewer: viewerOf(link), client: 'test', expiresAt: '2999-01-01T00:00:00.000Z' };
}

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const text = (body: string) => ({ type: 'text', text: { body } });
const verify = (work: () => void) =>
  verifyAction(world.server.app, viewers, async () => {
    work();
    await world.settle();
  });

test('a message with the bot’s answer and how far it got', async () => {
  const { whatsapp } = world.playground;
  const { after } = await verify(() => whatsapp.customerWrites(world.number, CAMILA, text('Hola')));
  expect(after['owner']?.matrix.active.whatsapp).toBe(1);
});

test('a file that arrives, words that change, a reaction, and what the team wrote in the app', async () => {
  const { whatsapp } = world.playground;
  const media = whatsapp.addMedia(PICTURE, 'image/png');
  await verify(() =>
    whatsapp.customerWrites(world.number, CAMILA, {
      type: 'image',
      image: { id: media, mime_type: 'image/png' },
    }),
  );
  let said = '';
  await verify(() => {
    said = whatsapp.customerWrites(world.number, CAMILA, text('Quiero dos'));
  });
  const edit = { original_message_id: said, message: text('Quiero tres') };
  const { after } = await verify(() => whatsapp.customerWrites(world.number, CAMILA, { type: 'edit', edit }));
  expect(after['owner']?.matrix.active.whatsapp).toBe(1);
  await verify(() => whatsapp.echo(world.number, CAMILA.phone, 'Te llamo'));
});

test('the team’s reaction, a reply that names what it answers, and a template to somebody who never wrote', async () => {
  const { whatsapp } = world.playground;
  const { app, call } = world.server;
  const customer = { phone: '56955550001', name: 'Otra persona' };
  await verify(() => whatsapp.customerWrites(world.number, customer, text('Necesito ayuda')));
  const [first] = await app.db.query<{ id: string; conversation_id: string }>(sql`
    select m.id, m.conversation_id from messages m join conversations c on c.id = m.conversation_id
    join channel_contacts k on k.visitor_id = c.visitor_id
    where k.phone = ${customer.phone} and m.sender = 'Cliente'`);
  const { id = '', conversation_id = '' } = first ?? {};
  const as = world.team.ana;
  const done = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBe(200);
  await verifyAction(app, viewers, async () => {
    await done(
      call('PUT', `/svc/conversations/conversations/${conversation_id}`, {
        as,
        body: { state: 'taken', agent_id: as.id },
      }),
    );
    await world.settle();
  });
  await verifyAction(app, viewers, async () => {
    await done(call('POST', `/svc/conversations/session_logs/${id}/reaction`, { as, body: { emoji: '👍' } }));
    await world.settle();
  });
  await verifyAction(app, viewers, async () => {
    const body = { conversation_id, text: 'Claro', temporal_id: 'verify-reply', reply_to: id };
    await done(call('POST', '/svc/conversations/session_logs', { as, body }));
    await world.settle();
  });
  whatsapp.addTemplate(world.number.businessAccountId, {
    name: 'hola',
    language: 'es_CL',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Hola, ya llegó.' }],
  });
  await call('POST', `/svc/waba/token-${BOT}/sync?botId=${BOT}`, { as: world.team.owner });
  await app.db.query(sql`
    insert into leads (id, bot_id, name, phone, created_at)
    values ('lead-verify', ${BOT}, 'Nueva', '+56955550002', now())`);
  const { after } = await verifyAction(app, viewers, async () => {
    const template = { name: 'hola', language: 'es_CL', slots: [] };
    const body = { template, temporal_id: 'verify-template' };
    await done(call('POST', '/svc/main/leads/lead-verify/template', { as, body }));
    await world.settle();
  });
  expect(after['owner']?.matrix.taken.whatsapp).toBe(2);
});

test('a campaign to somebody who never wrote, and to somebody in a conversation', async () => {
  const { app, call, campaigns } = world.server;
  await app.db.query(sql`
    insert into leads (id, bot_id, name, phone, created_at)
    values ('lead-campaign', ${BOT}, 'Nadie', '+56955550003', now())`);
  const [camila] = await app.db.query<{ lead_id: string }>(sql`
    select v.lead_id from channel_contacts k join visitors v on v.id = k.visitor_id where k.phone = ${CAMILA.phone}`);
  const run = async () => {
    for (let round = 0; round < 8; round += 1) {
      await campaigns.runner.runDue();
      await world.settle();
    }
  };
  const send = (temporal_id: string) =>
    verifyAction(app, viewers, async () => {
      const { status } = await call('POST', '/svc/main/campaigns', {
        as: world.team.owner,
        body: {
          bot_id: BOT,
          connection_id: world.connection.id,
          template: { name: 'hola', language: 'es_CL' },
          slots: [],
          audience: { lead_ids: ['lead-campaign', camila?.lead_id] },
          send_at: null,
          temporal_id,
        },
      });
      expect(status).toBe(201);
      await run();
    });
  await send('campaign-verify-1');
  await send('campaign-verify-2');
  const sent = world.playground.whatsapp.memory.sent.filter(({ to }) => to === '56955550003');
  expect(sent).toHaveLength(2);
});
