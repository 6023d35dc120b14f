/** Options of a person's answer at WhatsApp, Messenger and Instagram: what leaves, and what a press brings back. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Message } from '../../contract/entities/message.ts';
import { OFFER_LIMITS } from '../../contract/offer-limits.ts';
import type { MessagingChannel } from '../../playground/messenger/account.ts';
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
/** One account of each for all of the tests: what is sent has keys of its own. */
const accounts = new Map<MessagingChannel, ReturnType<typeof messagingOf>>();
function accountOf(channel: MessagingChannel): ReturnType<typeof messagingOf> {
  const known = accounts.get(channel) ?? messagingOf(world, channel);
  accounts.set(channel, known);
  return known;
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
    const own = await accountOf(channel);
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

const LINK = { label: 'Ver catálogo', url: 'https://tienda.cl/catalogo' };

it('INB-133 WhatsApp gets one link alone as its own button; more, or replies beside it, are refused and nothing leaves', async () => {
  const { id, customer } = await chat.talk();
  await chat.reply(id, { links: [LINK] });
  await world.settle();
  expect(chat.sentTo(customer.phone).at(-1)?.body).toMatchObject({
    type: 'interactive',
    interactive: {
      type: 'cta_url',
      body: { text: 'Claro, te ayudo' },
      action: { name: 'cta_url', parameters: { display_text: LINK.label, url: LINK.url } },
    },
  });
  expect((await chat.logOf(id)).at(-1)).toMatchObject({ message_status: 'read', buttons: [LINK] });
  const before = chat.sentTo(customer.phone).length;
  for (const mixed of [{ links: [LINK], buttons: ['Sí'] }, { links: [LINK, { ...LINK, label: 'Otro' }] }]) {
    const { status, body } = await chat.reply(id, mixed);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      message: expect.stringContaining('WhatsApp'),
      details: { field: 'buttons' },
    });
  }
  await world.settle();
  expect(chat.sentTo(customer.phone)).toHaveLength(before);
});

it('INB-133 where WhatsApp shows no link under words of that length, the address is in them', async () => {
  const { id, customer } = await chat.talk();
  const text = 'x'.repeat(OFFER_LIMITS.whatsappText + 1);
  expect((await chat.reply(id, { text, links: [LINK] })).body).toMatchObject({ buttons: [] });
  await world.settle();
  expect(chat.sentTo(customer.phone).at(-1)?.body).toMatchObject({
    type: 'text',
    text: { body: `${text}\n\nVer catálogo: https://tienda.cl/catalogo` },
  });
});

it.each(['messenger', 'instagram'] as const)(
  'INB-133 %s gets links and replies together, up to three, a reply comes back; long words have the address in them',
  async (channel) => {
    const own = await accountOf(channel);
    const { id, customer } = await own.talk();
    const sent = await own.reply(id, { buttons: ['Sí'], links: [LINK] });
    await world.settle();
    const buttons = [
      { type: 'postback', title: 'Sí', payload: idsOf(sent)[0] },
      { type: 'web_url', title: LINK.label, url: LINK.url },
    ];
    const last = () => own.sentTo(customer.id).at(-1)?.body;
    expect(last()).toMatchObject({
      message: {
        attachment: {
          type: 'template',
          payload:
            channel === 'messenger'
              ? { template_type: 'button', text: 'Claro, te ayudo', buttons }
              : { template_type: 'generic', elements: [{ title: 'Claro, te ayudo', buttons }] },
        },
      },
    });
    await own.writes(customer, { postback: { title: 'Sí', payload: idsOf(sent)[0] } });
    const log = async () => (await own.logOf(id)).filter(({ from }) => from !== 'system');
    expect((await log()).at(-1)).toMatchObject({
      from: 'Cliente',
      text: 'Sí',
      buttons: [{ id: idsOf(sent)[0], label: 'Sí' }],
    });
    // Its echo is no second message.
    expect((await log()).filter(({ from }) => from === 'agent')).toHaveLength(1);
    const over = await own.reply(id, { buttons: LABELS, links: [LINK] });
    expect(over.status).toBe(422);
    const most = channel === 'messenger' ? OFFER_LIMITS.messengerText : OFFER_LIMITS.instagramText;
    await own.reply(id, { text: 'x'.repeat(most), links: [LINK] });
    await world.settle();
    expect(last()).toMatchObject({ message: { attachment: { type: 'template' } } });
    await own.reply(id, { text: 'x'.repeat(most + 1), links: [LINK] });
    await world.settle();
    expect(last()).toMatchObject({
      message: { text: `${'x'.repeat(most + 1)}\n\nVer catálogo: https://tienda.cl/catalogo` },
    });
    expect((await log()).filter(({ message_status }) => message_status === 'failed')).toEqual([]);
  },
);

it('INB-133 the playground refuses what the providers refuse', async () => {
  const { customer } = await chat.talk();
  const post = async (url: string, token: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  const parameters = { display_text: LINK.label, url: LINK.url };
  const cta = (action: object) =>
    post(`${world.playground.graphUrl}/${world.number.phoneNumberId}/messages`, world.number.accessToken, {
      messaging_product: 'whatsapp',
      to: customer.phone,
      type: 'interactive',
      interactive: { type: 'cta_url', body: { text: 'Mira' }, action: { name: 'cta_url', ...action } },
    });
  expect(await cta({ parameters })).toBe(200);
  const refused = [
    { parameters: { ...parameters, url: 'http://tienda.cl/' } },
    { parameters: { ...parameters, url: 'javascript:alert(1)' } },
    { parameters: { ...parameters, display_text: 'x'.repeat(21) } },
    { parameters: [parameters, parameters] },
    { parameters, buttons: [{ type: 'reply', reply: { id: '1', title: 'Sí' } }] },
  ];
  for (const action of refused) expect(await cta(action), JSON.stringify(action)).toBe(400);

  const own = await accountOf('messenger');
  const { customer: friend } = await own.talk();
  const web = { type: 'web_url', title: LINK.label, url: LINK.url };
  const template = (payload: object) =>
    post(`${world.playground.graphUrl}/${own.account.id}/messages`, own.account.accessToken, {
      recipient: { id: friend.id },
      messaging_type: 'RESPONSE',
      message: {
        attachment: { type: 'template', payload: { template_type: 'button', text: 'Mira', ...payload } },
      },
    });
  expect(await template({ buttons: [web] })).toBe(200);
  const bad = [
    { buttons: [] },
    { buttons: [web, web, web, web] },
    { buttons: [{ ...web, title: 'x'.repeat(21) }] },
    { buttons: [{ ...web, url: 'http://tienda.cl/' }] },
    { buttons: [{ type: 'postback', title: 'Sí' }] },
    { buttons: [web], text: 'x'.repeat(641) },
  ];
  for (const payload of bad) expect(await template(payload), JSON.stringify(payload)).toBe(400);
});
