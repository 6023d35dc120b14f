import { afterAll, beforeAll, expect, it } from 'vitest';
import { BOT_LIMITS } from '../../contract/bot-limits.ts';
import { TRIALS_FULL } from '../../contract/calls/bots-manage.ts';
import { NO_DEADLINES } from '../../contract/entities/answer-deadlines.ts';
import type { BotSettings } from '../../contract/entities/bot.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import { TEXTS } from '../../contract/texts.ts';
import { fault } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type Team, type TestServer } from '../testing.ts';

let server: TestServer;
let team: Team;
let staff: Person;
beforeAll(async () => {
  server = await startTestServer({ staffEmails: ['interna@charla.test'] });
  team = await server.addTeam(64);
  staff = await server.addPerson('interna');
  await server.enrol(staff);
});
afterAll(() => server.close());

const settings = async (as: Person = team.owner, bot = 64) =>
  server.call('GET', `/svc/main/bot/${bot}/settings`, { as });
const put = (body: Record<string, string>, as: Person = team.owner, bot = 64) =>
  server.call('PUT', `/svc/main/bot/${bot}`, {
    as,
    body: Object.fromEntries(Object.entries(body).map(([key, value]) => [`chatbot[${key}]`, value])),
  });
const rules = (wanted: object) => JSON.stringify({ ...NO_DEADLINES, ...wanted });
const launcher = async (token = 'token-64', bot: number | string = 64) =>
  server.call('GET', `/visitor/look/${bot}?token=${token}`);

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
async function picture(content: Buffer): Promise<Response> {
  const form = new FormData();
  form.set('bot_avatar', new File([new Uint8Array(content)], 'foto.png', { type: 'image/png' }));
  return fetch(`${server.url}/svc/main/bot/64`, {
    method: 'PUT',
    headers: { ...team.owner.headers },
    body: form,
  });
}

it('shows a saved look to the widget at once, and in the bots info', async () => {
  expect((await launcher()).body).toEqual({
    color: '#0f766e',
    position: 'right',
    launcher: '',
    whatsapp: false,
    proactive: false,
    language: 'es',
  });
  const look = { color: '#1d4ed8', position: 'left', launcher: 'Escríbenos', menu: 'always' };
  expect((await put({ ...look, welcome: ' ¡Hola! ' })).status).toBe(200);
  const answer = await launcher();
  expect(answer.body).toEqual({
    color: '#1d4ed8',
    position: 'left',
    launcher: 'Escríbenos',
    whatsapp: false,
    proactive: false,
    language: 'es',
  });
  // Any site may ask, and none may keep what it heard.
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const info = await server.call('GET', '/svc/bots/bots/get_bot_info/64', { as: team.owner });
  expect(info.body).toMatchObject([{ id: 64, look: { ...look, welcome: '¡Hola!' } }]);
  expect((await settings()).body).toMatchObject({
    look: { ...look, welcome: '¡Hola!', name: 'Bot 64' },
    own_welcome: true,
  });
});

it('keeps a small square of a picture, and removes it', async () => {
  const kept = await picture(PIXEL);
  expect(kept.status).toBe(200);
  const { avatar } = (await kept.json()) as { avatar: string };
  expect((await server.call('GET', avatar)).status).toBe(200);
  const refused = await picture(Buffer.from('<svg onload=alert(1)>'));
  expect(refused.status).toBe(415);
  expect((await settings()).body).toMatchObject({ look: { avatar } });
  expect((await put({ avatar: '' })).body).toMatchObject({ avatar: null });
  await expect.poll(async () => (await server.call('GET', avatar)).status).toBe(404);
});

