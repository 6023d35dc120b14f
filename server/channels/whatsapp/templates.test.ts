/** WhatsApp templates: sent, created, judged, edited and deleted. Against the playground. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { NO_FAULTS } from '../../../playground/faults.ts';
import { BOT, type ChannelWorld, type Chat, channelWorld, chatOf, PICTURE } from '../testing.ts';

let world: ChannelWorld;
let chat: Chat;
beforeAll(async () => {
  world = await channelWorld();
  chat = chatOf(world);
});
afterAll(() => world.close());
beforeEach(() => Object.assign(world.playground.faults, NO_FAULTS));

it('a template leaves after the 24 h with every slot of it, by name or by id, and only while it is approved', async () => {
  const { whatsapp } = world.playground;
  const template = whatsapp.addTemplate(world.number.businessAccountId, {
    name: 'pedido_listo',
    language: 'es_CL',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}' },
      { type: 'BODY', text: 'Hola {{1}}, está listo en {{2}}, te esperamos.' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Ver', url: 'https://tienda.cl/{{1}}' }] },
    ],
  });
  const sync = await world.server.call('POST', `/svc/waba/token-${BOT}/sync?botId=${BOT}`, {
    as: world.team.owner,
  });
  expect(sync.body).toMatchObject({ added: 1 });
  const { id, customer } = await chat.talk();
  world.server.pass(25 * 60 * 60_000);
  const slot = (part: string, key: string, value: string) => ({ part, index: 0, key, value });
  const slots = [
    slot('header', '1', '1042'),
    slot('body', '1', 'Camila'),
    slot('body', '2', 'Ñuñoa'),
    slot('button', '1', 'p/1042'),
  ];
  const named = { name: 'pedido_listo', language: 'es_CL' };
  expect((await chat.reply(id, { template: { ...named, slots: slots.slice(1) } })).status).toBe(422);
  expect((await chat.reply(id, { template: { ...named, slots } })).body).toMatchObject({
    text: 'Pedido 1042\n\nHola Camila, está listo en Ñuñoa, te esperamos.',
    template: named,
  });
  await world.settle();
  expect((await chat.logOf(id)).at(-1)).toMatchObject({ message_status: 'read' });
  expect(chat.sentTo(customer.phone).at(-1)?.type).toBe('template');
  // Meta pauses it: the hook makes us look, and nobody may send it any more.
  whatsapp.judge(world.number.businessAccountId, template.id, 'PAUSED');
  await world.settle();
  expect((await chat.reply(id, { template: { ...named, slots } })).status).toBe(422);
});

it('templates are created, judged, edited and deleted at the provider, by the rules that it has', async () => {
  const path = `/svc/waba/token-${BOT}`;
  const ask = (method: string, more: string, body?: object) =>
    world.server.call(method, `${path}${more}?botId=${BOT}`, {
      as: world.team.owner,
      ...(body ? { body } : {}),
    });
  const body = { type: 'BODY', text: 'Hola {{1}}, gracias.', example: { body_text: [['Camila']] } };
  const given = { name: 'gracias', language: 'es_CL', category: 'UTILITY', components: [body] };
  expect((await ask('POST', '/templates', { ...given, name: 'Con Espacios' })).status).toBe(422);
  expect(
    (await ask('POST', '/templates', { ...given, components: [{ ...body, text: '{{1}} hola' }] })).status,
  ).toBe(422);
  const made = await ask('POST', '/templates', given);
  expect(made).toMatchObject({ status: 201, body: { status: 'PENDING' } });
  const { id } = made.body as { id: string };
  const confirm = (status: string) =>
    world.server.call('PUT', `/svc/main/payroll_messages/${id}`, {
      as: world.team.owner,
      body: { payroll_message: { status } },
    });
  expect((await confirm('APPROVED')).status).toBe(422);
  const { whatsapp } = world.playground;
  const atProvider = () =>
    whatsapp.templatesOf(world.number.businessAccountId).find(({ name }) => name === 'gracias');
  whatsapp.judge(world.number.businessAccountId, atProvider()?.id ?? '', 'APPROVED');
  expect((await confirm('APPROVED')).body).toMatchObject({ status: 'APPROVED' });
  whatsapp.recategorise(world.number.businessAccountId, atProvider()?.id ?? '', 'MARKETING');
  await world.settle();
  const listed = await ask('GET', '');
  const { payload } = listed.body as { payload: { waba_templates: { id: string; history: object[] }[] } };
  expect(payload.waba_templates.find((one) => one.id === id)?.history).toMatchObject([
    { what: 'status', to: 'PENDING' },
    { what: 'status', from: 'PENDING', to: 'APPROVED' },
    { what: 'category', from: 'UTILITY', to: 'MARKETING' },
  ]);
  expect(
    (await ask('PUT', `/templates/${id}`, { components: [{ ...body, text: 'Hola {{1}}, adiós.' }] })).body,
  ).toMatchObject({ status: 'PENDING' });
  expect((await ask('DELETE', `/templates/${id}`)).status).toBe(200);
  expect(atProvider()).toBeUndefined();
  const wrong = await world.server.call('GET', `/svc/waba/otro?botId=${BOT}`, { as: world.team.owner });
  expect(wrong.status).toBe(404);
});

it('a header that is a file is taken to the provider, resumed where the connection ended, judged by its bytes', async () => {
  const upload = async (format: string, bytes: Buffer, name = 'foto.png') => {
    const form = new FormData();
    form.set('format', format);
    form.set('file', new Blob([new Uint8Array(bytes)]), name);
    const response = await fetch(`${world.server.url}/svc/waba/token-${BOT}/header_files?botId=${BOT}`, {
      method: 'POST',
      headers: { ...world.team.owner.headers } as HeadersInit,
      body: form,
    });
    return {
      status: response.status,
      body: (await response.json()) as { handle?: string; message?: string },
    };
  };
  const create = (name: string, header: object) =>
    world.server.call('POST', `/svc/waba/token-${BOT}/templates?botId=${BOT}`, {
      as: world.team.owner,
      body: {
        name,
        language: 'es_CL',
        category: 'UTILITY',
        components: [header, { type: 'BODY', text: 'Mira lo que llegó.' }],
      },
    });
  const { faults, whatsapp } = world.playground;
  const handles = whatsapp.memory.handles;
  // Refused here, before anybody is asked: another kind, too large, no file at all.
  expect(await upload('VIDEO', PICTURE)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('MP4') },
  });
  expect((await upload('IMAGE', Buffer.concat([PICTURE, Buffer.alloc(5_000_000)]))).status).toBe(422);
  expect((await upload('IMAGE', Buffer.alloc(0))).status).toBe(400);
  expect((await create('sin_foto', { type: 'HEADER', format: 'IMAGE' })).body).toMatchObject({
    message: 'Adjunta un archivo de ejemplo para el encabezado: WhatsApp lo pide para revisarla.',
  });
  expect(handles.size).toBe(0);
  // What only the provider knows is said in its words.
  const invented = { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::otro'] } };
  expect((await create('inventada', invented)).body).toMatchObject({
    message: expect.stringContaining('handle is not valid'),
  });
  faults.lostRequests = 1;
  const { status, body } = await upload('IMAGE', PICTURE);
  expect(status).toBe(200);
  expect(handles.get(body.handle ?? '')?.bytes).toEqual(PICTURE);
  const header = { type: 'HEADER', format: 'IMAGE', example: { header_handle: [body.handle] } };
  expect(await create('con_video', { ...header, format: 'VIDEO' })).toMatchObject({ status: 422 });
  expect(await create('con_foto', header)).toMatchObject({ status: 201, body: { status: 'PENDING' } });
  faults.deadToken = true;
  expect((await upload('IMAGE', PICTURE)).status).toBe(422);
});

it('every comparison is kept with its cause and what it found; those that found nothing count together', async () => {
  const path = `/svc/waba/token-${BOT}`;
  const as = world.team.owner;
  const press = () => world.server.call('POST', `${path}/sync?botId=${BOT}`, { as });
  const past = async () =>
    (await world.server.call('GET', `${path}/syncs?botId=${BOT}`, { as })).body as Record<string, unknown>[];
  const { whatsapp, faults } = world.playground;
  await world.settle();
  await press();
  const template = whatsapp.addTemplate(world.number.businessAccountId, {
    name: 'historia',
    language: 'es',
    category: 'UTILITY',
    status: 'PENDING',
    components: [{ type: 'BODY', text: 'Hola, ya está.' }],
  });
  await press();
  whatsapp.judge(world.number.businessAccountId, template.id, 'APPROVED');
  await world.settle();
  await press();
  await press();
  faults.deadToken = true;
  await press();
  const { body } = await world.server.call('GET', `${path}?botId=${BOT}`, { as });
  const [one] = (body as { payload: { waba_templates: { id: string }[] } }).payload.waba_templates;
  await world.server.call('PUT', `/svc/main/payroll_messages/${one?.id}`, {
    as,
    body: { payroll_message: { status: 'APPROVED' } },
  });
  faults.deadToken = false;
  const named = { name: 'historia', language: 'es' };
  expect((await past()).slice(0, 5)).toMatchObject([
    { cause: 'edit', error: 'unauthorized', added: 0 },
    { cause: 'button', error: 'unauthorized', added: 0 },
    { cause: 'button', error: null, times: 2, changes: [] },
    { cause: 'hook', changed: 1, changes: [{ ...named, what: 'status', from: 'PENDING', to: 'APPROVED' }] },
    { cause: 'button', added: 1, changes: [{ ...named, what: 'new', to: 'PENDING' }] },
  ]);
  const other = await world.server.call('GET', `/svc/waba/otro/syncs?botId=${BOT}`, { as });
  expect(other.status).toBe(404);
});
