/** The form out of hours: a client's data and one ticket, once, while the business is closed and somebody waits. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WIDGET_LIMITS } from '../../contract/widget-limits.ts';
import type { Page } from '../../tests/support/visitor-page.ts';
import { accepted, has, VisitorStage } from '../inbox/visitor/testing.ts';
import { sql } from '../platform/database/database.ts';
import type { TestServer } from '../testing.ts';

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

async function waiting(): Promise<Page> {
  const page = await stage.page();
  const { conversation_id } = accepted(await page.write({ button: 'persona' }));
  await has(page, 'CONVERSATION_STATE', { conversation_id, state: 'pending' });
  return page;
}

interface Answer {
  code?: string;
  error?: string;
  message?: string;
  details?: { fields?: Record<string, string> };
}
const leave = (page: Page, word: object): Promise<Answer> =>
  page.socket.timeout(10_000).emitWithAck('LEAVE_WORD', word);
const WORD = {
  temporal_id: 'form-key-1',
  name: 'Rosa Díaz',
  email: 'rosa@correo.cl',
  phone: '',
  message: '¿Hacen despachos a Arica?',
};
const tickets = () =>
  server.app.db.query<{
    subject: string;
    lead_id: string | null;
    tracking_code: string;
    conversation_id: string | null;
  }>(sql`
    select subject, lead_id, tracking_code, conversation_id from tickets where bot_id = ${botId}`);

test('WID-11 a word left out of hours is the client’s data and one ticket that says where it came from, however often it is sent', async () => {
  await stage.neverOpens();
  const page = await waiting();
  await has(page, 'CONVERSATION_STATE', { form: true });
  const again = await stage.page({ roomToken: page.connected.roomToken });
  expect(again.connected.form).toBe(true);
  // From two tabs at once, and once more after both.
  const [one, two] = await Promise.all([leave(page, WORD), leave(again, WORD)]);
  const three = await leave(page, { ...WORD, message: 'otra cosa' });
  expect(one.code).toMatch(/\d/);
  expect([two.code, three.code]).toEqual([one.code, one.code]);
  const made = await tickets();
  expect(made).toMatchObject([
    { subject: 'Formulario fuera de horario: Rosa Díaz', tracking_code: one.code },
  ]);
  const [lead] = await server.app.db.query(sql`
    select name, email from leads where id = ${made[0]?.lead_id ?? ''}`);
  expect(lead).toEqual({ name: 'Rosa Díaz', email: 'rosa@correo.cl' });
  const [said] = await server.app.db.query<{ text: string }>(sql`
    select m.text from ticket_messages m join tickets t on t.id = m.ticket_id where t.bot_id = ${botId}`);
  expect(said?.text).toBe('¿Hacen despachos a Arica?\n\nRosa Díaz · rosa@correo.cl');
});

test('WID-12 what is missing is said at its field, hostile text stays text, and nothing is written', async () => {
  await stage.neverOpens();
  const page = await waiting();
  for (const [word, field, message] of [
    [{ name: '  ' }, 'name', 'Escribe tu nombre.'],
    [{ email: '', phone: '' }, 'email', 'Escribe tu correo o tu teléfono.'],
    [{ email: 'rosa@' }, 'email', expect.stringContaining('correo')],
    [{ email: '', phone: '12' }, 'phone', expect.stringContaining('teléfono')],
    [{ message: '\u0000 \n' }, 'message', 'Escribe tu mensaje.'],
  ] as const) {
    const { error, details } = await leave(page, { ...WORD, ...word });
    expect({ error, fields: details?.fields }).toEqual({ error: 'rule', fields: { [field]: message } });
  }
  for (const word of [{ message: 'x'.repeat(WIDGET_LIMITS.word + 1) }, { name: 7 }, { temporal_id: '' }])
    expect((await leave(page, { ...WORD, ...word })).error).toBe('bad_request');
  expect(await tickets()).toEqual([]);
});

test('WID-12 while the business is open, for who does not wait, and beyond five an hour no ticket is made', async () => {
  const open = await waiting();
  expect((await leave(open, WORD)).error).toBe('conflict');
  await stage.neverOpens();
  const silent = await stage.page();
  expect((await leave(silent, WORD)).error).toBe('conflict');
  const page = await waiting();
  const answers: Answer[] = [];
  for (let at = 0; at < WIDGET_LIMITS.words + 1; at += 1)
    answers.push(await leave(page, { ...WORD, temporal_id: `form-key-${at}` }));
  expect(answers.at(-1)?.error).toBe('too_many');
  expect(await tickets()).toHaveLength(WIDGET_LIMITS.words);
});

test('WID-14 the owner switches the form off and on: who waits loses and gets it at once, off takes no word, and nobody else may', async () => {
  await stage.neverOpens();
  const page = await waiting();
  await has(page, 'CONVERSATION_STATE', { form: true });
  const path = `/svc/main/bot/${botId}/site_chat`;
  const put = (as: typeof stage.owner, body: unknown) => server.call('PUT', path, { as, body });
  for (const body of [{}, { leave_word: 'no', language: 'es' }, null])
    expect((await put(stage.owner, body)).status).toBe(400);
  expect((await put(stage.ana, { leave_word: false, language: 'es' })).status).toBe(403);
  const stranger = await server.addPerson('otra dueña');
  expect((await put(stranger, { leave_word: false, language: 'es' })).status).toBe(404);
  expect((await server.call('GET', path, { as: stage.owner })).body).toEqual({
    leave_word: true,
    language: 'es',
  });

  expect(await put(stage.owner, { leave_word: false, language: 'es' })).toMatchObject({
    status: 200,
    body: { leave_word: false, language: 'es' },
  });
  await has(page, 'CONVERSATION_STATE', { form: false });
  expect((await stage.page({ roomToken: page.connected.roomToken })).connected.form).toBe(false);
  expect((await leave(page, WORD)).error).toBe('conflict');
  expect(await tickets()).toEqual([]);
  // Said twice it is one record.
  await put(stage.owner, { leave_word: false, language: 'es' });
  const records = await server.app.db.query(sql`
    select 1 from audits where bot_id = ${botId} and changes::text like '%leave_word%'`);
  expect(records).toHaveLength(1);

  page.got.length = 0;
  await put(stage.owner, { leave_word: true, language: 'es' });
  await has(page, 'CONVERSATION_STATE', { form: true });
  expect((await leave(page, WORD)).code).toMatch(/\d/);
});