it('takes nothing of a form with one wrong field', async () => {
  const before = (await settings()).body as BotSettings;
  for (const [wrong, status] of [
    [{ color: 'rojo' }, 400],
    [{ position: 'top' }, 400],
    [{ inactive_after_minutes: '-5' }, 400],
    [{ launcher: 'x'.repeat(BOT_LIMITS.launcherText + 1) }, 400],
    [{ inactive_after_minutes: '0' }, 422],
    [{ close_after_minutes: String(BOT_LIMITS.timerMinutes + 1) }, 422],
    [{ wait_soon_minutes: '' }, 422],
    [{ wait_late_minutes: '5' }, 422],
    [{ answer_deadlines: 'no es JSON' }, 422],
    [{ answer_deadlines: '[]' }, 422],
    [{ answer_deadlines: rules({ first: 10 ** 12 }) }, 422],
    [{ answer_deadlines: rules({ next: -5 }) }, 422],
    [{ answer_deadlines: rules({ first: 0 }) }, 422],
    [{ answer_deadlines: rules({ warn_percent: 0 }) }, 422],
    [{ answer_deadlines: rules({ warn_percent: 100 }) }, 422],
    [{ answer_deadlines: rules({ priorities: { urgent: { first: 1.5, next: null } } }) }, 422],
    [{ answer_deadlines: rules({ areas: { soporte: { first: 0, next: null } } }) }, 422],
    [{ answer_deadlines: rules({ areas: { bodega: { first: 1, next: null } } }) }, 422],
    [{ answer_deadlines: 'x'.repeat(2_001) }, 400],
    [{ business_type: 'Piratería' }, 422],
    [{ bot_name: '   ' }, 422],
    [{ web: 'javascript:alert(1)' }, 422],
  ] as const) {
    const answer = await put({ description: 'No debe quedar', ...wrong });
    expect([wrong, answer.status]).toEqual([wrong, status]);
    if (status === 422) expect(fault(answer).fields).toEqual([`chatbot[${Object.keys(wrong)[0]}]`]);
  }
  expect((await settings()).body).toEqual(before);
});

it('keeps from when on a wait stands out, and tells everybody who works there', async () => {
  expect((await put({ wait_soon_minutes: '2', wait_late_minutes: '10' })).status).toBe(200);
  expect((await settings()).body).toMatchObject({ wait_soon_minutes: 2, wait_late_minutes: 10 });
  const answer = await put({ wait_late_minutes: '20' });
  expect(answer.body).toMatchObject({ wait_soon_minutes: 2, wait_late_minutes: 20 });
});

it('DUE-1 keeps deadlines for answers, off until they are set, and says to who works there whether there are any', async () => {
  const kept = async () => ((await settings()).body as BotSettings).answer_deadlines;
  expect(await kept()).toEqual(NO_DEADLINES);
  const wanted = {
    first: 30,
    next: 10,
    priorities: { urgent: { first: 5, next: null } },
    areas: { soporte: { first: 15, next: null } },
  };
  expect((await put({ answer_deadlines: rules(wanted) })).body).toMatchObject({ has_deadlines: true });
  expect(await kept()).toEqual({ ...NO_DEADLINES, ...wanted });
  // Other forms leave them as they are.
  expect((await put({ wait_soon_minutes: '3' })).body).toMatchObject({ has_deadlines: true });
  const audited = await server.app.db.query<{ changes: object[] }>(sql`
    select changes from audits where bot_id = 64 and auditable_type = 'bot'`);
  expect(audited.flatMap(({ changes }) => changes)).toContainEqual({
    column_name: 'answer_first_urgent',
    old_value: null,
    new_value: '5 minutos',
  });
  for (const as of [team.ana, team.stranger]) {
    expect((await put({ answer_deadlines: rules({}) }, as)).status).toBe(as === team.ana ? 403 : 404);
  }
  expect(await kept()).toEqual({ ...NO_DEADLINES, ...wanted });
  expect((await put({ answer_deadlines: rules({}) })).body).toMatchObject({ has_deadlines: false });
});

it('DUE-7 who waits already when deadlines are saved has one from then on', async () => {
  await server.addConversation('waits', 64, { state: 'pending', category: null, agent_id: null });
  const since = server.app.clock.now();
  await server.app.db.query(sql`update conversations set waiting_since = ${since} where id = 'waits'`);
  await put({ answer_deadlines: rules({ first: 30, open_hours: false }) });
  await server.app.jobs.runDue();
  const { body } = await server.call('GET', '/svc/conversations/conversations/waits', { as: team.ana });
  expect((body as { conversation: Conversation }).conversation).toMatchObject({
    answer_kind: 'first',
    answer_due_at: new Date(since.getTime() + 30 * 60_000).toISOString(),
  });
});

it('refuses people who may not edit the bot, and hides it from strangers', async () => {
  expect((await put({ description: 'x' }, team.ana)).status).toBe(403);
  expect((await settings(team.ana)).status).toBe(403);
  expect((await put({ description: 'x' }, team.stranger)).status).toBe(404);
  expect((await settings(team.stranger)).status).toBe(404);
  expect((await launcher('token-7')).status).toBe(404);
  expect((await launcher('', 'x')).status).toBe(404);
});

