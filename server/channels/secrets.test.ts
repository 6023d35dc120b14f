/**
 * No secret of a connection leaves the server but to its provider: not in an answer, an event of a socket, a file, the log
 * or a table; a backup holds what the tables do, sealed.
 */
import { PassThrough } from 'node:stream';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CALLS } from '../../contract/calls/index.ts';
import { EXPORT_COLUMNS } from '../../contract/rules/exports.ts';
import { type Playground, startPlayground } from '../../playground/playground.ts';
import { dumpDatabase } from '../platform/backup/dump.ts';
import { urlOf } from '../platform/http/route.ts';
import { logTo } from '../platform/log.ts';
import { startTestServer, type Team, type TestServer } from '../testing.ts';
import { PICTURE, text } from './testing.ts';

const BOT = 64;
let playground: Playground;
let server: TestServer;
let team: Team;
let logged = '';

beforeAll(async () => {
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => {
    logged += chunk.toString('utf8');
  });
  playground = await startPlayground();
  server = await startTestServer(
    { graphBaseUrl: playground.graphUrl, outboundTrustedOrigins: [playground.url] },
    undefined,
    undefined,
    logTo(stream, 'debug'),
  );
  team = await server.addTeam(BOT);
});
afterAll(async () => {
  await server.close();
  await playground.close();
});

it('no secret of a connection is answered, logged or stored as it is, whether things work or fail', async () => {
  const number = playground.whatsapp.addNumber({ hookUrl: `${server.url}/hooks/whatsapp` });
  const secrets = {
    access_token: number.accessToken,
    app_secret: number.appSecret,
    verify_token: number.verifyToken,
  };
  const wrong = 'token-que-nadie-dio-4711';
  const credentials = {
    phone_number_id: number.phoneNumberId,
    business_account_id: number.businessAccountId,
    ...secrets,
  };
  let answered = '';
  const socket = io(server.url, { auth: { ...team.owner.headers }, transports: ['websocket'] });
  socket.onAny((...frame: unknown[]) => {
    answered += JSON.stringify(frame);
  });
  await socket.timeout(30_000).emitWithAck('AUTO_RECONNECT', { botId: BOT });
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const answer = await server.call(method, path, { as: team.owner, ...(body ? { body } : {}) });
    answered += JSON.stringify(answer.body);
    return answer;
  };
  const connect = (given: object) =>
    call('POST', '/svc/main/connections', { bot_id: BOT, provider: 'whatsapp', credentials: given });
  expect((await connect({ ...credentials, access_token: wrong })).status).toBe(422);
  const { status, body } = await connect(credentials);
  expect(status).toBe(201);
  const { id } = body as { id: string };
  await call('GET', `/svc/main/connections?bot_id=${BOT}`);
  await call('PUT', `/svc/main/connections/${id}`, { credentials: { access_token: wrong } });
  await call('POST', `/svc/main/connections/${id}/check`);
  playground.faults.deadToken = true;
  await call('POST', `/svc/main/connections/${id}/check`);
  await call('POST', `/svc/waba/token-${BOT}/sync?botId=${BOT}`);
  const target = { url: `${server.url}/hooks/whatsapp`, appSecret: 'otro-secreto-4711' };
  expect(await playground.hooks.post(target, '{"entry":[]}')).toBe(401);
  const query = `hub.mode=subscribe&hub.verify_token=${number.verifyToken}&hub.challenge=7`;
  expect(await (await fetch(`${server.url}/hooks/whatsapp?${query}`)).text()).toBe('7');
  await work(number, call);
  answered += await exported(call);
  // Every question about a bot that is answered at all.
  let asked = 0;
  for (const [name, { method, access, ...spec }] of Object.entries(CALLS)) {
    if (method !== 'GET' || access.kind !== 'bot') continue;
    const of = {
      [access.name]: String(BOT),
      token: `token-${BOT}`,
      channel: 'whatsapp',
      page: '1',
      items: '50',
    };
    const path = urlOf(spec, 'charla').replaceAll(/:(\w+)/g, (_, key: string) => of[key] ?? 'x');
    const { status } = await call('GET', `${path}?${new URLSearchParams(of)}`);
    expect(status, name).toBeLessThan(500);
    if (status === 200) asked += 1;
  }
  expect(asked).toBeGreaterThan(10);
  // Every table, as a backup has it: events, audits, webhooks and jobs among them.
  let stored = '';
  await server.app.db.snapshot(async (tx) => {
    for await (const record of dumpDatabase(tx)) stored += JSON.stringify(record);
  });
  socket.disconnect();
  expect(stored).toContain(id);
  expect(answered).toContain('NEW_MESSAGE');
  expect(answered).toContain('Foto de Camila');
  for (const secret of [...Object.values(secrets), wrong, target.appSecret]) {
    expect(answered).not.toContain(secret);
    expect(logged).not.toContain(secret);
    expect(stored).not.toContain(secret);
  }
  expect(logged).toContain('/svc/main/connections');
});

/** What customers and owners do by a connection: words and a file come, a template is made, the history becomes a file. */
async function work(
  number: ReturnType<Playground['whatsapp']['addNumber']>,
  call: (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<{ body: unknown }>,
): Promise<void> {
  playground.faults.deadToken = false;
  const { id } = ((await call('GET', `/svc/main/connections?bot_id=${BOT}`)).body as { id: string }[])[0] ?? {
    id: '',
  };
  await call('PUT', `/svc/main/connections/${id}`, { credentials: { access_token: number.accessToken } });
  const media = playground.whatsapp.addMedia(PICTURE, 'image/png');
  const camila = { phone: '56987654321', name: 'Camila' };
  playground.whatsapp.customerWrites(number, camila, text('Hola'));
  playground.whatsapp.customerWrites(number, camila, {
    type: 'image',
    image: { id: media, mime_type: 'image/png', caption: 'Foto de Camila' },
  });
  for (let round = 0; round < 3; round += 1) {
    await playground.hooks.idle();
    server.pass(2_100);
    await server.channels.intake.runDue();
    await server.app.jobs.runDue();
    await server.channels.lanes.runDue();
  }
  await call('POST', `/svc/waba/token-${BOT}/sync?botId=${BOT}`);
}

/** The file of the messages. */
async function exported(
  call: (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<{ body: unknown }>,
): Promise<string> {
  const path = '/svc/conversations/exports';
  const columns = EXPORT_COLUMNS.messages.map(({ name }) => name);
  const order = { kind: 'messages', format: 'csv', columns, filters: { bot_id: BOT } };
  const { id } = (await call('POST', path, order)).body as { id: string };
  return vi.waitFor(async () => {
    const link = await call('POST', `${path}/${id}/link`);
    const { url } = link.body as { url?: string };
    if (url === undefined) throw new Error('Not yet');
    const file = await (await fetch(`${server.url}${url}`)).text();
    expect(file).toContain('Foto de Camila');
    return file;
  }, 30_000);
}
