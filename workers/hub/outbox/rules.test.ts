/** The outbox, rule by rule: the table in SPEC.md. */
import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { ANA, BOT, BRUNO, type HandTab, World } from '../../../tests/support/hub/world.ts';
import type { OutboxEntry } from '../surface/outbox-entry.ts';
import type { Topic } from '../surface/topics.ts';

const outbox: Topic = { kind: 'outbox' };
const connection: Topic = { kind: 'connection' };
const SILENT = ['lost', 'error'] as const;
const REFUSALS = [
  [400, 'bad_request'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'already_taken'],
  [413, 'too_large'],
  [415, 'unsupported_type'],
  [422, 'rule'],
] as const;
let world: World;
let tab: HandTab;
let id: string;

const entries = () => (tab.value(outbox) as OutboxEntry[] | undefined) ?? [];
const online = () => (tab.value(connection) as { state: string } | undefined)?.state;
const said = () =>
  (world.server.rows.rows.get(id)?.messages ?? [])
    .filter(({ from }) => from === 'agent')
    .map(({ text }) => text);
const posts = () => world.server.requests.filter(({ route }) => route === 'send');
const changes = () => world.server.requests.filter(({ route }) => route === 'change');
const refusedNotices = () => tab.notices.filter(({ kind }) => kind === 'refused');
const keys = () => new Set(posts().map(({ body }) => (body as { temporal_id: string }).temporal_id));
const send = (text: string, note = false) =>
  world.hub.api.send({ botId: BOT, conversationId: id, text, note });
const restart = () => world.attach(tab, world.session(ANA), world.respawn());
async function goOffline(): Promise<void> {
  world.server.up = false;
  world.server.cut();
  await world.until(() => online() !== 'live', 'offline');
}
async function seated(channel: 'web' | 'whatsapp' = 'web'): Promise<void> {
  world = new World();
  world.server.rows.newConversation(channel, null);
  id = [...world.server.rows.rows.keys()][0] ?? '';
  world.server.rows.command(id, { type: 'take', agent_id: ANA.user_id });
  tab = await world.openTab(world.session(ANA));
  for (const topic of [outbox, connection, { kind: 'messages', botId: BOT, conversationId: id } as const])
    tab.show(topic);
  await world.until(() => online() === 'live', 'live');
}
beforeEach(() => seated());