it('deactivates: no button on sites, no chat; activates again while a plan runs, and not without one', async () => {
  expect((await put({ activated: 'false' })).body).toMatchObject({ activated: false });
  expect((await launcher()).status).toBe(404);
  expect((await put({ activated: 'true' })).body).toMatchObject({ activated: true });
  expect((await launcher()).status).toBe(200);
  await put({ activated: 'false' });
  await server.app.db.query(sql`
    insert into subscriptions (bot_id, plan_id, status, ends_at)
    values (64, 'prueba', 'trialing', ${new Date(server.app.clock.now().getTime() - 1000)})`);
  const refused = await put({ activated: 'true', description: 'No debe quedar' });
  expect(fault(refused)).toMatchObject({ status: 422, message: TEXTS.activateBot });
  expect((await settings()).body).toMatchObject({ activated: false, plan_runs: false, description: '' });
  await server.app.db.query(sql`delete from subscriptions where bot_id = 64`);
  expect((await put({ activated: 'true' })).status).toBe(200);
  const audits = await server.call('GET', '/svc/audit/registers/64?type=bot', { as: team.owner });
  expect(JSON.stringify(audits.body)).toContain('"column_name":"activated"');
});

it('lists kinds of business for everybody; internal accounts add to them, once each', async () => {
  const list = async (as: Person) =>
    (await server.call('GET', '/svc/main/super_admin/business_type_name', { as })).body as {
      name: string;
      bots: number;
    }[];
  const add = (name: string, as: Person) =>
    server.call('POST', '/svc/main/super_admin/newbusiness_type', { as, body: { name } });
  expect((await list(team.ana)).length).toBeGreaterThan(10);
  expect((await add('Florería', team.owner)).status).toBe(403);
  expect((await add('  Florería ', staff)).body).toMatchObject({
    name: 'Florería',
    assistant_id: null,
    bots: 0,
  });
  expect(fault(await add('FLORERÍA', staff))).toMatchObject({ status: 422, fields: ['name'] });
  expect(fault(await add(' ', staff))).toMatchObject({ status: 422, fields: ['name'] });
  expect((await put({ business_type: 'florería' })).body).toMatchObject({
    business_type: { name: 'Florería', assistant_id: null },
  });
  expect((await list(team.owner)).find(({ name }) => name === 'Florería')).toMatchObject({ bots: 1 });
  expect((await put({ business_type: '' })).body).toMatchObject({ business_type: null });
});

it('makes as many bots on trial as one owner may have, with their kind of business', async () => {
  const owner = await server.addPerson('nueva');
  const create = (more: object = {}) =>
    server.call('POST', '/svc/main/bot', {
      as: owner,
      body: { bot_name: 'Nuevo', template: 'generica', ...more },
    });
  expect(fault(await create({ business_type: 'Piratería' })).fields).toEqual(['business_type']);
  expect((await create({ business_type: 'Mascotas' })).body).toMatchObject({
    business_type: { name: 'Mascotas' },
  });
  for (let made = 1; made < BOT_LIMITS.trialBots; made += 1) expect((await create()).status).toBe(200);
  expect(fault(await create())).toMatchObject({ status: 422, message: TRIALS_FULL });
});

it('a new bot has no welcome of its own: its menu greets on the site, as it is published from then on', async () => {
  const made = await server.call('POST', '/svc/main/bot', {
    as: team.owner,
    body: { bot_name: 'Recién hecho', template: 'generica' },
  });
  const { id } = made.body as { id: number };
  const shown = async () => (await settings(team.owner, id)).body;
  expect(await shown()).toMatchObject({ own_welcome: false });
  const call = (method: 'POST' | 'PUT', path: string, body: object) =>
    server.call(method, `/svc/templates/api/client${path}`, {
      as: team.owner,
      body: { bot_id: id, ...body },
    });
  expect((await call('PUT', '/nodes/welcome/update', { answers: ['Hola, soy el menú'] })).status).toBe(200);
  expect((await call('POST', '/draft/publish', {})).status).toBe(200);
  expect(await shown()).toMatchObject({ look: { welcome: 'Hola, soy el menú' }, own_welcome: false });
});
