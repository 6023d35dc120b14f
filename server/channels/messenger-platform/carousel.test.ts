/** Products by Messenger and Instagram: a carousel after the words, cut to what it takes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductCard } from '../../../contract/entities/product-card.ts';
import { carouselsOf } from '../../../contract/rules/carousel.ts';
import { queueSends } from '../../inbox/outgoing.ts';
import { json, sql } from '../../platform/database/database.ts';
import { BOT, type ChannelWorld, channelWorld } from '../testing.ts';
import { carouselMessage } from './carousel.ts';
import { messagingOf } from './testing.ts';

const card = (more: Partial<ProductCard> = {}): ProductCard => ({
  product_id: 'p1',
  title: 'Polar Aysén',
  price: 27_990,
  list_price: 32_990,
  currency: 'CLP',
  available: true,
  note: 'En S, M y L',
  image: '/product-pictures/p1',
  url: 'https://tienda.cl/p1',
  seen_at: '2026-11-25T00:00:00.000Z',
  ...more,
});
const long = card({ title: '👕'.repeat(90), note: 'x'.repeat(90), image: null, url: 'javascript:alert(1)' });
const one = { title: 'Polar Aysén', subtitle: '$ 27.990 (antes $ 32.990) · Disponible · En S, M y L' };

it('a card has its price, its picture of ours and its page; what is too long is cut at whole signs', () => {
  const url = 'https://tienda.cl/p1';
  expect(carouselMessage([card()], 'https://charla.cl')).toEqual({
    attachment: {
      type: 'template',
      payload: {
        template_type: 'generic',
        elements: [
          {
            ...one,
            image_url: 'https://charla.cl/product-pictures/p1',
            default_action: { type: 'web_url', url },
            buttons: [{ type: 'web_url', url, title: 'Ver en la tienda' }],
          },
        ],
      },
    },
  });
  expect(carouselMessage([long], '')).toMatchObject({
    attachment: { payload: { elements: [{ title: `${'👕'.repeat(79)}…` }] } },
  });
  expect(JSON.stringify(carouselMessage([long], ''))).not.toContain('javascript');
  expect([0, 1, 10, 11].map((n) => carouselsOf('instagram', n))).toEqual([0, 1, 1, 2]);
  expect(carouselsOf('web', 3)).toBe(0);
});

describe.each(['messenger', 'instagram'] as const)('%s', (channel) => {
  let world: ChannelWorld;
  beforeAll(async () => {
    world = await channelWorld();
  });
  afterAll(() => world.close());

  it('leaves after the words, ten at most in each, and is read; a lost answer is found by its echo', async () => {
    const own = await messagingOf(world, channel);
    const { db } = world.server.app;
    const { id, customer } = await own.talk();
    const before = own.sentTo(customer.id).length;
    const cards = Array.from({ length: 12 }, () => long);
    // As the bot says them: in the transaction that queues what leaves.
    const { body } = await own.reply(id);
    await world.settle();
    const said = body as { _id: string };
    await db.transaction(async (tx) => {
      await tx.query(
        sql`update messages set cards = ${json(cards)}, status = 'queued' where id = ${said._id}`,
      );
      await tx.query(sql`delete from channel_sends where message_id = ${said._id}`);
      const [row] = await tx.query(sql`select m.* from messages m where m.id = ${said._id}`);
      await queueSends(
        tx,
        world.server.app.bus,
        { id, bot_id: BOT, channel, connection_id: own.connection.id },
        [row as never],
      );
    });
    world.playground.faults.lostAnswers = 3;
    await world.settle();
    const sent = own.sentTo(customer.id).slice(before + 1);
    const sizes = sent.map(({ body: of }) => {
      const { attachment } = of.message as { attachment?: { payload: { elements: unknown[] } } };
      return attachment?.payload.elements.length ?? 'words';
    });
    expect(sizes).toEqual(['words', 10, 2]);
    expect((await own.logOf(id)).find(({ _id }) => _id === said._id)).toMatchObject({
      message_status: 'read',
    });
  });

  it('one that is too long is refused as Meta does', async () => {
    const { messaging } = world.playground;
    const account = messaging.addAccount(channel);
    const customer = { id: '770003', name: 'Ana' };
    messaging.incoming(account, customer, { message: { text: 'Hola' } });
    const refusal = (elements: object[]) =>
      messaging.refusal(account, customer.id, {
        message: { attachment: { type: 'template', payload: { template_type: 'generic', elements } } },
      });
    expect(refusal([one])).toBeNull();
    expect(refusal(Array(11).fill(one))?.name).toBe(100);
    expect(refusal([{ ...one, title: 'x'.repeat(81) }])?.name).toBe(100);
    expect(refusal([{ title: 'solo' }])?.name).toBe(100);
  });
});