describe('an answer that is no yes', () => {
  it.each(SILENT)('OUT-1 %s: the same key after a pause that doubles', async (fate) => {
    world.server.answering = (route) => (route === 'send' ? fate : 'ok');
    // Its event would tell that it arrived.
    world.server.carry = () => [];
    await send('hola');
    await world.until(() => posts().length === 1, 'first');
    await world.moment(900);
    expect(posts()).toHaveLength(1);
    await world.until(() => posts().length === 2, 'second');
    await world.moment(1_800);
    expect(posts()).toHaveLength(2);
    world.server.answering = () => 'ok';
    await world.until(() => entries().length === 0, 'sent', 20_000);
    expect(keys().size).toBe(1);
    expect(said()).toEqual(['hola']);
  });

  it('OUT-2 too many: later, under the same key', async () => {
    world.server.refusals.set('send', { status: 429, error: 'too_many' });
    await send('hola');
    await world.until(() => said().length === 1 && entries().length === 0, 'sent');
    expect(posts()).toHaveLength(2);
    expect(keys().size).toBe(1);
  });

  it('OUT-3 a session that ended keeps it for the same person, under the same key', async () => {
    world.server.refusals.set('send', { status: 401, error: 'unauthorized' });
    await send('hola');
    await world.until(() => tab.signedOut.length === 1, 'signed out');
    world.server.viewers.set('token-nuevo', ANA);
    await world.hub.api.signIn({
      ...world.session(ANA),
      credentials: { ...world.session(ANA).credentials, 'access-token': 'token-nuevo' },
    });
    await world.hub.api.selectBot(tab.id, BOT);
    await world.until(() => said().length === 1 && entries().length === 0, 'sent');
    expect(keys().size).toBe(1);
  });

  it('OUT-4 a stale view asks by name; a yes sends it under the same key', async () => {
    world.server.refusals.set('send', { status: 409, error: 'stale_view', details: { agent_name: 'Bruno' } });
    await send('hola');
    await world.until(() => entries()[0]?.state === 'asking', 'asked');
    expect(entries()[0]?.reason).toMatch(/^Bruno respondió/);
    await restart();
    await world.until(() => entries()[0]?.state === 'asking', 'asked still');
    expect(said()).toEqual([]);
    await world.hub.api.retry(entries()[0]?.id ?? '');
    await world.until(() => said().length === 1 && entries().length === 0, 'sent');
    expect(keys().size).toBe(1);
  });

  it.each(REFUSALS)(
    'OUT-5 %i %s: a message is refused and stays so; a change is reported and let go',
    async (status, error) => {
      world.server.refusals.set('send', { status, error });
      await send('hola');
      await world.until(() => entries()[0]?.state === 'refused', 'refused');
      expect(entries()[0]?.reason).toBe(`Rechazado: ${error}`);
      await restart();
      await world.moment(2_000);
      expect(entries()[0]?.state).toBe('refused');
      expect(posts()).toHaveLength(1);
      const told = refusedNotices().length;
      world.server.refusals.set('change', { status, error });
      await world.hub.api.changeLater(BOT, id, { state: 'closed' });
      await world.until(() => refusedNotices().length === told + 1, 'told', 20_000);
      await world.moment(2_000);
      expect(entries().map(({ command }) => command.kind)).toEqual(['message']);
      expect(changes()).toHaveLength(1);
      expect(await world.hub.api.unsent()).toMatchObject({ outbox: 1 });
    },
  );

  it('OUT-6 uploads that are gone are sent again once; fresh ones are believed to be refused', async () => {
    await world.hub.api.attach({
      botId: BOT,
      conversationId: id,
      mode: 'reply',
      name: 'a.txt',
      blob: new Blob(['a'], { type: 'text/plain' }),
    });
    tab.show({ kind: 'draft', conversationId: id, mode: 'reply' });
    await world.moment(50);
    const draft = tab.value({ kind: 'draft', conversationId: id, mode: 'reply' }) as {
      files: { id: string }[];
    };
    world.server.refusals.set('send', { status: 422, error: 'rule', details: { uploads: 'unavailable' } });
    await world.hub.api.send({
      botId: BOT,
      conversationId: id,
      text: 'va',
      note: false,
      files: draft.files.map((file) => file.id),
    });
    await world.until(() => entries()[0]?.state === 'refused', 'fresh ones: refused');
    await world.hub.api.retry(entries()[0]?.id ?? '');
    await world.until(() => said().length === 1, 'sent');
    expect(world.server.files.size).toBe(1);
  });

  it('OUT-7 a change whose answer was lost with its worker was done: nothing is said, nothing is repeated', async () => {
    const open = world.server.gate('change');
    await world.hub.api.changeLater(BOT, id, { state: 'closed' });
    await world.until(() => changes().length === 1, 'posted', 20_000);
    await restart();
    open();
    await world.until(() => online() === 'live' && entries().length === 0, 'over', 20_000);
    expect(refusedNotices()).toEqual([]);
    expect(world.server.rows.rows.get(id)?.card.state).toBe('closed');
    expect(changes()).toHaveLength(1);
  });
});

describe('before it leaves', () => {
  it('OUT-8 a closed conversation refuses, and so does the end of the window, by the server’s time', async () => {
    await seated('whatsapp');
    const row = world.server.rows.rows.get(id);
    if (row) row.card = { ...row.card, last_customer_message_at: '2026-11-20T12:30:00.000Z' };
    world.server.rows.patch(id, { unread: true });
    world.server.push();
    await world.moment(100);
    // By the server's clock there is half an hour left.
    world.server.now = () => new Date(world.clock.now());
    await send('a tiempo');
    await world.until(() => said().length === 1, 'sent');
    await goOffline();
    world.clock.pass(2 * 60 * 60 * 1000);
    await send('tarde');
    await send('nota tardía', true);
    world.server.up = true;
    await world.until(() => entries()[0]?.state === 'refused' && said().length === 2, 'refused', 60_000);
    expect(said()).toEqual(['a tiempo', 'nota tardía']);
    await goOffline();
    await send('a una cerrada');
    world.server.rows.command(id, { type: 'close' });
    world.server.up = true;
    await world.until(
      () => entries().filter(({ state }) => state === 'refused').length === 2,
      'closed',
      60_000,
    );
    expect(posts()).toHaveLength(2);
  });

  it('OUT-9 somebody else who has it, or has answered, makes it ask; OUT-13 what is behind it asks too', async () => {
    await goOffline();
    await send('uno');
    await send('dos');
    world.server.rows.write(id, { from: 'agent', agent: { id: BRUNO, name: 'Bruno', image: null } });
    world.server.up = true;
    const asking = () => entries().filter(({ state }) => state === 'asking');
    await world.until(() => asking().length === 2, 'asked', 60_000);
    expect(posts()).toEqual([]);
  });

  it('OUT-10 a change that is so already is over; one of a conversation that changed is not done, and told', async () => {
    await world.hub.api.changeLater(BOT, id, { state: 'closed' });
    world.server.rows.command(id, { type: 'close' });
    world.server.push();
    await world.until(() => entries().length === 0, 'over', 20_000);
    expect(refusedNotices()).toEqual([]);
    world.server.rows.newConversation('web', null);
    id = [...world.server.rows.rows.keys()][1] ?? '';
    world.server.rows.command(id, { type: 'take', agent_id: ANA.user_id });
    world.server.push();
    await world.moment(100);
    tab.show({ kind: 'conversation', botId: BOT, conversationId: id });
    await world.moment(100);
    await world.hub.api.changeLater(BOT, id, { state: 'closed' });
    world.server.rows.command(id, { type: 'release' });
    world.server.push();
    await world.until(() => refusedNotices().length === 1 && entries().length === 0, 'told', 20_000);
    expect(world.server.rows.rows.get(id)?.card.state).toBe('pending');
    expect(changes()).toEqual([]);
  });
});

