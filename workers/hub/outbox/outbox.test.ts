/** What the person who writes relies on: nothing is lost, nothing is said twice, nothing leaves unasked. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ANA, BOT, BRUNO, type HandTab, World } from '../../../tests/support/hub/world.ts';
import type { OutboxEntry } from '../surface/outbox-entry.ts';
import type { Topic } from '../surface/topics.ts';

const connection: Topic = { kind: 'connection' };
const outbox: Topic = { kind: 'outbox' };

let world: World;
let tab: HandTab;
let id: string;

const entries = () => (tab.value(outbox) as OutboxEntry[] | undefined) ?? [];
const said = () => world.server.rows.rows.get(id)?.messages.filter(({ from }) => from === 'agent') ?? [];
const sends = () => world.server.requests.filter(({ route }) => route === 'send');
const changes = () => world.server.requests.filter(({ route }) => route === 'change');
const online = () => (tab.value(connection) as { state: string } | undefined)?.state;
const folded = () =>
  (tab.value({ kind: 'messages', botId: BOT, conversationId: id }) as { messages: unknown[] } | undefined)
    ?.messages.length ?? 0;
const reply = (text: string) => world.hub.api.send({ botId: BOT, conversationId: id, text, note: false });

async function openTab(): Promise<HandTab> {
  const opened = await world.openTab(world.session(ANA));
  for (const topic of [
    connection,
    outbox,
    { kind: 'conversation', botId: BOT, conversationId: id } as const,
    { kind: 'messages', botId: BOT, conversationId: id } as const,
  ])
    opened.show(topic);
  return opened;
}
async function goOffline(): Promise<void> {
  world.server.up = false;
  world.server.cut();
  await world.until(() => online() !== 'live', 'offline');
}

beforeEach(async () => {
  world = new World();
  world.server.rows.newConversation('web', null);
  id = [...world.server.rows.rows.keys()][0] ?? '';
  world.server.rows.command(id, { type: 'handoff' });
  world.server.rows.command(id, { type: 'take', agent_id: ANA.user_id });
  tab = await openTab();
  await world.until(() => online() === 'live' && folded() === 1, 'live');
});

describe('sends', () => {
  it('HUB-11 sends a reply once and lets go of it when its event is folded', async () => {
    const entry = await reply('Buenas tardes');
    expect(entry.state).toBe('waiting');
    await world.until(() => folded() === 2, 'folded');
    expect(entries()).toEqual([]);
    expect(said()).toHaveLength(1);
  });

  it('HUB-11 asks again under the same key when the answer is lost, and the customer reads it once', async () => {
    world.server.carry = () => [];
    let losses = 0;
    world.server.answering = (route) => (route === 'send' && ++losses <= 2 ? 'lost' : 'ok');
    await reply('Una sola vez');
    await world.until(() => sends().length === 3, 'three tries');
    await world.moment(500);
    expect(said().map(({ text }) => text)).toEqual(['Una sola vez']);
    expect(new Set(sends().map(({ body }) => (body as { temporal_id: string }).temporal_id)).size).toBe(1);
  });

  it('HUB-31 sends a failed message once more with its files, however often that is asked for', async () => {
    const file = { id: 'file-1', name: 'boleta.txt', type: 'text/plain', size: 3 };
    world.server.files.set('key-of-then', { ...file, text: 'abc' });
    const failed = world.server.rows.write(id, {
      from: 'agent',
      text: 'Va la boleta',
      agent: { id: ANA.user_id, name: 'Ana', image: null },
      attachments: [file],
      message_status: 'failed',
    });
    world.server.push();
    await world.until(() => folded() === 2, 'failed');
    const again = () =>
      world.hub.api.send({
        botId: BOT,
        conversationId: id,
        text: 'Va la boleta',
        note: false,
        again: { id: failed?._id ?? '', attachments: ['file-1'] },
        keepDraft: true,
      });
    const [first, second] = await Promise.all([again(), again()]);
    expect(second?.id).toBe(first?.id);
    await world.until(() => folded() === 3 && entries().length === 0, 'sent once more');
    await again();
    await world.until(() => entries().length === 0 && sends().length === 2, 'asked for late');
    expect(said().map(({ attachments }) => attachments.map(({ name }) => name))).toEqual([
      ['boleta.txt'],
      ['boleta.txt'],
    ]);
  });

  it('HUB-11 sends once what a dying worker had under way', async () => {
    world.server.gate('send');
    await reply('Antes de morir');
    await world.until(() => said().length === 1, 'carried out');
    const hub = world.respawn();
    await world.attach(tab, world.session(ANA), hub);
    await world.until(() => online() === 'live', 'live again');
    await world.moment(500);
    expect(said()).toHaveLength(1);
    expect(entries()).toEqual([]);
  });

  it('HUB-12 keeps what was written offline over a restart and sends it in order when back', async () => {
    await goOffline();
    await reply('primero');
    await reply('segundo');
    const hub = world.respawn();
    await world.attach(tab, world.session(ANA), hub);
    await world.until(() => entries().length === 2, 'kept');
    world.server.up = true;
    await world.until(() => said().length === 2 && entries().length === 0, 'sent');
    expect(said().map(({ text }) => text)).toEqual(['primero', 'segundo']);
  });

  it('HUB-13 sends nothing while catching up, and asks when somebody answered meanwhile', async () => {
    await goOffline();
    await reply('¿Sigue ahí?');
    world.server.rows.write(id, { from: 'agent', agent: { id: BRUNO, name: 'Bruno', image: null } });
    world.server.up = true;
    await world.until(() => entries()[0]?.state === 'asking', 'asked');
    expect(entries()[0]?.reason).toBe('Bruno respondió mientras estabas sin conexión');
    expect(sends()).toHaveLength(0);
    await world.hub.api.retry(entries()[0]?.id ?? '');
    await world.until(() => said().length === 2 && entries().length === 0, 'sent after yes');
  });

  it('HUB-13 asks when another agent took the conversation, and refuses when it was closed', async () => {
    await goOffline();
    await reply('hola');
    world.server.rows.command(id, { type: 'close' });
    world.server.up = true;
    await world.until(() => entries()[0]?.state === 'refused', 'refused');
    expect(sends()).toHaveLength(0);
    await world.until(() => tab.notices.some(({ kind }) => kind === 'refused'), 'told');
    await world.hub.api.discard(entries()[0]?.id ?? '');
    await world.until(() => entries().length === 0, 'discarded');
  });

  it('HUB-13 finds an answer that crossed with the reply on the wire, and asks', async () => {
    // It is written, and this browser has not heard of it.
    world.server.carry = () => [];
    world.server.rows.write(id, { from: 'agent', agent: { id: BRUNO, name: 'Bruno', image: null } });
    world.server.push();
    await reply('¿Le ayudo?');
    await world.until(() => entries()[0]?.state === 'asking', 'asked');
    expect(sends()).toHaveLength(1);
    expect(said().map(({ agent }) => agent?.id)).toEqual([BRUNO]);
  });

  it('HUB-14 shows why the server refused, and sends nothing again unasked', async () => {
    world.server.rows.rows.delete(id);
    await reply('al vacío');
    await world.until(() => entries()[0]?.state === 'refused', 'refused');
    world.clock.pass(120_000);
    await world.moment();
    expect(sends()).toHaveLength(1);
  });
});

describe('undo', () => {
  const close = () => world.hub.api.changeLater(BOT, id, { state: 'closed' });

  it('HUB-15 takes a close back within its five seconds', async () => {
    const { id: entry } = await close();
    await world.moment(4_000);
    expect(await world.hub.api.takeBack(entry)).toBe(true);
    await world.moment(3_000);
    expect(changes()).toHaveLength(0);
  });

  it('HUB-15 lets it leave after them, also after a restart in between, and not before', async () => {
    const { id: entry } = await close();
    await world.moment(2_000);
    const hub = world.respawn();
    await world.attach(tab, world.session(ANA), hub);
    await world.moment(2_000);
    expect(changes()).toHaveLength(0);
    await world.until(() => world.server.rows.rows.get(id)?.card.state === 'closed', 'closed');
    expect(await world.hub.api.takeBack(entry)).toBe(false);
    expect(changes()).toHaveLength(1);
  });

  it('HUB-15 takes a lost answer of a change that happened for what it is', async () => {
    let lost = false;
    world.server.answering = (route) => {
      if (route !== 'change' || lost) return 'ok';
      lost = true;
      return 'lost';
    };
    await close();
    await world.until(() => world.server.rows.rows.get(id)?.card.state === 'closed', 'closed');
    await world.until(() => entries().length === 0, 'done');
    expect(tab.notices.filter(({ kind }) => kind === 'refused')).toEqual([]);
  });

  it('HUB-15 does not hold up messages behind a change that still may be taken back', async () => {
    await close();
    await reply('Gracias por escribirnos');
    await world.until(() => said().length === 1, 'said', 2_000);
  });
});

describe('a reply that takes, or closes', () => {
  const closing = (text: string) =>
    world.hub.api.send({ botId: BOT, conversationId: id, text, note: false, close: true });
  const taking = (text: string) =>
    world.hub.api.send({ botId: BOT, conversationId: id, text, note: false, take: true });
  const state = () => world.server.rows.rows.get(id)?.card.state;

  it('HUB-71 takes what nobody has and says it, once, though the answer is lost', async () => {
    world.server.rows.command(id, { type: 'release' });
    world.server.push();
    let losses = 0;
    world.server.answering = (route) => (route === 'send' && ++losses <= 2 ? 'lost' : 'ok');
    await taking('Hola, soy Ana');
    await world.until(() => entries().length === 0 && said().length === 1, 'said');
    expect(world.server.rows.rows.get(id)?.card).toMatchObject({ state: 'taken', agent_id: ANA.user_id });
    expect(said()).toHaveLength(1);
    expect(changes()).toHaveLength(0);
  });

  it('HUB-71 asks when somebody else was first', async () => {
    await goOffline();
    world.server.rows.command(id, { type: 'release' });
    await taking('Hola, soy Ana');
    world.server.rows.command(id, { type: 'take', agent_id: BRUNO });
    world.server.up = true;
    await world.until(() => entries()[0]?.state !== 'waiting', 'judged');
    expect(said()).toEqual([]);
  });

  it('HUB-72 closes five seconds after what was said, unless that is taken back', async () => {
    await closing('Quedamos así');
    await world.until(() => said().length === 1, 'said');
    await world.moment(3_000);
    expect(state()).toBe('taken');
    await world.until(() => state() === 'closed', 'closed');
    expect(changes()).toHaveLength(1);
  });

  it('HUB-72 does not close before the reply has left, over a restart too', async () => {
    await goOffline();
    await closing('Quedamos así');
    await world.moment(6_000);
    const hub = world.respawn();
    await world.attach(tab, world.session(ANA), hub);
    await world.until(() => entries().length === 2, 'kept');
    world.server.up = true;
    await world.until(() => state() === 'closed', 'closed');
    expect(said()).toHaveLength(1);
  });

  it('HUB-72 does not close when the reply may not leave', async () => {
    await goOffline();
    await closing('Quedamos así');
    world.server.rows.write(id, { from: 'agent', agent: { id: BRUNO, name: 'Bruno', image: null } });
    await world.moment(6_000);
    world.server.up = true;
    await world.until(() => entries()[0]?.state === 'asking', 'asked');
    await world.until(() => entries().length === 1, 'let go');
    await world.hub.api.retry(entries()[0]?.id ?? '');
    await world.until(() => said().length === 2, 'said');
    expect(changes()).toHaveLength(0);
    expect(state()).toBe('taken');
  });
});

describe('drafts', () => {
  const draft = { kind: 'draft', conversationId: '', mode: 'reply' } as const;
  const text = (of = tab) =>
    (of.value({ ...draft, conversationId: id }) as { text: string } | undefined)?.text;

  it('HUB-16 shares a draft with every tab and keeps it over a restart', async () => {
    const other = await openTab();
    other.show({ ...draft, conversationId: id });
    await world.hub.api.saveDraft(id, BOT, 'reply', 'a medio escribir', tab.id);
    await world.until(() => text(other) === 'a medio escribir', 'shared');
    const hub = world.respawn();
    await world.attach(other, world.session(ANA), hub);
    await world.until(() => text(other) === 'a medio escribir', 'kept');
  });

  it('HUB-16 clears it by its own send alone, and leaves the note of the same conversation', async () => {
    tab.show({ ...draft, conversationId: id });
    tab.show({ ...draft, mode: 'note', conversationId: id });
    await world.hub.api.saveDraft(id, BOT, 'reply', 'respuesta', tab.id);
    await world.hub.api.saveDraft(id, BOT, 'note', 'nota', tab.id);
    await reply('respuesta');
    await world.until(() => text() === '', 'cleared');
    expect(tab.value({ ...draft, mode: 'note', conversationId: id })).toMatchObject({ text: 'nota' });
  });
});

describe('sessions', () => {
  it('HUB-17 a 401 wipes log and session in every tab and keeps what was unsent for the same person', async () => {
    const other = await openTab();
    await goOffline();
    await reply('para después');
    world.server.viewers.clear();
    world.server.up = true;
    await world.until(() => tab.signedOut.length === 1 && other.signedOut.length === 1, 'told');
    await world.moment(300);
    const names = (await world.disk?.indexedDB.databases())?.map(({ name }) => name) ?? [];
    expect(names.filter((name) => name?.startsWith('charla-log'))).toEqual([]);
    const session = world.session(ANA);
    session.credentials = { ...session.credentials, 'access-token': 'fresh' };
    world.server.viewers.set('fresh', ANA);
    await world.hub.api.signIn(session);
    await world.until(() => said().length === 1, 'sent after signing in');
  });

  it('HUB-17 a sign-out by hand says what is unsent and then wipes that too', async () => {
    await goOffline();
    await reply('nunca enviado');
    await world.hub.api.saveDraft(id, BOT, 'note', 'borrador', tab.id);
    expect(await world.hub.api.unsent()).toEqual({ outbox: 1, drafts: 1 });
    await world.hub.api.signOut('by-hand');
    expect((await world.disk?.indexedDB.databases())?.map(({ name }) => name)).toEqual([]);
    world.server.up = true;
    await world.hub.api.signIn(world.session(ANA));
    await world.moment(500);
    expect(await world.hub.api.unsent()).toEqual({ outbox: 0, drafts: 0 });
    expect(said()).toEqual([]);
  });
});
