/** Products by WhatsApp: a part each, picture with words or words alone, within the channel's limits. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictureFile } from '../../products/pictures.ts';
import { sellProduct } from '../../products/shelf/testing.ts';
import { BOT, type ChannelWorld, type Chat, channelWorld, chatOf, text } from '../testing.ts';

let world: ChannelWorld;
let chat: Chat;
beforeAll(async () => {
  world = await channelWorld();
  chat = chatOf(world);
});
afterAll(() => world.close());

it('the bot answers with words and a part for each product; what has a picture goes with it', async () => {
  const { app } = world.server;
  const image = 'https://tienda.cl/azul.jpg';
  const path = pictureFile(app, image);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(
    path,
    await sharp({ create: { width: 40, height: 40, channels: 3, background: '#1e6fb8' } })
      .webp()
      .toBuffer(),
  );
  await sellProduct(app, BOT, 'Polar Aysén Azul', { price: 27_990, image });
  await sellProduct(app, BOT, 'Polar Aysén Verde', { price: 29_990 });
  const customer = chat.somebody();
  world.playground.whatsapp.customerWrites(world.number, customer, text('tienen polares?'));
  await world.settle();
  const sent = chat.sentTo(customer.phone);
  expect(sent.map(({ type }) => type)).toEqual(['text', 'image', 'text']);
  const said = JSON.stringify(sent);
  expect(said).toContain('*$ 27.990* ~$ 32.990~');
  expect(said).toContain('*Polar Aysén Verde*');
  const { id } = await chat.conversationOf(customer.phone);
  expect((await chat.logOf(id)).at(-1)).toMatchObject({
    message_status: 'read',
    cards: [{ title: 'Polar Aysén Azul' }, { title: 'Polar Aysén Verde' }],
  });
});
