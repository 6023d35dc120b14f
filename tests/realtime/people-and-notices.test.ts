/** docs/product.md §4 agent status, session, product upload; docs/product.md §7 sounds, notifications, HEAD, RESET. */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { LIVE_EVENT_NAMES } from '../../contract/realtime/agent-socket.ts';
import { EVENT_NAMES } from '../../contract/realtime/events.ts';
import { WIRE_VERSION } from '../../contract/wire-version.ts';
import { sql } from '../../server/platform/database/database.ts';
import { tellLoadProgress } from '../../server/shops/load-progress.ts';
import type { TestServer } from '../../server/testing.ts';
import { Stage, startTestServer, type Viewer } from './stage.ts';

let server: TestServer;
let stage: Stage;
let admin: Viewer;
let ana: Viewer;
let bruno: Viewer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
const set = async (flags: Record<string, boolean> = {}) => {
  stage = await Stage.open(server, flags);
  admin = await stage.viewer('adan', 'administrador');
  ana = await stage.viewer('ana', 'agente', ['ventas']);
  bruno = await stage.viewer('bruno', 'agente', ['soporte']);
};
beforeEach(() => set());
afterEach(() => stage.close());

const statusOf = (of: Viewer, who: Viewer) =>
  of.tab.value({ kind: 'colleagues', botId: stage.botId })?.find(({ id }) => id === who.person.id)?.status;
const showColleagues = async () => {
  for (const viewer of stage.viewers) viewer.tab.show({ kind: 'colleagues', botId: stage.botId });
  await expect.poll(() => statusOf(admin, ana)).toBe('inactive');
};

it('RT-20 A realtime status event for the same agent changes their status, in every browser of theirs and for colleagues', async () => {
  await showColleagues();
  await stage.act(() => ana.setStatus('absent'));
  for (const viewer of stage.viewers) await expect.poll(() => statusOf(viewer, ana)).toBe('absent');
  await stage.act(() => ana.setStatus('active'));
  for (const viewer of stage.viewers) await expect.poll(() => statusOf(viewer, ana)).toBe('active');
});

it('RT-21 A change of status is emitted as REGISTER_AGENT_STATUS carrying userId, userBotId, status, role, botId; somebody else’s user id is refused', async () => {
  const asked: unknown[] = [];
  const [socket] = await server.app.realtime.namespace('/').in(`user:${ana.person.id}`).fetchSockets();
  const local = server.app.realtime.namespace('/').sockets.get(socket?.id ?? '');
  local?.onAny((name: string, argument: unknown) => {
    if (name === 'REGISTER_AGENT_STATUS') asked.push(argument);
  });
  await stage.act(() => ana.setStatus('absent'));
  const said = {
    userId: ana.person.id,
    userBotId: ana.linkId,
    status: 'absent',
    role: 'agente',
    botId: stage.botId,
  };
  expect(asked).toEqual([said]);
  const { io } = await import('socket.io-client');
  const other = io(server.url, {
    auth: { ...bruno.person.headers },
    transports: ['websocket'],
    reconnection: false,
  });
  const answer: unknown = await other.emitWithAck('REGISTER_AGENT_STATUS', { ...said, status: 'active' });
  other.disconnect();
  expect(answer).toMatchObject({ error: 'forbidden' });
});

it.each([true, false])(
  'RT-22 For bots with the flag only, a multi-tab agent session closes when the last tab closes (flag: %s)',
  async (flag) => {
    await stage.close();
    await set({ multi_tab_session_close: flag });
    const second = await ana.openTab();
    await stage.act(() => ana.setStatus('active'));
    const status = async () => {
      await server.live.presence.sweep();
      const [row] = await server.app.db.query<{ status: string }>(
        sql`select status from user_bots where id = ${ana.linkId}`,
      );
      return row?.status;
    };
    second.say({ type: 'farewell' });
    ana.closeTab(second);
    server.pass(6_000);
    expect(await status()).toBe('active');
    ana.tab.say({ type: 'farewell' });
    const leases = async () => {
      const rows = await server.app.db.query<{ soon: boolean }>(sql`
        select expires_at < ${new Date(server.app.clock.now().getTime() + 10_000)} as soon
        from presence_leases where bot_id = ${stage.botId} and user_id = ${ana.person.id}`);
      return rows.map(({ soon }) => soon);
    };
    await expect.poll(leases).toEqual([true]);
    server.pass(6_000);
    expect(await status()).toBe(flag ? 'close_session' : 'active');
  },
);

