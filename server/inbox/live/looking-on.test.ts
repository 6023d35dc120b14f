/** What people see of each other over the agents' sockets: status, who looks, who types. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sql } from '../../platform/database/database.ts';
import type { Person, TestServer } from '../../testing.ts';
import { AgentStage, BOT } from './testing.ts';

let stage: AgentStage;
let server: TestServer;
let admin: Person;
let ana: Person;
let bruno: Person;

beforeAll(async () => {
  stage = await AgentStage.open();
  ({ server, admin, ana, bruno } = stage);
});
afterAll(() => server.close());
afterEach(() => stage.hangUp());

it('INB-16 registers the status of the session, and of nobody else', async () => {
  const socket = await stage.connect(ana);
  const { seq } = await socket.join();
  const wish = { userBotId: 1, status: 'active', role: 'propietario', botId: BOT };
  expect(await socket.emit('REGISTER_AGENT_STATUS', { ...wish, userId: bruno.id })).toMatchObject({
    error: 'forbidden',
  });
  expect(await socket.emit('REGISTER_AGENT_STATUS', { ...wish, userId: ana.id, botId: 7 })).toMatchObject({
    error: 'not_found',
  });
  expect(await socket.emit('REGISTER_AGENT_STATUS', { ...wish, userId: ana.id })).toEqual({ ok: true });
  expect(await socket.until(seq + 1)).toMatchObject([
    {
      name: 'AGENT_STATUS',
      actor: { kind: 'agent', id: ana.id },
      data: { agent_id: ana.id, status: 'active' },
    },
  ]);
  const colleagues = await server.call('GET', `/svc/main/userbot/user_for_bot/${BOT}`, { as: bruno });
  expect(colleagues.headers.get('x-seq')).toBe(String(seq + 1));
  expect(colleagues.body).toContainEqual(
    expect.objectContaining({ id: ana.id, status: 'active', connected: true }),
  );
});

it('tells who looks and who types to those who see it, and to nobody else', async () => {
  const id = await stage.pending('ventas');
  const [boss, seller, support] = await Promise.all([
    stage.connect(admin),
    stage.connect(ana),
    stage.connect(bruno),
  ]);
  await Promise.all([boss.join(), seller.join(), support.join()]);
  seller.socket.emit('VIEWING', { botId: BOT, conversation_id: id });
  const viewing = (agents: object[]) => ['VIEWING', { bot_id: BOT, conversation_id: id, agents }];
  await expect.poll(() => boss.others).toContainEqual(viewing([{ id: ana.id, name: 'ana' }]));
  // A person who comes later hears what went on before, within their sight.
  const later = await stage.connect(admin);
  await later.join();
  await expect.poll(() => later.others).toContainEqual(viewing([{ id: ana.id, name: 'ana' }]));
  seller.socket.emit('TYPING', { botId: BOT, conversation_id: id });
  const typing = ['TYPING', { bot_id: BOT, conversation_id: id, who: 'agent', name: 'ana' }];
  await expect.poll(() => boss.others).toContainEqual(typing);
  // Bruno can neither hear of it nor say anything in it.
  support.socket.emit('VIEWING', { botId: BOT, conversation_id: id });
  support.socket.emit('TYPING', { botId: BOT, conversation_id: id });
  await support.join();
  seller.socket.disconnect();
  // What else was said meanwhile (HEAD) may come after it.
  await expect.poll(() => boss.others.findLast(([name]) => name === 'VIEWING')).toEqual(viewing([]));
  expect(JSON.stringify(boss.others)).not.toContain('bruno');
  expect(JSON.stringify(support.others)).not.toContain(id);
  expect(seller.others).not.toContainEqual(typing);
});

it('a role without Live emits nothing live: no status, no look, no typing; what it had said ends with it', async () => {
  const id = await stage.pending('ventas');
  const dora = await server.addPerson('dora');
  const link = await server.link(dora, BOT, 'agente', ['ventas']);
  const [boss, silent] = await Promise.all([stage.connect(admin), stage.connect(dora)]);
  await Promise.all([boss.join(), silent.join()]);
  const wish = { userBotId: 1, status: 'active', role: 'agente', botId: BOT, userId: dora.id };
  expect(await silent.emit('REGISTER_AGENT_STATUS', wish)).toEqual({ ok: true });
  silent.socket.emit('VIEWING', { botId: BOT, conversation_id: id });
  const looks = (agents: object[]) => ['VIEWING', { bot_id: BOT, conversation_id: id, agents }];
  await expect.poll(() => boss.others).toContainEqual(looks([{ id: dora.id, name: 'dora' }]));

  const owner = await server.addPerson('olga');
  await server.link(owner, BOT, 'propietario');
  const mute = await server.addRole(BOT, 'agente', { crm: ['read'] });
  const changed = await server.call('PUT', `/svc/main/userbot/relation/${link}`, {
    as: owner,
    body: { role_id: mute, category: ['ventas'] },
  });
  expect(changed.status).toBe(200);
  const head = await stage.head();
  expect((await boss.until(head)).at(-1)).toMatchObject({
    name: 'AGENT_STATUS',
    actor: { kind: 'system' },
    data: { agent_id: dora.id, status: 'inactive' },
  });
  await expect.poll(() => boss.others).toContainEqual(looks([]));
  const heard = boss.others.length;

  expect(await silent.emit('AUTO_RECONNECT', { botId: BOT })).toMatchObject({ error: 'forbidden' });
  silent.socket.emit('VIEWING', { botId: BOT, conversation_id: id });
  silent.socket.emit('TYPING', { botId: BOT, conversation_id: id });
  expect(await silent.emit('REGISTER_AGENT_STATUS', wish)).toMatchObject({ error: 'forbidden' });
  // Somebody else's word, which comes after all of it, is the first that anybody hears.
  const seller = await stage.connect(ana);
  await seller.join();
  seller.socket.emit('TYPING', { botId: BOT, conversation_id: id });
  await expect
    .poll(() => boss.others.slice(heard))
    .toContainEqual(['TYPING', { bot_id: BOT, conversation_id: id, who: 'agent', name: 'ana' }]);
  expect(JSON.stringify(boss.others.slice(heard))).not.toContain('dora');
  expect(await stage.head()).toBe(head);
});

it('an administrator who watches is shown as supervisor, and leaves no read marks', async () => {
  const id = await stage.pending('ventas');
  await server.app.db.query(sql`
    update conversations set state = 'taken', agent_id = ${ana.id}, pending_messages_count = 1 where id = ${id}`);
  const [boss, seller] = await Promise.all([stage.connect(admin), stage.connect(ana)]);
  await Promise.all([boss.join(), seller.join()]);
  const viewing = (agents: object[]) => ['VIEWING', { bot_id: BOT, conversation_id: id, agents }];
  boss.socket.emit('VIEWING', { botId: BOT, conversation_id: id });
  const watching = { id: admin.id, name: 'admin', supervisor: true };
  await expect.poll(() => seller.others).toContainEqual(viewing([watching]));
  seller.socket.emit('VIEWING', { botId: BOT, conversation_id: id });
  await expect.poll(() => boss.others).toContainEqual(viewing([watching, { id: ana.id, name: 'ana' }]));
  for (const path of [`/conversations/${id}`, `/session_logs/by_conversation_id/${id}`])
    expect((await server.call('GET', `/svc/conversations${path}`, { as: admin })).status).toBe(200);
  // Even asked to: only the word of the one who has it marks what the customer wrote as read.
  await server.call('PUT', `/svc/conversations/conversations/${id}`, { as: admin, body: { unread: false } });
  const [row] = await server.app.db.query<{ count: number; unread: number }>(sql`
    select pending_messages_count as count,
      (select count(*)::int from messages m where m.conversation_id = c.id and m.status = 'read') as unread
    from conversations c where id = ${id}`);
  expect(row).toEqual({ count: 1, unread: 0 });
});

it('somebody who leafs through conversations is seen at the last one only, and nowhere once gone', async () => {
  const ids = await Promise.all([
    stage.pending('ventas'),
    stage.pending('ventas'),
    stage.pending('ventas'),
    stage.pending('ventas'),
  ]);
  const [boss, seller] = await Promise.all([stage.connect(admin), stage.connect(ana)]);
  await Promise.all([boss.join(), seller.join()]);
  const lookedAt = () => {
    const last = new Map<string, number>();
    for (const [name, data] of boss.others) {
      if (name !== 'VIEWING') continue;
      const { conversation_id, agents } = data as { conversation_id: string; agents: object[] };
      last.set(conversation_id, agents.length);
    }
    return ids.map((id) => last.get(id) ?? 0);
  };
  // Faster than the database answers.
  for (const id of ids) seller.socket.emit('VIEWING', { botId: BOT, conversation_id: id });
  await expect.poll(lookedAt).toEqual([0, 0, 0, 1]);
  seller.socket.emit('VIEWING', { botId: BOT, conversation_id: ids[0] });
  seller.socket.disconnect();
  await expect.poll(lookedAt).toEqual([0, 0, 0, 0]);
});

it('INB-36 somebody who types without end is passed on now and then, and still answered', async () => {
  const id = await stage.pending('ventas');
  const [boss, seller] = await Promise.all([stage.connect(admin), stage.connect(ana)]);
  await Promise.all([boss.join(), seller.join()]);
  for (let said = 0; said < 300; said += 1) seller.socket.emit('TYPING', { botId: BOT, conversation_id: id });
  const { seq } = await seller.join();
  const after = await stage.append(1);
  expect(after).toBe(seq + 1);
  // What was typed before this event had been read by then, and was passed on or dropped.
  await boss.until(after);
  await seller.until(after);
  const heard = boss.others.filter(([name]) => name === 'TYPING').length;
  expect(heard).toBeGreaterThan(0);
  expect(heard).toBeLessThanOrEqual(60);
});
