/** The language of a visitor's chat: what the server says comes in it, the team reads which it is, and its owner chooses. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { sql } from '../../platform/database/database.ts';
import type { TestServer } from '../../testing.ts';
import { accepted, has, VisitorStage } from './testing.ts';

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

const visitPath = (id: string) => `/svc/conversations/visits/by_conversation_id/${id}`;
const CLOSED = {
  es: 'Ahora no hay nadie conectado. Te responderemos por aquí.',
  en: 'Nobody is online right now. We will answer you here.',
  pt: 'Não há ninguém conectado agora. Responderemos por aqui.',
};

test('WID-17 who waits reads it in the language of their chat, each tab in its own, with the chat and as it changes', async () => {
  await stage.neverOpens();
  const page = await stage.page({ language: 'en' });
  const { roomToken } = page.connected;
  const { conversation_id } = accepted(await page.write({ button: 'persona' }));
  await has(page, 'CONVERSATION_STATE', { conversation_id, state: 'pending', waiting: CLOSED.en });
  const portuguese = await stage.page({ roomToken, language: 'pt' });
  expect(portuguese.connected.waiting).toBe(CLOSED.pt);
  const silent = await stage.page({ roomToken });
  expect(silent.connected.waiting).toBe(CLOSED.es);
  for (const each of [page, portuguese, silent]) each.got.length = 0;
  const path = `/svc/main/bot/${botId}/site_chat`;
  const body = { leave_word: false, language: 'es' };
  expect((await server.call('PUT', path, { as: stage.owner, body })).status).toBe(200);
  await has(page, 'CONVERSATION_STATE', { waiting: CLOSED.en, form: false });
  await has(portuguese, 'CONVERSATION_STATE', { waiting: CLOSED.pt, form: false });
  await has(silent, 'CONVERSATION_STATE', { waiting: CLOSED.es, form: false });
  // What the bot says is the bot's.
  const bot = (seen: typeof page) =>
    seen.connected.messages.filter(({ from }) => from === 'bot').map(({ text }) => text);
  expect(bot(portuguese)).toEqual(bot(silent));
});

test('WID-17 what is not taken is said in the language of the chat: messages, the form at its fields, the door', async () => {
  await stage.neverOpens();
  const page = await stage.page({ language: 'en' });
  const ask = (event: string, body: object): Promise<{ message?: string; details?: { fields?: object } }> =>
    page.socket.timeout(10_000).emitWithAck(event, body);
  const write = (body: object) => ask('VISITOR_MESSAGE', { temporal_id: server.app.ids(), ...body });
  expect((await write({ text: ' ' })).message).toBe('Write a message before sending it.');
  expect((await write({ text: 'x'.repeat(LIMITS.messageText + 1) })).message).toBe(
    'The message is too long: the limit is 4,096 characters.',
  );
  expect((await write({ button: 'nada' })).message).toBe('That option is no longer available.');
  expect((await write({ text: 7 })).message).toBe('The request is not in the expected format.');
  expect((await ask('NADA', {})).message).toBe('The request is not in the expected format.');
  expect((await ask('RATE', { stars: 5 })).message).toBe('You can rate the conversation once it has ended.');
  accepted(await page.write({ button: 'persona' }));
  const word = { temporal_id: 'form-key-1', name: 'Rosa', email: 'rosa@', message: 'hola' };
  for (const [change, field, said] of [
    [{}, 'email', 'Enter a valid e-mail address.'],
    [{ name: ' ' }, 'name', 'Enter your name.'],
    [{ email: '' }, 'email', 'Enter your e-mail address or your phone number.'],
    [{ email: '', phone: '12' }, 'phone', 'Enter a valid phone number, for example +56 9 1234 5678.'],
  ] as const)
    expect((await ask('LEAVE_WORD', { ...word, ...change })).details?.fields).toEqual({ [field]: said });
  expect((await ask('IDENTIFY', { phone: '12' })).message).toBe('The phone number is not valid.');

  // An upload is a request of its own.
  const upload = async (language: string) => {
    const headers = { 'room-token': page.connected.roomToken, 'accept-language': language };
    const answer = await fetch(`${server.url}/uploads?bot_id=${botId}`, { method: 'POST', headers });
    return ((await answer.json()) as { message: string }).message;
  };
  expect(await upload('en')).toBe('This kind of file is not allowed.');
  expect(await upload('es')).toBe('Este tipo de archivo no está permitido.');

  const door = { botId, botToken: 'otro' };
  expect((await stage.refusal({ ...door, language: 'pt' })).message).toBe(
    'Este chat não existe ou o código de incorporação não é válido.',
  );
  expect((await stage.refusal(door)).message).toBe(
    'Este chat no existe o su código de inserción no es válido.',
  );
});

test('WID-18 a handshake with any other language is let in nowhere and writes nothing', async () => {
  const auth = { botId, botToken: `token-${botId}` };
  for (const language of ['fr', 'EN', 'page', '', 7, null, {}, ['en'], '__proto__', 'en'.repeat(1_000)])
    expect((await stage.refusal({ ...auth, language })).error).toBe('bad_request');
  expect(await server.app.db.query(sql`select 1 as one from visitors where bot_id = ${botId}`)).toEqual([]);
});

test('WID-18 the owner chooses the language; who may not edit the bot and what is no language change nothing', async () => {
  const path = `/svc/main/bot/${botId}/site_chat`;
  const put = (as: typeof stage.owner, language: unknown) =>
    server.call('PUT', path, { as, body: { leave_word: true, language } });
  const look = async () => {
    const answer = await fetch(`${server.url}/visitor/look/${botId}?token=token-${botId}`);
    return (await answer.json()) as { language?: string };
  };
  expect((await look()).language).toBe('es');
  for (const language of ['fr', '', null, 7, ['en'], undefined])
    expect((await put(stage.owner, language)).status).toBe(400);
  expect((await put(stage.ana, 'en')).status).toBe(403);
  expect((await put(await server.addPerson('otra dueña de idioma'), 'en')).status).toBe(404);
  expect((await look()).language).toBe('es');
  for (const language of ['en', 'pt', 'page', 'page']) {
    expect((await put(stage.owner, language)).body).toEqual({ leave_word: true, language });
    expect((await look()).language).toBe(language);
  }
  const preview = async () => (await fetch(`${server.url}/preview_bot/${botId}?token=x`)).text();
  expect(await preview()).not.toContain('data-lang');
  await put(stage.owner, 'pt');
  expect(await preview()).toContain('data-lang="pt"');
  const records = await server.app.db.query(sql`
    select 1 as one from audits where bot_id = ${botId} and changes::text like '%language%'`);
  expect(records).toHaveLength(4);
});

test('WID-19 the team reads which language a visitor’s chat has, where it is not Spanish, and nobody else does', async () => {
  const page = await stage.page({ language: 'pt' });
  const { conversation_id } = accepted(await page.write({ text: 'olá' }));
  const read = async (as = stage.ana) => server.call('GET', visitPath(conversation_id), { as });
  expect((await read()).body).toEqual({ visit: null, language: 'pt' });
  expect((await read(await server.addPerson('alguien de fuera'))).status).toBe(404);
  // The same visitor on a page in Spanish.
  await stage.page({ roomToken: page.connected.roomToken });
  await expect.poll(async () => (await read()).body).toEqual({ visit: null });
});
