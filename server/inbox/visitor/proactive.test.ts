/** Proactive messages: written by their owner, told to sites, said by the bot before the visitor's answer, counted. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type BotProactive,
  type ProactiveRule,
  proactiveShown,
} from '../../../contract/entities/proactive.ts';
import { PROACTIVE_LIMITS } from '../../../contract/proactive-limits.ts';
import { fault } from '../../access/testing.ts';
import { json, sql } from '../../platform/database/database.ts';
import type { Person, TestServer } from '../../testing.ts';
import { accepted, said, VisitorStage } from './testing.ts';

let stage: VisitorStage;
let server: TestServer;
let botId: number;

beforeAll(async () => {
  stage = await VisitorStage.open();
  ({ server } = stage);
});
afterAll(() => server.close());
beforeEach(async () => {
  botId = await stage.nextBot();
});
afterEach(() => stage.hangUp());

const rule = (part: Partial<ProactiveRule> = {}): ProactiveRule => ({
  id: 'carro',
  name: 'En el carro',
  enabled: true,
  paths: [{ how: 'contains', path: '/carro' }],
  hosts: [],
  seconds: 20,
  visit: 1,
  hours: 'any',
  every: 7,
  text: '¿Dudas con el despacho?',
  ...part,
});
const path = (of = botId) => `/svc/main/bot/${of}/proactive`;
const save = (rules: object, revision = 0, as: Person = stage.owner, of = botId) =>
  server.call('PUT', path(of), { as, body: { revision, rules } });
const read = async (as: Person = stage.owner) =>
  (await server.call('GET', path(), { as })).body as BotProactive;
const site = (of = botId, token = `token-${of}`) =>
  server.call('GET', `/visitor/proactive/${of}?token=${token}`);
const tell = (query: string, of = botId) =>
  server.call('POST', `/visitor/proactive/${of}/told?token=token-${of}&${query}`);
const BROWSER = 'ab'.repeat(16);
const words = async (id: string) => (await stage.logOf(id)).map(({ from, text }) => [from, text]);

test('WID-23 an owner writes rules and pages are told those that are on, without their names; the first file hears only that there are any', async () => {
  const look = async () =>
    (await server.call('GET', `/visitor/look/${botId}?token=token-${botId}`)).body as { proactive?: boolean };
  expect(await read()).toEqual({ bot_id: botId, revision: 0, rules: [], counts: [], open: true });
  expect((await look()).proactive).toBe(false);
  expect((await site()).status).toBe(404);
  const off = rule({ id: 'off', enabled: false });
  const typed = rule({
    name: ' En \n el carro ',
    hosts: ['https://www.Tienda.cl/x', 'tienda.cl'],
    text: ' ¿Dudas? \u0000',
  });
  expect((await save([typed, off])).status).toBe(200);
  expect(await read(stage.owner)).toMatchObject({
    revision: 1,
    rules: [{ name: 'En el carro', hosts: ['tienda.cl'], text: '¿Dudas?' }, { id: 'off' }],
  });
  const { name: _, enabled: __, ...shown } = { ...typed, hosts: ['tienda.cl'], text: '¿Dudas?' };
  expect(proactiveShown.parse((await site()).body)).toEqual({ rules: [shown], open: true, changes_at: null });
  expect((await look()).proactive).toBe(true);
  expect(JSON.stringify((await site()).body)).not.toContain('En el carro');
  expect((await site(botId, 'otro')).status).toBe(404);
  expect((await save([off], 1)).status).toBe(200);
  expect((await site()).status).toBe(404);
  expect((await look()).proactive).toBe(false);
});

test('WID-23 while nobody attends, pages are told so and when it changes', async () => {
  const version = { valid_from: null, zone: 'America/Santiago', hours: [], areas: [], holidays: 'none' };
  await server.app.db.query(sql`
    insert into bot_calendars (bot_id, revision, versions, days) values (${botId}, 1, ${json([version])}, '[]')`);
  await save([rule({ hours: 'open' })]);
  expect((await site()).body).toMatchObject({ open: false, changes_at: null, rules: [{ hours: 'open' }] });
  expect((await read()).open).toBe(false);
});

test('WID-24 two tabs do not overwrite each other; who may not edit, strangers and what is no rule change nothing', async () => {
  expect((await save([rule()])).status).toBe(200);
  const late = await save([rule({ text: 'Otra cosa' })], 0);
  expect(late.status).toBe(409);
  expect(fault(late)).toMatchObject({
    message: 'olga cambió esto mientras lo editabas. Lo tuyo no se guardó todavía.',
  });
  const viewer = await server.addPerson(`mira${botId}`);
  await server.link(viewer, botId, 'agente');
  expect((await save([], 1, viewer)).status).toBe(403);
  expect((await save([], 1, await server.addPerson(`ajena${botId}`))).status).toBe(404);
  const strange = [
    [rule({ name: ' \n' }), 422],
    [rule({ text: ' ' }), 422],
    [rule({ text: 'Hola {nombre}' }), 422],
    [rule({ paths: [{ how: 'is', path: ' ' }] }), 422],
    [rule({ hosts: ['a b'] }), 422],
    [rule({ text: 'x'.repeat(PROACTIVE_LIMITS.text + 1) }), 400],
    [rule({ seconds: 0 }), 400],
    [rule({ seconds: 1e9 }), 400],
    [rule({ visit: 1.5 }), 400],
    [rule({ every: -1 }), 400],
    [{ ...rule(), hours: 'nunca' }, 400],
    [{ ...rule(), paths: [{ how: 'regex', path: '(a+)+$' }] }, 400],
    [null, 400],
  ] as const;
  for (const [one, status] of strange) expect((await save([one as object], 1)).status).toBe(status);
  expect((await save([rule(), rule()], 1)).status).toBe(422);
  const many = Array.from({ length: PROACTIVE_LIMITS.rules + 1 }, (_, n) => rule({ id: `r${n}` }));
  expect((await save(many, 1)).status).toBe(400);
  expect(await read()).toMatchObject({ revision: 1, rules: [rule()] });
  const audits = await server.app.db.query<{ type: string }>(sql`
    select auditable_type as type from audits where bot_id = ${botId} and auditable_type = 'bot_proactive'`);
  expect(audits).toHaveLength(1);
});

test('WID-25 an answer has the bot’s words before it, as the rule has them, exactly once however often it is sent', async () => {
  await save([rule()]);
  const page = await stage.page();
  await page.socket.emitWithAck('PAGE', { page: 'https://tienda.cl/carro' });
  const body = { text: 'sí, ¿cuánto demora?', proactive: 'carro', temporal_id: 'una-vez' };
  const [one, two] = await Promise.all([page.write(body), page.write(body)]);
  const { conversation_id } = accepted(one);
  expect(accepted(two)).toEqual(accepted(one));
  expect(accepted(await page.write(body))).toEqual(accepted(one));
  expect((await words(conversation_id)).slice(0, 2)).toEqual([
    ['bot', '¿Dudas con el despacho?'],
    ['Cliente', 'sí, ¿cuánto demora?'],
  ]);
  // Where the conversation began is known as of any other.
  const visit = `/svc/conversations/visits/by_conversation_id/${conversation_id}`;
  expect((await server.call('GET', visit, { as: stage.ana })).body).toMatchObject({
    visit: { page: 'https://tienda.cl/carro' },
  });
  // The page hears it as any message of the bot.
  await said(page, '¿Dudas con el despacho?');
  // Said again the same day it adds nothing.
  accepted(await page.write({ text: 'hola?', proactive: 'carro' }));
  expect(
    (await words(conversation_id)).filter(([, text]) => text === '¿Dudas con el despacho?'),
  ).toHaveLength(1);
  expect((await read()).counts).toEqual([{ id: 'carro', shown: 0, opened: 0, answered: 1 }]);
});

test('WID-25 the words are the server’s alone: a rule that is foreign, off or made up says nothing, and the message goes through', async () => {
  const other = botId;
  await save([rule({ id: 'ajena', text: 'De otro chatbot' })]);
  botId = await stage.nextBot();
  await save([rule({ id: 'off', enabled: false }), rule({ id: 'on' })]);
  for (const proactive of ['ajena', 'off', 'nada', '__proto__', "'; drop table bots; --"]) {
    const page = await stage.page();
    const { conversation_id } = accepted(await page.write({ text: 'hola', proactive, texto: 'mentira' }));
    expect((await words(conversation_id))[0]).toEqual(['Cliente', 'hola']);
  }
  const page = await stage.page();
  for (const proactive of [7, {}, '', 'x'.repeat(65), ['on']])
    expect(await page.write({ text: 'hola', proactive })).toMatchObject({ error: 'bad_request' });
  expect((await read()).counts).toEqual([]);
  const kept = await server.app.db.query(sql`
    select 1 as one from proactive_told where bot_id in (${other}, ${botId})`);
  expect(kept).toEqual([]);
});

test('WID-26 nothing is put into a conversation that a person has or is awaited in', async () => {
  await save([rule()]);
  const page = await stage.page();
  const { conversation_id } = accepted(await page.write({ button: 'persona' }));
  accepted(await page.write({ text: 'sigo aquí', proactive: 'carro' }));
  await stage.take(conversation_id);
  accepted(await page.write({ text: 'y ahora', proactive: 'carro' }));
  expect((await words(conversation_id)).map(([, text]) => text)).not.toContain('¿Dudas con el despacho?');
  expect((await read()).counts).toEqual([]);
});

test('WID-27 a browser counts once a day for each rule, own rules alone; nonsense, other tokens and floods count nothing', async () => {
  await save([rule(), rule({ id: 'off', enabled: false })]);
  const shown = `rule=carro&what=shown&browser=${BROWSER}`;
  for (let time = 0; time < 3; time += 1) expect((await tell(shown)).body).toEqual({ counted: true });
  expect((await tell(`rule=carro&what=opened&browser=${BROWSER}`)).status).toBe(200);
  expect((await tell(`rule=carro&what=shown&browser=${'cd'.repeat(16)}`)).status).toBe(200);
  const nonsense = [
    `rule=off&what=shown&browser=${BROWSER}`,
    `rule=nada&what=shown&browser=${BROWSER}`,
    `rule=carro&what=answered&browser=${BROWSER}`,
    `rule=carro&what=shown&browser=yo`,
    `rule=carro&what=shown&browser=${'ab'.repeat(5_000)}`,
    `rule=carro&rule=carro&what=shown&browser=${BROWSER}`,
    '',
  ];
  for (const query of nonsense) expect((await tell(query)).status).toBe(404);
  expect((await server.call('POST', `/visitor/proactive/${botId}/told?token=otro&${shown}`)).status).toBe(
    404,
  );
  expect((await read()).counts).toEqual([{ id: 'carro', shown: 2, opened: 1, answered: 0 }]);
  // The next day it counts again; what is older than the screen shows is gone from the table, too.
  server.pass(24 * 60 * 60_000);
  await tell(shown);
  expect((await read()).counts[0]).toMatchObject({ shown: 3 });
  await server.app.db.query(sql`
    update proactive_told set day = day - ${PROACTIVE_LIMITS.days}::int where bot_id = ${botId}`);
  expect((await read()).counts).toEqual([{ id: 'carro', shown: 1, opened: 0, answered: 0 }]);
  await server.app.db.query(sql`update proactive_told set day = day - 2 where bot_id = ${botId}`);
  await tell(shown);
  const rows = await server.app.db.query(sql`select 1 as one from proactive_told where bot_id = ${botId}`);
  expect(rows).toHaveLength(1);
  let refused = 0;
  for (let time = 0; time < PROACTIVE_LIMITS.toldOfAddress + 5 && refused === 0; time += 1)
    if ((await tell(`rule=carro&what=shown&browser=${time.toString(16).padStart(32, '0')}`)).status === 429)
      refused += 1;
  expect(refused).toBe(1);
});
