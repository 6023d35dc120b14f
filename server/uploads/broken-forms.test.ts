/** Forms that are none: cut off anywhere, without a border, with one that is none, with names that are poison. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing.ts';

const BOT = 64;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.addBot(BOT);
});
afterAll(() => server.close());

const WHOLE = [
  '--B',
  'Content-Disposition: form-data; name="bot_id"',
  '',
  String(BOT),
  '--B',
  'Content-Disposition: form-data; name="file"; filename="a.txt"',
  'Content-Type: text/plain',
  '',
  'hola mundo',
  '--B--',
  '',
].join('\r\n');

let people = 0;

/** By somebody new each time: a person uploads so many a minute. */
async function send(body: string, type = 'multipart/form-data; boundary=B', photo = false): Promise<number> {
  const person = await server.addPerson(`p${++people}`);
  await server.link(person, BOT, 'agente');
  const { status } = await fetch(`${server.url}${photo ? `/svc/main/user_data/${person.id}` : '/uploads'}`, {
    method: photo ? 'PUT' : 'POST',
    headers: { ...person.headers, 'content-type': type },
    body,
  });
  return status;
}

it('a form that is cut off anywhere is refused, and is no fault', async () => {
  expect(await send(WHOLE)).toBe(200);
  const end = WHOLE.lastIndexOf('--B--');
  for (let length = 0; length < end; length += 5)
    expect([length, await send(WHOLE.slice(0, length))]).toEqual([length, 400]);
  for (let length = 0; length < end; length += 40)
    expect(await send(WHOLE.slice(0, length), undefined, true)).toBe(400);
});

it.each([
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=""',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/form-data;;;',
  'multipart/mixed; boundary=B',
])('%s is no form', async (type) => {
  expect([400, 415]).toContain(await send(WHOLE, type));
});

it.each([
  ['a field named like the prototype', 'name="bot_id"', 'name="__proto__"'],
  ['a field named like the constructor', 'name="bot_id"', 'name="constructor"'],
  ['a part without a name', 'form-data; name="bot_id"', 'form-data'],
])('%s is refused', async (_what, from, to) => {
  expect(await send(WHOLE.replace(from, to))).toBe(400);
});
