/** What comes by a channel × every viewer: what they showed + the events = a fresh load, counters by channel too. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLink, viewerOf } from '../../server/access/links.ts';
import { BOT, CAMILA, type ChannelWorld, channelWorld } from '../../server/channels/testing.ts';
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
