/** Messenger and Instagram against the playground: connected, heard, answered, and what is their own. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_FAULTS } from '../../../playground/faults.ts';
import { messagingEnvelope } from '../../../playground/messenger/messaging.ts';
import { sql } from '../../platform/database/database.ts';
import { BOT, type ChannelWorld, channelWorld, PICTURE } from '../testing.ts';
import { credentialsOf, type MessagingWorld, messagingOf } from './testing.ts';

let world: ChannelWorld;
beforeAll(async () => {
  world = await channelWorld();
});
afterAll(() => world.close());
beforeEach(() => Object.assign(world.playground.faults, NO_FAULTS));
const db = () => world.server.app.db;
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

describe.each(['messenger', 'instagram'] as const)('%s', (channel) => {
  let own: MessagingWorld;
  beforeAll(async () => {
    Object.assign(world.playground.faults, NO_FAULTS);
    own = await messagingOf(world, channel);
  });
  const last = async (id: string) => (await own.logOf(id)).at(-1);
  const said = async (id: string) => (await own.logOf(id)).filter(({ from }) => from !== 'system');

  it('is connected after a real check, named as the provider does, subscribed, and to one bot alone', async () => {
    const { connection, account } = own;
    expect(connection).toMatchObject({
      provider: channel,
      state: 'ok',
      name: channel === 'messenger' ? account.name : `@${account.username}`,
    });
    expect(JSON.stringify(connection)).not.toContain(account.accessToken);
    expect(account.fields).toContain('messages');
    expect((await own.connect(account)).status).toBe(409);
    const fresh = own.messaging.addAccount(channel);
    const wrong = { ...credentialsOf(fresh), access_token: 'no such token' };
    expect(await own.connect(fresh, wrong)).toMatchObject({
      status: 422,
      body: { details: { kind: 'unauthorized' } },
    });
    expect(await own.connect(fresh, { access_token: 'abcdefgh' })).toMatchObject({
      status: 422,
      body: { details: { field: `credentials.${channel === 'messenger' ? 'page_id' : 'account_id'}` } },
    });
  });

  it('answers the handshake of a known token alone, and takes signed bodies alone', async () => {
    const { account, messaging, hookUrl } = own;
    expect(await messaging.handshake(account)).toBe(true);
    expect(await messaging.handshake({ ...account, verifyToken: 'otro' })).toBe(false);
    const body = JSON.stringify({ object: 'page', entry: [] });
    const { hooks } = world.playground;
    expect(await hooks.post({ url: hookUrl, appSecret: 'otro' }, body)).toBe(401);
    // A number's secret speaks for no page.
    expect(await hooks.post({ url: hookUrl, appSecret: world.number.appSecret }, body)).toBe(401);
    expect(await hooks.post({ url: hookUrl, appSecret: account.appSecret }, 'no soy JSON')).toBe(200);
    expect(await hooks.post({ url: hookUrl, appSecret: account.appSecret }, 'x'.repeat(5_000_001))).toBe(413);
  });

  it('a part about another account than those that its signature speaks for is kept and applied to nothing', async () => {
    const other = own.messaging.addAccount(channel, { appSecret: 'un secreto ajeno' });
    expect((await own.connect(other)).status).toBe(201);
    const customer = own.somebody();
    const { change } = own.messaging.incoming(other, customer, { message: { text: 'Soy de otro' } });
    const body = JSON.stringify(messagingEnvelope([change], world.server.app.clock.now().getTime()));
    expect(
      await world.playground.hooks.post({ url: own.hookUrl, appSecret: own.account.appSecret }, body),
    ).toBe(200);
    await world.settle();
    const parts = await db().query<{ state: string }>(sql`
      select state from hook_parts where content ->> 'customer' = ${customer.id}`);
    expect(parts).toEqual([{ state: 'foreign' }]);
    expect(await db().query(sql`select 1 from channel_contacts where user_id = ${customer.id}`)).toEqual([]);
  });

  it('a customer is answered by the same bot, its menu as quick replies, and a press comes back as one', async () => {
    const customer = own.somebody();
    await own.writes(customer, { message: { text: 'Hola' } });
    const { id } = await own.conversationOf(customer.id);
    const log = await said(id);
    expect(log[0]).toMatchObject({ from: 'Cliente', text: 'Hola' });
    expect(log.slice(1).map(({ from, message_status }) => [from, message_status])).toEqual(
      log.slice(1).map(() => ['bot', 'read']),
    );
    expect(log.length).toBeGreaterThan(1);
    const sent = own.sentTo(customer.id);
    expect(sent).toHaveLength(log.length - 1);
    expect(sent[0]?.body).toMatchObject({ messaging_type: 'RESPONSE', recipient: { id: customer.id } });
    await own.writes(customer, { message: { text: 'Mi ficha', quick_reply: { payload: 'choice>ficha' } } });
    expect((await said(id)).filter(({ from }) => from === 'bot').at(-1)?.text).toBe('¿Cuál es tu RUT?');
  });

  it('an agent’s words leave once, are told of as sent, and move on as they are read; their echo is no message', async () => {
    const { id, customer } = await own.talk();
    const before = (await own.logOf(id)).length;
    world.playground.faults.double = true;
    expect((await own.reply(id)).body).toMatchObject({ message_status: 'queued' });
    await world.settle();
    expect(await own.logOf(id)).toHaveLength(before + 1);
    expect(await last(id)).toMatchObject({ message_status: 'read', text: 'Claro, te ayudo' });
    // The same echo, much later and in another conversation.
    const mid = own.sentTo(customer.id).at(-1)?.id ?? '';
    world.server.pass(3 * HOUR);
    await world.server.call('PUT', `/svc/conversations/conversations/${id}`, {
      as: world.team.ana,
      body: { state: 'closed' },
    });
    own.messaging.echo(own.account, customer.id, { mid, text: 'Claro, te ayudo' });
    await world.settle();
    expect((await own.conversationOf(customer.id)).id).toBe(id);
    const texts = (await own.logOf(id)).filter(({ text }) => text === 'Claro, te ayudo');
    expect(texts).toHaveLength(1);
  });

  it('what was written in the provider’s own app is shown as such', async () => {
    const { id, customer } = await own.talk();
    own.messaging.echo(own.account, customer.id, { text: 'Te llamo en un rato', app_id: 2 });
    await world.settle();
    expect(await last(id)).toMatchObject({
      from: 'agent',
      agent: null,
      text: 'Te llamo en un rato',
      extra: { from_app: true },
    });
  });

  it('an answer that was lost is found by the echo, and not repeated', async () => {
    const { id, customer } = await own.talk();
    const before = own.sentTo(customer.id).length;
    world.playground.faults.lostAnswers = 1;
    await own.reply(id);
    await world.settle();
    expect(own.sentTo(customer.id)).toHaveLength(before + 1);
    expect(await last(id)).toMatchObject({ message_status: 'read', reason: null });
    expect((await own.logOf(id)).filter(({ text }) => text === 'Claro, te ayudo')).toHaveLength(1);
  });

  it('a send that never arrived is said to be unknown after ten minutes, and not repeated', async () => {
    const { id, customer } = await own.talk();
    const before = own.sentTo(customer.id).length;
    world.playground.faults.lostRequests = 1;
    await own.reply(id);
    await world.settle();
    world.server.pass(11 * 60_000);
    await world.settle();
    expect(await last(id)).toMatchObject({ message_status: 'failed' });
    expect((await last(id))?.reason).toContain('No sabemos si llegó');
    expect(own.sentTo(customer.id)).toHaveLength(before);
  });

  it('every kind is shown as what it is; files are copied', async () => {
    const customer = own.somebody();
    const file = (type: string, name: string) => ({
      attachments: [{ type, payload: { url: own.messaging.addFile(PICTURE, 'image/png', name) } }],
    });
    const kinds: [Record<string, unknown>, object][] = [
      [
        { message: { text: 'Mira', ...file('image', 'foto.png') } },
        { text: 'Mira', attachments: [{ state: 'ready', type: 'image/png' }] },
      ],
      [
        {
          message: {
            text: '¡Qué lindo!',
            reply_to: { story: { id: '1', url: own.messaging.addFile(PICTURE, 'image/png') } },
          },
        },
        { extra: { kind: 'story_reply' }, attachments: [{ state: 'ready' }] },
      ],
      [
        { message: file('story_mention', 'm.png') },
        { extra: { kind: 'story_mention' }, attachments: [{ state: 'ready' }] },
      ],
      [
        { postback: { title: 'Empezar', payload: 'GET_STARTED' } },
        { text: 'Empezar', extra: { kind: 'postback' } },
      ],
      [
        {
          message: {
            text: 'Vi el anuncio',
            referral: { source: 'ADS', ads_context_data: { ad_title: 'Oferta' } },
          },
        },
        { extra: { referral: { headline: 'Oferta' } } },
      ],
      [
        { referral: { ref: 'catalogo', source: 'SHORTLINK' } },
        { extra: { kind: 'referral', referral: { body: 'catalogo' } } },
      ],
      [{ message: { is_unsupported: true } }, { extra: { kind: 'unsupported' } }],
    ];
    for (const [event, shown] of kinds) {
      await own.writes(customer, event);
      const { id } = await own.conversationOf(customer.id);
      expect((await said(id)).findLast(({ from }) => from === 'Cliente')).toMatchObject(shown);
    }
  });

  it('a message is reacted to, edited, taken back; and a file whose address ended says so', async () => {
    const { id, customer } = await own.talk();
    const mid = await own.writes(customer, { message: { text: 'Quiero dos' } });
    const find = async () => (await own.logOf(id)).find((one) => one.mid === mid);
    await own.writes(customer, { reaction: { mid, action: 'react', reaction: 'love', emoji: '❤️' } });
    expect((await find())?.extra?.reactions).toMatchObject([{ from: 'Cliente', emoji: '❤️' }]);
    await own.writes(customer, { reaction: { mid, action: 'unreact' } });
    expect((await find())?.extra?.reactions).toMatchObject([{ emoji: '' }]);
    await own.writes(customer, { message_edit: { mid, text: 'Quiero tres', num_edit: 1 } });
    expect(await find()).toMatchObject({ text: 'Quiero tres' });
    await own.writes(customer, { message: { mid, is_deleted: true } });
    expect(await find()).toMatchObject({
      text: 'El cliente eliminó este mensaje.',
      extra: { deleted: true },
    });
    await own.writes(customer, {
      message: { attachments: [{ type: 'image', payload: { url: `${own.messaging.url}/cdn/nada` } }] },
    });
    const lost = (await last(id))?.attachments[0];
    expect(lost?.state).toBe('failed');
    expect(lost?.reason).toContain('el cliente debe reenviarlo');
  });

  it('long words leave in pieces and files as files, in order', async () => {
    const { id, customer } = await own.talk();
    const before = own.sentTo(customer.id).length;
    const form = new FormData();
    form.set('conversation_id', id);
    form.set('bot_id', String(BOT));
    form.set('file', new Blob([PICTURE]), 'foto.png');
    const uploaded = await fetch(`${world.server.url}/uploads`, {
      method: 'POST',
      headers: world.team.ana.headers as unknown as Record<string, string>,
      body: form,
    });
    const file = (await uploaded.json()) as { id: string };
    const long = Array.from(
      { length: 60 },
      (_, at) => `La frase número ${at} dice algo más sobre tu pedido.`,
    ).join(' ');
    await own.reply(id, { text: long, attachments: [file.id] });
    await world.settle();
    const sent = own
      .sentTo(customer.id)
      .slice(before)
      .map(({ body }) => body.message as { text?: string; attachment?: object });
    expect(
      sent
        .slice(0, -1)
        .map(({ text }) => text)
        .join(' '),
    ).toBe(long);
    expect(sent.length).toBeGreaterThan(2);
    expect(sent.at(-1)?.attachment).toMatchObject({ type: 'image' });
    expect(await last(id)).toMatchObject({ message_status: 'read' });
  });

  it('TK-1: a dead token stops the queue, marks nothing as sent; mended in place it goes on', async () => {
    const { id } = await own.talk();
    world.playground.faults.deadToken = true;
    await own.reply(id);
    await world.settle();
    expect(await last(id)).toMatchObject({ message_status: 'queued' });
    const [row] = await db().query<{ health: string }>(
      sql`select health from connections where id = ${own.connection.id}`,
    );
    expect(row?.health).toBe('needs_reconnect');
    world.playground.faults.deadToken = false;
    const mended = await world.server.call('PUT', `/svc/main/connections/${own.connection.id}`, {
      as: world.team.owner,
      body: { credentials: { access_token: own.account.accessToken } },
    });
    expect(mended.body).toMatchObject({ state: 'ok', last_error: null });
    await world.settle();
    expect(await last(id)).toMatchObject({ message_status: 'read' });
  });

  it('within 7 days a person’s reply leaves with the human-agent tag, and nothing that no person wrote', async () => {
    const { id, customer } = await own.talk();
    world.server.pass(25 * HOUR);
    expect((await own.reply(id)).status).toBe(200);
    await world.settle();
    expect(own.sentTo(customer.id).at(-1)?.body).toMatchObject({
      messaging_type: 'MESSAGE_TAG',
      tag: 'HUMAN_AGENT',
    });
    expect(await last(id)).toMatchObject({ message_status: 'read' });
    own.account.humanAgent = false;
    await own.reply(id, { text: 'Sin permiso' });
    await world.settle();
    own.account.humanAgent = true;
    const refused = await last(id);
    expect([refused?.message_status, refused?.reason?.includes('Human Agent')]).toEqual(['failed', true]);
    // It was this message: the account works.
    const [row] = await db().query<{ health: string }>(
      sql`select health from connections where id = ${own.connection.id}`,
    );
    expect(row?.health).toBe('ok');
    // Eight days ago, by the provider's own time.
    const past = new Date(world.server.app.clock.now().getTime() - 8 * DAY);
    await db().query(sql`update conversations set last_customer_message_at = ${past} where id = ${id}`);
    expect(await own.reply(id)).toMatchObject({ status: 422, body: { details: { locked: true } } });
  });

  it.each([
    ['000551', 'no está disponible'],
    ['018001', 'no conoce a este cliente'],
    ['018278', 'pasó el plazo'],
    ['000100', 'no aceptó el mensaje'],
  ])('refusal %s says why and breaks nothing', async (code, words) => {
    const customer = { id: `56900${code}`, name: 'Mágica' };
    await own.writes(customer, { message: { text: 'Hola' } });
    const { id } = await own.conversationOf(customer.id);
    const answer = (await said(id)).find(({ from }) => from === 'bot');
    expect([answer?.message_status, answer?.reason?.includes(words)]).toEqual(['failed', true]);
    const [row] = await db().query<{ health: string }>(
      sql`select health from connections where id = ${own.connection.id}`,
    );
    expect(row?.health).toBe('ok');
  });
});