describe('once it was posted', () => {
  it('OUT-12 the server alone decides, also after a restart: it is not stopped, and not called refused', async () => {
    // Carried out, its event and its answer lost.
    world.server.carry = () => [];
    world.server.answering = (route) => (route === 'send' ? 'lost' : 'ok');
    const entry = await send('llegó');
    await world.until(() => said().length === 1 && entries()[0]?.state === 'waiting', 'answer lost');
    expect(await world.hub.api.cancel(entry.id)).toBe(false);
    world.server.up = false;
    await restart();
    await world.until(() => entries().length === 1, 'kept');
    expect(await world.hub.api.cancel(entry.id)).toBe(false);
    world.server.rows.command(id, { type: 'close' });
    // What happened is out of the log's reach: only the key can tell.
    world.server.sight = 's2';
    world.server.answering = () => 'ok';
    world.server.up = true;
    await world.until(() => online() === 'live' && entries().length === 0, 'found', 60_000);
    expect(refusedNotices()).toEqual([]);
    expect(said()).toEqual(['llegó']);
  });

  it('OUT-12 a change that was posted is not taken back', async () => {
    world.server.answering = (route) => (route === 'change' ? 'error' : 'ok');
    const entry = await world.hub.api.changeLater(BOT, id, { state: 'closed' });
    await world.until(() => changes().length === 1, 'posted', 20_000);
    await restart();
    await world.moment(100);
    expect(await world.hub.api.takeBack(entry.id)).toBe(false);
  });
});

describe('time and order', () => {
  it('OUT-13 in the order of writing, though the clock was set back in between', async () => {
    await goOffline();
    await send('uno');
    world.clock.setBack(60 * 60 * 1000);
    await send('dos');
    world.clock.setBack(60 * 60 * 1000);
    await send('tres');
    await restart();
    world.server.up = true;
    await world.until(() => said().length === 3, 'sent', 60_000);
    expect(said()).toEqual(['uno', 'dos', 'tres']);
  });

  it('OUT-14 the undo time begins again when the clock was set back, and then is over', async () => {
    await world.hub.api.changeLater(BOT, id, { state: 'closed' });
    world.clock.setBack(60 * 60 * 1000);
    await restart();
    await world.until(
      () => world.server.rows.rows.get(id)?.card.state === 'closed',
      'closed',
      3 * LIMITS.undo,
    );
  });
});

it('OUT-16 only the hub that writes stops what is on its way; the other begins with what is stored', async () => {
  await goOffline();
  const entry = await send('de la versión vieja');
  const old = world.hub;
  const newer = world.startHub('20261122000000-b');
  await world.moment(50);
  const fresh = await world.openTab(world.session(ANA), newer);
  fresh.show(outbox);
  await world.until(() => (fresh.value(outbox) as OutboxEntry[] | undefined)?.length === 1, 'taken over');
  expect(await old.api.cancel(entry.id)).toBe(false);
  await old.api.discard(entry.id);
  world.server.up = true;
  await world.until(() => said().length === 1, 'sent', 60_000);
  expect(keys().size).toBe(1);
});
