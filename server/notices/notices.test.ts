/** The person's notifications: a set with a cursor, gathered by subject, shown as long as the right to see them lasts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Notification } from '../../contract/entities/notification.ts';
import { NOTIFICATION_ACTIONS } from '../../contract/entities/notification.ts';
import { DEFAULT_NOTICES } from '../../contract/notice-settings.ts';
import { KIND_OF_ACTION } from '../../contract/told.ts';
import { agentSocket, mailsTo } from '../access/testing.ts';
import { json, sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type Team, type TestServer } from '../testing.ts';
import { DIGEST_AFTER, DIGEST_EVERY } from './digest.ts';
import { type NotificationDraft, notify, notifyMention } from './notifications.ts';

let server: TestServer;
let team: Team;
const BOT = 64;
beforeAll(async () => {
  server = await startTestServer();
  team = await server.addTeam(BOT);
});
afterAll(() => server.close());
beforeEach(() => server.app.db.query(sql`delete from notifications`));

const draft = (wish: Partial<NotificationDraft> = {}): NotificationDraft => ({
  action: 'connection',
  botId: BOT,
  userIds: [team.owner.id],
  icon: 'connection',
  subject: 'Una conexión',
  body: 'WhatsApp dejó de funcionar',
  plain: 'Una conexión',
  link: '/integraciones?bot=64',
  ...wish,
});
const tell = (wish: Partial<NotificationDraft> = {}) =>
  server.app.db.transaction((tx) => notify(tx, server.app, draft(wish)), { retries: 3 });
const get = async <T>(path: string, as: Person): Promise<T> => {
  const answer = await server.call('GET', `/svc/main/notifications/${path}`, { as });
  expect(answer.status).toBe(200);
  return answer.body as T;
};
interface Page {
  notifications: Notification[];
  next: number | null;
}
const list = (as: Person, query = '') => get<Page>(`list/${as.id}${query}`, as);
const unread = (as: Person, query = '') =>
  get<{ ids: string[]; count: number; cursor: number }>(`unread/${as.id}${query}`, as);
const put = (path: string, as: Person, body: object) =>
  server.call('PUT', `/svc/main/notifications/${path}/${as.id}`, { as, body });

it('NO-1 an event is told to a person once, whoever tells it, also two at once', async () => {
  await tell({ eventId: 'e1' });
  await tell({ eventId: 'e1', action: 'sync' });
  await Promise.all([1, 2, 3, 4].map(() => tell({ eventId: 'e2' })));
  expect((await list(team.owner)).notifications).toHaveLength(2);
  expect((await unread(team.owner)).count).toBe(2);
});

it('NO-1 marking all reads what was seen: what arrives meanwhile stays unread', async () => {
  await tell();
  await tell({ botId: 7, userIds: [team.stranger.id] });
  const { cursor } = await unread(team.owner);
  await tell({ body: 'Llegó después' });
  expect((await put('read_up_to', team.owner, { up_to: cursor })).body).toEqual({ updated: 1 });
  const left = await unread(team.owner);
  expect(left.count).toBe(1);
  expect((await list(team.owner, '?view=unread')).notifications[0]?.item.body).toBe('Llegó después');
  // Nobody marks another person's, nor counts at a bot where they do not work.
  expect((await unread(team.stranger)).count).toBe(1);
  expect(
    (await server.call('GET', `/svc/main/notifications/unread/${team.owner.id}`, { as: team.stranger }))
      .status,
  ).toBe(404);
  expect(
    (await server.call('GET', `/svc/main/notifications/unread/${team.owner.id}?bot_id=7`, { as: team.owner }))
      .status,
  ).toBe(404);
  expect((await put('read_up_to', team.owner, { up_to: -1 })).status).toBe(400);
  expect((await put('read_up_to', team.owner, { up_to: 1e300 })).status).toBe(400);
});

it('NO-1 any interleaving of telling, reading, unreading and archiving leaves the set that a list shows', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('tell' as const), event: fc.integer({ min: 0, max: 5 }) }),
    fc.record({ do: fc.constant('gather' as const), event: fc.constant(0) }),
    fc.record({ do: fc.constant('all' as const), event: fc.constant(0) }),
    fc.record({
      do: fc.constantFrom('read' as const, 'unread' as const, 'archive' as const),
      event: fc.integer({ min: 0, max: 9 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      await server.app.db.query(sql`delete from notifications`);
      for (const { do: what, event } of steps) {
        const { notifications } = await list(team.owner);
        const one = notifications[event % Math.max(1, notifications.length)];
        if (what === 'tell') await tell({ eventId: `any-${event}` });
        else if (what === 'gather') await tell({ action: 'create_new_message_ticket', trackingCode: 'T-7' });
        else if (what === 'all')
          await put('read_up_to', team.owner, { up_to: (await unread(team.owner)).cursor });
        else if (one && what === 'archive')
          await put(`archived/${one.item.id}`, team.owner, { archived: true });
        else if (one) await put(`update_status/${one.item.id}`, team.owner, { read: what === 'read' });
      }
      const [set, all] = [await unread(team.owner), await list(team.owner)];
      const shown = all.notifications.filter(({ read }) => !read);
      expect(set.ids).toEqual(shown.map(({ item }) => item.id));
      expect(set.count).toBe(set.ids.length);
      expect(shown.every(({ cursor }) => cursor <= set.cursor)).toBe(true);
      const numbers = all.notifications.map(({ cursor }) => cursor);
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => b - a));
    }),
    { numRuns: 25 },
  );
});

it('NO-2 what one may no longer see disappears, in the bell of every tab, and comes back with the right', async () => {
  const { ana, bruno, owner } = team;
  await server.addConversation('sight', BOT, { state: 'taken', category: null, agent_id: ana.id });
  await server.app.db.transaction((tx) =>
    notifyMention(tx, server.app, {
      conversation: { id: 'sight', bot_id: BOT, state: 'taken', lead_name: 'Paz' },
      from: { id: owner.id, name: 'Olga' },
      toIds: [ana.id],
    }),
  );
  expect((await unread(ana)).count).toBe(1);
  const agent = agentSocket(server, ana);
  const { socket } = agent;
  const heard: string[] = [];
  socket.on('STALE', ({ topics }: { topics: string[] }) => heard.push(...topics));
  await agent.connected;
  await agent.join(BOT);
  const derive = (agent_id: number) =>
    server.call('PUT', '/svc/conversations/conversations/sight', {
      as: owner,
      body: { state: 'taken', agent_id, reason: 'Sabe más' },
    });
  expect((await derive(bruno.id)).status).toBe(200);
  await expect.poll(() => heard).toContain('notifications');
  expect(await unread(ana)).toMatchObject({ ids: [], count: 0 });
  expect((await list(ana)).notifications).toEqual([]);
  expect((await unread(bruno)).count).toBe(1);
  const [row] = await server.app.db.query<{ id: string }>(
    sql`select id from notifications where user_id = ${ana.id}`,
  );
  expect((await put(`update_status/${row?.id}`, ana, { read: true })).status).toBe(404);
  await derive(ana.id);
  expect((await unread(ana)).count).toBe(2);
  socket.disconnect();
});

it('NO-2 a kind goes with the permission on its module', async () => {
  await tell({ action: 'import', icon: 'import' });
  const agent = await server.addPerson('sin-crm');
  const linkId = await server.link(agent, BOT, 'agente');
  await tell({ action: 'import', icon: 'import', userIds: [agent.id] });
  expect((await unread(agent)).count).toBe(1);
  const role = await server.addRole(BOT, 'agente', { live: ['read'] });
  await server.app.db.query(sql`update user_bots set role_id = ${role} where id = ${linkId}`);
  expect((await unread(agent)).count).toBe(0);
});

it('NO-3 several of one subject are one line that counts, and reading what was seen leaves what came since', async () => {
  const answer = (body: string) =>
    tell({
      action: 'create_new_message_ticket',
      trackingCode: 'T-1042',
      icon: 'ticket',
      body,
      link: '/tickets?id=1',
    });
  await answer('Paz: hola');
  await answer('Paz: ¿hay novedades?');
  const [two] = (await list(team.owner)).notifications;
  expect(two).toMatchObject({
    count: 2,
    latest: 'Paz: ¿hay novedades?',
    item: { body: '2 respuestas en T-1042' },
    tracking_code: 'T-1042',
  });
  await answer('Paz: gracias');
  const seen = { read: true, up_to: two?.cursor };
  expect((await put(`update_status/${two?.item.id}`, team.owner, seen)).body).toMatchObject({
    read: false,
    count: 3,
  });
  const [three] = (await list(team.owner)).notifications;
  expect(three?.item.body).toBe('3 respuestas en T-1042');
  await put(`update_status/${three?.item.id}`, team.owner, { read: true, up_to: three?.cursor });
  await answer('Paz: otra cosa');
  expect((await list(team.owner)).notifications.map(({ count }) => count)).toEqual([1, 3]);
});

it('NO-4 without the bell it is kept, and counts for nothing; every kind has its settings', async () => {
  const settings = `/svc/main/user_data/${team.owner.id}/notices`;
  const quiet = { ...DEFAULT_NOTICES.ways.sync, bell: false };
  const wish = { ...DEFAULT_NOTICES, ways: { ...DEFAULT_NOTICES.ways, sync: quiet } };
  expect((await server.call('PUT', settings, { as: team.owner, body: wish })).body).toEqual(wish);
  await tell({ action: 'sync', icon: 'sync' });
  expect((await unread(team.owner)).count).toBe(0);
  expect((await list(team.owner)).notifications).toMatchObject([{ type: 'sync', read: true }]);
  await server.call('PUT', settings, { as: team.owner, body: DEFAULT_NOTICES });
  for (const action of NOTIFICATION_ACTIONS)
    expect(DEFAULT_NOTICES.ways[KIND_OF_ACTION[action]]).toBeDefined();
});

it('pages by the number of the last one: nothing is shown twice or left out while more arrive', async () => {
  for (let at = 0; at < 25; at += 1) await tell({ body: `Aviso ${at}` });
  const first = await list(team.owner, '?kind=connection');
  await tell({ body: 'Uno más' });
  const rest = await list(team.owner, `?kind=connection&before=${first.next}`);
  expect(first.notifications).toHaveLength(20);
  expect([...first.notifications, ...rest.notifications].map(({ item }) => item.body)).toEqual(
    Array.from({ length: 25 }, (_, at) => `Aviso ${24 - at}`),
  );
  expect(rest.next).toBeNull();
  expect((await list(team.owner, '?kind=ticket')).notifications).toEqual([]);
  expect((await list(team.owner, `?bot_id=${BOT}&view=archived`)).notifications).toEqual([]);
});

it('who was away gets one letter of what they have not read, and no second one within six hours', async () => {
  const person = await server.addPerson('de-viaje');
  await server.link(person, BOT, 'propietario');
  const incident = (body: string) =>
    tell({ action: 'incident', icon: 'incident', userIds: [person.id], body, link: '/follow-incident' });
  const letters = () => mailsTo(server, person.email, 'sin leer');
  const renew = async () => {
    for (const one of [person, team.owner, team.ana, team.bruno, team.stranger])
      one.headers = await server.signIn(one);
  };
  await incident('Se cayó el chat');
  await incident('Ya lo vimos');
  server.pass(DIGEST_AFTER / 2);
  await server.app.jobs.runDue();
  expect(existsSync(join(server.app.config.dataDir, 'outbox'))).toBe(false);
  server.pass(DIGEST_AFTER);
  const [letter, ...more] = await letters();
  expect(more).toEqual([]);
  expect(letter).toContain('Tienes 2 notificaciones sin leer');
  // Words of others stand in it only for who allowed it.
  expect(letter).not.toContain('Se cayó el chat');
  expect(letter).toContain('Incidencias: 2');
  await incident('Quedó resuelto');
  server.pass(2 * DIGEST_AFTER);
  expect(await letters()).toHaveLength(1);
  server.pass(DIGEST_EVERY);
  expect(await letters()).toHaveLength(2);
  // What has been read is no news.
  await incident('Otra');
  await renew();
  await put('read_up_to', person, { up_to: (await unread(person)).cursor });
  server.pass(2 * DIGEST_EVERY);
  expect(await letters()).toHaveLength(2);
  await renew();
});

it('a switch of before goes on for notices and pushes', async () => {
  const stored = { ways: { ticket: { notice: false, push: false } }, show_text: true };
  await server.app.db.query(sql`update users set notices = ${json(stored)} where id = ${team.ana.id}`);
  const { body } = await server.call('GET', `/svc/main/user_data/${team.ana.id}/notices`, { as: team.ana });
  expect(body).toMatchObject({
    ways: {
      ticket: { bell: true, notice: false, push: false, mail: true },
      mention: DEFAULT_NOTICES.ways.mention,
    },
    show_text: true,
  });
});
