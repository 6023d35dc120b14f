/** Incidents: who may report and read, each update told once, the states, pictures, several bots. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Incident } from '../../contract/entities/incident.ts';
import { agentSocket } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type Team, type TestServer } from '../testing.ts';

let server: TestServer;
let team: Team;
let staff: Person;
const BOT = 64;
const OTHER = 65;
beforeAll(async () => {
  server = await startTestServer({ staffEmails: ['interna@charla.test'] });
  team = await server.addTeam(BOT);
  await server.addBot(OTHER);
  await server.addBot(9);
  staff = await server.addPerson('interna');
  await server.enrol(staff);
  await server.link(staff, 9, 'propietario');
  // Olga owns two of the affected bots.
  await server.link(team.owner, OTHER, 'propietario');
});
afterAll(() => server.close());

let reports = 0;
const report = (as: Person, wish: object = {}) =>
  server.call('POST', '/svc/main/incidents', {
    as,
    body: {
      title: 'WhatsApp no sale',
      description: 'Los mensajes quedan en cola',
      severity: 'high',
      since: '2026-11-20T12:00:00.000Z',
      bot_ids: [BOT],
      temporal_id: `report-${++reports}`,
      ...wish,
    },
  });
const update = (id: string, body: object, as = staff) =>
  server.call('POST', `/svc/main/incidents/${id}/updates`, {
    as,
    body: { temporal_id: `update-${++reports}`, text: 'Lo vemos', ...body },
  });
const list = async (as: Person, query = '') =>
  (await server.call('GET', `/svc/main/incidents${query}`, { as })).body as {
    incidents: Incident[];
    total: number;
  };
const told = async (to: Person) =>
  (
    await server.app.db.query<{ body: string }>(sql`
      select body from notifications where user_id = ${to.id} and type = 'incident' order by seq`)
  ).map(({ body }) => body);

it('is reported by whoever has Seguimiento edit, once, and seen at the affected bots alone', async () => {
  const { ana, owner, stranger } = team;
  const sent = { temporal_id: 'the same', diagnostics: '{"online":true}' };
  const first = await report(ana, sent);
  expect(first).toMatchObject({
    status: 200,
    body: { state: 'reported', bot_ids: [BOT], diagnostics: null },
  });
  expect((await report(ana, sent)).body).toMatchObject({ id: (first.body as Incident).id });
  expect((await list(owner)).total).toBe(1);
  expect((await list(stranger)).total).toBe(0);
  const { id, tracking_code } = first.body as Incident;
  expect(tracking_code).toMatch(/^INC-\d{4}$/);
  expect((await server.call('GET', `/svc/main/incidents/${id}`, { as: stranger })).status).toBe(404);
  expect((await server.call('GET', `/svc/main/incidents?bot_id=${BOT}`, { as: stranger })).status).toBe(404);
  expect((await report(stranger)).status).toBe(404);
  expect((await report(owner, { bot_ids: [BOT, 7] })).status).toBe(404);
  // A role that may only look.
  const reader = await server.addPerson('mira');
  const linkId = await server.link(reader, BOT, 'agente');
  const role = await server.addRole(BOT, 'agente', { seguimiento_incidencias: ['read'] });
  await server.app.db.query(sql`update user_bots set role_id = ${role} where id = ${linkId}`);
  expect((await report(reader)).status).toBe(403);
  expect((await list(reader)).total).toBe(1);
  // What the browser said of itself is for who mends it.
  expect((await server.call('GET', `/svc/main/incidents/${id}`, { as: owner })).body).toMatchObject({
    diagnostics: null,
  });
  expect((await server.call('GET', `/svc/main/incidents/${id}`, { as: staff })).body).toMatchObject({
    diagnostics: '{"online":true}',
  });
  expect(await told(staff)).toEqual([`Nueva incidencia ${tracking_code}: WhatsApp no sale`]);
});

it('tells each owner of an update once, however many of the bots are theirs, and the reporter', async () => {
  const { ana, bruno, owner } = team;
  const { id } = (await report(owner, { bot_ids: [OTHER, BOT] })).body as Incident;
  const before = (await told(owner)).length;
  const said = { state: 'investigating', text: 'Meta responde con demora', temporal_id: 'once' };
  expect((await update(id, said)).body).toMatchObject({
    state: 'investigating',
    updates: [{ text: said.text }],
  });
  await update(id, said);
  expect((await told(owner)).slice(before)).toHaveLength(1);
  expect((await told(owner)).at(-1)).toContain('(investigando): Meta responde con demora');
  expect(await told(bruno)).toEqual([]);
  const mine = (await report(ana)).body as Incident;
  await update(mine.id, { state: 'resolved' });
  expect((await told(ana)).at(-1)).toContain(`${mine.tracking_code} (resuelta)`);
  // Of several bots a reader learns of their own alone.
  expect((await server.call('GET', `/svc/main/incidents/${id}`, { as: ana })).body).toMatchObject({
    bot_ids: [BOT],
  });
  expect((await update(id, { state: 'resolved' }, owner)).status).toBe(403);
  expect((await update('nobody', { state: 'resolved' })).status).toBe(404);
});

it('refuses a state that does not follow, and changes nothing then', async () => {
  const { id } = (await report(team.owner)).body as Incident;
  await update(id, { state: 'resolved' });
  expect(await update(id, { state: 'monitoring' })).toMatchObject({
    status: 409,
    body: { message: 'Una incidencia en «Resuelta» no puede pasar a «En observación».' },
  });
  expect((await update(id, { state: 'reported' })).status).toBe(409);
  expect((await list(team.owner, `?bot_id=${BOT}&open=true`)).incidents.map((one) => one.id)).not.toContain(
    id,
  );
  expect((await update(id, { state: 'investigating' })).body).toMatchObject({ state: 'investigating' });
});

it('is live for who may read it: the bar and the list ask again', async () => {
  const agent = agentSocket(server, team.bruno);
  const heard: string[] = [];
  agent.socket.on('STALE', ({ topics }: { topics: string[] }) => heard.push(...topics));
  await agent.connected;
  await agent.join(BOT);
  const { id } = (await report(team.ana)).body as Incident;
  await expect.poll(() => heard).toContain('incidents');
  heard.length = 0;
  await update(id, { state: 'identified' });
  await expect.poll(() => heard).toContain('incidents');
  agent.socket.disconnect();
});

it('takes pictures of its reporter, made anew, at addresses that end', async () => {
  const { id } = (await report(team.ana)).body as Incident;
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();
  const send = async (as: Person, content: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set('file', new Blob([content]), 'pantalla.png');
    const answer = await fetch(`${server.url}/svc/main/incidents/${id}/pictures`, {
      method: 'POST',
      headers: { ...as.headers },
      body: form,
    });
    return { status: answer.status, body: (await answer.json()) as Incident };
  };
  const bytes = new Uint8Array(picture);
  const { body } = await send(team.ana, bytes);
  const [kept] = body.pictures;
  const shown = await fetch(`${server.url}${kept?.url}`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await fetch(`${server.url}/incident-pictures/${kept?.id}`)).status).toBe(404);
  expect((await send(team.bruno, bytes)).status).toBe(403);
  expect((await send(team.stranger, bytes)).status).toBe(404);
  expect((await send(team.ana, new TextEncoder().encode('<svg onload="alert(1)"/>'))).status).toBe(415);
  for (let at = 1; at < 5; at += 1) await send(team.ana, bytes);
  expect((await send(team.ana, bytes)).status).toBe(422);
});

it('refuses what says nothing, lies in the future, or comes too often', async () => {
  const { owner } = team;
  expect((await report(owner, { title: '  ' })).status).toBe(422);
  expect((await report(owner, { since: '2999-01-01T00:00:00.000Z' })).status).toBe(422);
  expect((await report(owner, { bot_ids: [] })).status).toBe(400);
  expect((await report(owner, { bot_ids: [1e12] })).status).toBe(400);
  const answers: number[] = [];
  for (let at = 0; at < 12; at += 1) answers.push((await report(team.bruno)).status);
  expect(answers.filter((status) => status === 200)).toHaveLength(10);
  expect(answers.at(-1)).toBe(429);
});