it('RT-23 Any 401, or a refused connection, ends the session in every tab', async () => {
  const second = await ana.openTab();
  await server.app.db.query(sql`delete from auth_tokens where client = ${ana.person.headers.client}`);
  await ana.hub.api.reload({ kind: 'counters', botId: stage.botId });
  for (const tab of [ana.tab, second]) await expect.poll(() => tab.signedOut).toBe('unauthorized');
  stage.viewers.splice(stage.viewers.indexOf(ana), 1);
  await ana.close();
  // A refused connection says the same as a 401.
  await server.app.db.query(sql`delete from auth_tokens where client = ${bruno.person.headers.client}`);
  server.app.realtime.signedOut(bruno.person.headers.client, bruno.person.id);
  await expect.poll(() => bruno.tab.signedOut, { timeout: 30_000 }).toBe('unauthorized');
});

it('RT-24 LOAD_PRODUCTS: the bar follows, at 100 the training starts, 4 s later ‘Productos cargados’ until acknowledged', async () => {
  const topic = { kind: 'products', botId: stage.botId } as const;
  for (const viewer of stage.viewers) viewer.tab.show(topic);
  // It is no part of the log: who has not joined yet does not hear of it later.
  const shown = (viewer: Viewer) => {
    tellLoadProgress(server.app, stage.botId, 41.6);
    return viewer.tab.value(topic);
  };
  for (const viewer of stage.viewers)
    await expect.poll(() => shown(viewer)).toEqual({ state: 'loading', progress: 42 });
  tellLoadProgress(server.app, stage.botId, 100);
  for (const viewer of stage.viewers)
    await expect.poll(() => viewer.tab.value(topic)?.state).toBe('training');
  for (const viewer of stage.viewers) viewer.clock.pass(4_000);
  for (const viewer of stage.viewers) await expect.poll(() => viewer.tab.value(topic)?.state).toBe('loaded');
  await ana.hub.api.acknowledgeProducts(stage.botId);
  await expect.poll(() => ana.tab.value(topic)?.state).toBe('idle');
  expect(admin.tab.value(topic)?.state).toBe('loaded');
});

it('RT-35 CONNECTED greets with the person’s own id, bots and the version of the wire; AUTO_RECONNECT with botId follows every connect', async () => {
  const { io } = await import('socket.io-client');
  const socket = io(server.url, {
    auth: { ...ana.person.headers },
    transports: ['websocket'],
    reconnection: false,
  });
  const greeted: unknown = await new Promise((resolve) => socket.once('CONNECTED', resolve));
  socket.disconnect();
  expect(greeted).toEqual({ userId: ana.person.id, bots: [stage.botId], wire: WIRE_VERSION });
  // Every connect: the hub joins again and has what it missed.
  server.app.realtime.namespace('/').disconnectSockets(true);
  await stage.act(() => stage.write(stage.customer()));
  expect(ana.figures()?.active).toBe(1);
});

it('RT-36 SOUND_NEW_CONVERSATION, SOUND_LIVE_CHAT_MESSAGE, SOUND_PENDING_CONVERSATION, SOUND_NEW_LEAD ring once for each person who sees it', async () => {
  await ana.openTab();
  const { id, who } = await stage.conversation();
  const rung = (viewer: Viewer) => viewer.told('sound').map(({ sound }) => sound);
  for (const viewer of stage.viewers)
    await expect.poll(() => rung(viewer).sort()).toEqual(['new-conversation', 'new-lead']);
  await stage.act(() => stage.change(admin, id, { category: 'soporte' }));
  await stage.act(() => stage.move(admin, id, 'pending'));
  await expect.poll(() => rung(bruno).slice(2)).toEqual(['pending-conversation']);
  await expect.poll(() => rung(admin).slice(2)).toEqual(['pending-conversation']);
  // Ana does not see that area.
  expect(rung(ana)).toHaveLength(2);
  await stage.act(() => stage.take(bruno, id));
  await stage.act(() => stage.write(who, '¿hola?'));
  await expect.poll(() => rung(bruno).slice(3)).toEqual(['live-chat-message']);
  expect(rung(ana)).toHaveLength(2);
});

it('RT-37 PUSH_DATA carries the event of its NOTIFICATION: one notice', async () => {
  const { id } = await stage.conversation();
  const heard: { name: string; event_id: string }[] = [];
  const { io } = await import('socket.io-client');
  const socket = io(server.url, {
    auth: { ...ana.person.headers },
    transports: ['websocket'],
    reconnection: false,
  });
  await new Promise((resolve) => socket.once('CONNECTED', resolve));
  for (const name of ['NOTIFICATION', 'PUSH_DATA'])
    socket.on(name, (data: { event_id: string }) => heard.push({ name, event_id: data.event_id }));
  const note = {
    conversation_id: id,
    text: '@ana mira esto',
    temporal_id: server.app.ids(),
    note: true,
    mentions: [ana.person.id],
  };
  await server.call('POST', '/svc/conversations/session_logs', { as: admin.person, body: note });
  await expect.poll(() => heard.map(({ name }) => name)).toEqual(['NOTIFICATION', 'PUSH_DATA']);
  expect(new Set(heard.map(({ event_id }) => event_id)).size).toBe(1);
  await expect.poll(() => ana.told('notification')).toMatchObject([{ action: 'user_tagged' }]);
  await stage.agree();
  expect(ana.told('notification')).toHaveLength(1);
  socket.disconnect();
});

