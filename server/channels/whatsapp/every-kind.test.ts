/** Every kind of message that the playground's phone can send is shown as what it is; nothing is parked by one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '../../../playground/phone/kinds.ts';
import { sql } from '../../platform/database/database.ts';
import { type ChannelWorld, type Chat, channelWorld, chatOf } from '../testing.ts';

let world: ChannelWorld;
let chat: Chat;
beforeAll(async () => {
  world = await channelWorld();
  chat = chatOf(world);
});
afterAll(() => world.close());

/** What stands in the log of it: the words of a message of its own, or what changed of another. */
const SHOWN: Record<string, { text?: RegExp; other?: RegExp }> = {
  picture: { text: /^con palabras$/ },
  document: { text: /^$/ },
  gone: { text: /^$/ },
  location: { text: /^Ubicación: Plaza de Armas, Santiago$/ },
  contacts: { text: /^Contacto: Ana Soto · \+56 9 8765 0000$/ },
  order: { text: /^Pedido del catálogo:\n2 × POLERA-M \(9990 CLP\)\nPara hoy, por favor$/ },
  list: { text: /^Horarios$/ },
  quick: { text: /^Ver ofertas$/ },
  reply: { text: /^con palabras$/ },
  reaction: { other: /"emoji":"👍"/ },
  edit: { other: /"text":"con palabras"/ },
  revoke: { other: /"deleted":true/ },
  referral: { text: /^con palabras$/ },
  system: { text: /^Camila cambió de número$/ },
  unsupported: { text: /no nos entrega \(Encuesta\)/ },
  future: { text: /no nos entrega/ },
};

const write = (phone: string, more: object) =>
  fetch(`${world.playground.url}/phone/write`, {
    method: 'POST',
    body: JSON.stringify({ number: world.number.phoneNumberId, phone, name: 'Rosa', ...more }),
  });

it('the list is whole', () => {
  expect(Object.keys(SHOWN)).toEqual(Object.keys(KINDS));
});

it.each(Object.keys(KINDS))('%s', async (kind) => {
  const { phone } = chat.somebody();
  await write(phone, { text: 'Quiero hablar con una persona' });
  await world.settle();
  const { id } = await chat.conversationOf(phone);
  const before = await chat.logOf(id);
  await write(phone, { kind, text: 'con palabras' });
  await world.settle();
  const log = await chat.logOf(id);
  const { text: words, other } = SHOWN[kind] ?? {};
  const said = log.filter(({ from }) => from === 'Cliente');
  if (words) {
    expect(said.length).toBe(before.filter(({ from }) => from === 'Cliente').length + 1);
    expect(said.at(-1)?.text).toMatch(words);
  } else {
    expect(JSON.stringify(log)).toMatch(other ?? /never/);
    expect(JSON.stringify(before)).not.toMatch(other ?? /never/);
  }
  if (kind === 'gone')
    expect(said.at(-1)?.attachments).toMatchObject([
      { state: 'failed', reason: expect.stringContaining('reenviarlo') },
    ]);
  const stuck = await world.server.app.db.query(sql`
    select kind, error from hook_parts where state in ('parked', 'missing', 'unknown')`);
  expect(stuck).toEqual([]);
});

it('who hides their phone is answered all the same', async () => {
  await write('56955550001', { hidden: true, text: 'Necesito ayuda con algo' });
  await world.settle();
  const answers = world.playground.whatsapp.memory.sent.filter(({ to }) => to === 'CL.56955550001');
  expect(answers.length).toBeGreaterThan(0);
  expect(answers[0]?.body).toMatchObject({ recipient: 'CL.56955550001' });
});

it('a field that nobody told us of is kept, and applied to nothing', async () => {
  const entry = {
    id: world.number.businessAccountId,
    changes: [{ field: 'dreams', value: { of: 'sheep' } }],
  };
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [entry] });
  const sent = await fetch(`${world.playground.url}/phone/raw`, {
    method: 'POST',
    body: JSON.stringify({ number: world.number.phoneNumberId, body }),
  });
  expect(await sent.json()).toEqual({ status: 200 });
  await world.settle();
  expect(
    await world.server.app.db.query(sql`select state from hook_parts where content->>'why' = 'dreams'`),
  ).toEqual([{ state: 'unknown' }]);
  expect((await chat.talk({ phone: '56955550002', name: 'Otra' })).id).toBeTruthy();
});
