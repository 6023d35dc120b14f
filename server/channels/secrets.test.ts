/** No secret of a connection leaves the server but to its provider: not in an answer, not in the log, not in a table. */
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Playground, startPlayground } from '../../playground/playground.ts';
import { sql } from '../platform/database/database.ts';
import { logTo } from '../platform/log.ts';
import { startTestServer, type Team, type TestServer } from '../testing.ts';

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
  const rows = await server.app.db.query(sql`select row_to_json(c)::text as row from connections c`);
  const audits = await server.app.db.query(sql`select row_to_json(a)::text as row from audits a`);
  const stored = JSON.stringify([...rows, ...audits]);
  expect(rows).toHaveLength(1);
  for (const secret of [...Object.values(secrets), wrong, target.appSecret]) {
    expect(answered).not.toContain(secret);
    expect(logged).not.toContain(secret);
    expect(stored).not.toContain(secret);
  }
  expect(logged).toContain('/svc/main/connections');
});