it('RT-38 Notifications channel: NOTIFICATION reaches bot and user alone, with its action', async () => {
  const mine = await stage.conversation();
  await stage.act(() => stage.take(ana, mine.id));
  const told: [string, string][] = [];
  const namespace = server.app.realtime.namespace('/');
  const { io } = await import('socket.io-client');
  const sockets = await Promise.all(
    [admin, ana, bruno].map(async (viewer) => {
      const socket = io(server.url, {
        auth: { ...viewer.person.headers },
        transports: ['websocket'],
        reconnection: false,
      });
      await new Promise((resolve) => socket.once('CONNECTED', resolve));
      socket.on('NOTIFICATION', (data: { action: string; user_id: number }) =>
        told.push([viewer.person.email.split('@')[0]?.replace(/\d+/, '') ?? '', data.action]),
      );
      return socket;
    }),
  );
  await stage.act(() => stage.give(ana, mine.id, bruno));
  await expect.poll(() => told).toEqual([['bruno', 'transfer_conversation']]);
  await server.app.db.query(sql`update bots set auto_assign = true where id = ${stage.botId}`);
  await stage.act(() => ana.setStatus('active'));
  const other = await stage.conversation();
  await stage.act(() => stage.move(admin, other.id, 'pending'));
  await expect.poll(() => told.at(-1)).toEqual(['ana', 'new_conversation']);
  expect(told).toHaveLength(2);
  for (const socket of sockets) socket.disconnect();
  expect(namespace.name).toBe('/');
});

it('RT-40 HEAD ahead of what has arrived makes the hub ask for what it lacks', async () => {
  // Ana's socket leaves the bot's room behind the hub's back: frames go past it.
  const rooms = server.app.realtime.namespace('/').in(`user:${ana.person.id}`);
  rooms.socketsLeave(`bot:${stage.botId}:agent:${ana.person.id}`);
  await stage.write(stage.customer());
  const [row] = await server.app.db.query<{ log_head: number }>(
    sql`select log_head from bots where id = ${stage.botId}`,
  );
  rooms.emit('HEAD', { bot_id: stage.botId, seq: row?.log_head ?? 0 });
  await expect.poll(() => ana.reached(), { timeout: 30_000 }).toBe(row?.log_head);
  await expect.poll(() => ana.figures()?.active).toBe(1);
});

it('RT-41 RESET after a change of role or areas: nothing of the old sight stays on screen', async () => {
  const { id } = await stage.conversation();
  await stage.act(() => stage.change(admin, id, { category: 'ventas' }));
  expect(ana.list()).toEqual([id]);
  await ana.open(id);
  expect(ana.messages(id)?.messages.length).toBeGreaterThan(0);
  await server.app.db.query(
    sql`update user_bots set category = '["soporte"]'::jsonb where id = ${ana.linkId}`,
  );
  server.app.realtime.sightChanged(stage.botId, ana.person.id);
  await expect.poll(() => ana.list(), { timeout: 30_000 }).toEqual([]);
  await expect.poll(() => ana.messages(id)?.messages ?? []).toEqual([]);
  await stage.agree();
  expect(ana.figures()).toMatchObject({ active: 0 });
  expect(ana.stale).toContain('places');
});

it('RT-43 AGENT_STATUS of a colleague never moves conversations or figures', async () => {
  await stage.conversation();
  const lists = stage.viewers.map((viewer) => viewer.list());
  const moved = await stage.act(() => bruno.setStatus('active'));
  for (const viewer of stage.viewers) expect(moved.get(viewer)).toEqual({});
  expect(stage.viewers.map((viewer) => viewer.list())).toEqual(lists);
});

it('every realtime event of the contract is named by a line of SPEC.md', () => {
  const lines = readFileSync(new URL('./SPEC.md', import.meta.url), 'utf8');
  const named: Record<string, string> = {
    NEW_CONVERSATION: 'RT-1',
    PUSH_PENDING_CONVERSATION: 'RT-2',
    DERIVE_CONVERSATION: 'RT-5',
    TIMER_CLOSE_CONVERSATION: 'RT-10',
    UPDATE_CONVERSATION_CARD: 'RT-11',
    DISCONNECT_CONVERSATION: 'RT-15',
    NEW_MESSAGE_STATUS: 'RT-16',
  };
  const missing = [...EVENT_NAMES, ...LIVE_EVENT_NAMES].filter(
    (name) => !lines.includes(`\`${name}\``) && !lines.includes(`**${named[name]}**`),
  );
  expect(missing).toEqual([]);
});
