/** Options of a person's answer at WhatsApp, Messenger and Instagram: what leaves, and what a press brings back. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Message } from '../../contract/entities/message.ts';
import { OFFER_LIMITS } from '../../contract/offer-limits.ts';
import { messagingOf } from './messenger-platform/testing.ts';
import { BOT, type ChannelWorld, type Chat, channelWorld, chatOf, PICTURE } from './testing.ts';

let world: ChannelWorld;
let chat: Chat;
beforeAll(async () => {
  world = await channelWorld();
  chat = chatOf(world);
});
afterAll(() => world.close());

async function upload(): Promise<string> {
  const form = new FormData();
  form.set('bot_id', String(BOT));
  form.set('file', new Blob([PICTURE]), 'foto.png');
  const headers = world.team.ana.headers as unknown as Record<string, string>;
  const answer = await fetch(`${world.server.url}/uploads`, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { id: string }).id;
}
const LABELS = ['Sí, lo quiero', 'No', 'Más tarde'];
const idsOf = (answer: { body: unknown }) => (answer.body as Message).buttons.map(({ id }) => id);

it('INB-104 WhatsApp gets buttons or a list, and a press comes back as what the customer chose', async () => {
  const { id, customer } = await chat.talk();
  const sent = await chat.reply(id, { buttons: LABELS });
  await world.settle();
  const ids = idsOf(sent);
  expect(chat.sentTo(customer.phone).at(-1)?.body).toMatchObject({
    type: 'interactive',
    interactive: {
      type: 'button',
      body: { text: 'Claro, te ayudo' },
      action: { buttons: LABELS.map((title, at) => ({ type: 'reply', reply: { id: ids[at], title } })) },
    },
  });
  const press = async (pressed: string | undefined, title: string) => {
    world.playground.whatsapp.customerWrites(world.number, customer, {
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: { id: pressed, title } },
    });
    await world.settle();
    return (await chat.logOf(id)).filter(({ from }) => from !== 'system').at(-1);
  };
  // The bot has nothing to say to it.
  expect(await press(ids[1], 'No')).toMatchObject({
    from: 'Cliente',
    text: 'No',
    buttons: [{ id: ids[1], label: 'No' }],
  });
  expect(await press('offer:nobody:1', 'Inventada')).toMatchObject({ text: 'Inventada', buttons: [] });
  await chat.reply(id, { buttons: [...LABELS, 'Otra cosa'] });
  await world.settle();
  expect(chat.sentTo(customer.phone).at(-1)?.body).toMatchObject({ interactive: { type: 'list' } });
});

it('INB-104 where WhatsApp would cut the words the options are a numbered list in them', async () => {
  const { id, customer } = await chat.talk();
  const text = 'x'.repeat(OFFER_LIMITS.whatsappText + 1);
  expect((await chat.reply(id, { text, buttons: LABELS })).body).toMatchObject({ buttons: [] });
  await world.settle();
  expect(chat.sentTo(customer.phone).at(-1)?.body).toMatchObject({
    type: 'text',
    text: { body: `${text}\n\n1. Sí, lo quiero\n2. No\n3. Más tarde` },
  });
});

it.each(['messenger', 'instagram'] as const)(
  'INB-104 %s gets the files first, then the words with quick replies, and a press comes back',
  async (channel) => {
    const own = await messagingOf(world, channel);
    const { id, customer } = await own.talk();
    const before = own.sentTo(customer.id).length;
    const sent = await own.reply(id, { buttons: LABELS, attachments: [await upload()] });
    await world.settle();
    const ids = idsOf(sent);
    const left = own.sentTo(customer.id).slice(before);
    expect(left.map(({ body }) => Object.keys(body['message'] as object)[0])).toEqual(['attachment', 'text']);
    expect(left.at(-1)?.body).toMatchObject({
      message: {
        text: 'Claro, te ayudo',
        quick_replies: LABELS.map((title, at) => ({ content_type: 'text', title, payload: ids[at] })),
      },
    });
    await own.writes(customer, { message: { text: LABELS[0], quick_reply: { payload: ids[0] } } });
    expect((await own.logOf(id)).filter(({ from }) => from !== 'system').at(-1)).toMatchObject({
      from: 'Cliente',
      text: LABELS[0],
      buttons: [{ id: ids[0], label: LABELS[0] }],
    });
  },
);
