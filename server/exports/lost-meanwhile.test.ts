/** A file holds what its maker may have: also what they may have no more is theirs no more, whenever they come for it. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { MetricExportJob } from '../../contract/calls/metrics.ts';
import { json, sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const [HERE, THERE] = [64, 65];
let server: TestServer;
let owner: Person;
let last: Person;
beforeAll(async () => {
  server = await startTestServer();
  await server.addBot(HERE);
  await server.addBot(THERE);
  owner = await server.addPerson('olga');
  last = await server.addPerson('otra');
  for (const bot of [HERE, THERE]) await server.link(owner, bot, 'propietario');
  await server.link(last, THERE, 'propietario');
});
afterAll(() => server.close());

it('FILE-13 figures of several bots are gone with one of the bots', async () => {
  const path = `/svc/main/metrics/conversations/export?bot_id=${HERE}&from=2026-11-01&to=2026-11-02&all_bots=true&format=csv`;
  const { id } = (await server.call('GET', path, { as: owner })).body as MetricExportJob;
  await vi.waitFor(
    async () => {
      const { body } = await server.call('GET', `/svc/main/metric_exports?bot_id=${HERE}`, { as: owner });
      expect((body as MetricExportJob[]).map(({ status }) => status)).toEqual(['done']);
    },
    { timeout: 20_000, interval: 50 },
  );
  const link = () => server.call('POST', `/svc/main/metric_exports/${id}/link`, { as: owner });
  const first = await link();
  expect(first.status).toBe(200);
  const { url } = first.body as { url: string };
  const download = async () => (await fetch(`${server.url}${url}`)).status;
  expect(await download()).toBe(200);
  await server.app.db.query(sql`delete from user_bots where user_id = ${owner.id} and bot_id = ${THERE}`);
  // Also by an address that was given before.
  expect([(await link()).status, await download()]).toEqual([404, 404]);
});

it('FILE-14 contact data of recipients is gone with the right to read the CRM', async () => {
  const ana = await server.addPerson('ana');
  await server.link(ana, HERE, 'administrador');
  const [row] = await server.app.db.query<{ sight: string }>(sql`
    select sight from exports where user_id = ${owner.id} limit 1`);
  const made = async (id: string, columns: string[]) => {
    await server.app.db.query(sql`
      insert into exports (id, bot_id, user_id, kind, format, columns, filters, status, sight, file, file_name,
        created_at, alive_until, expires_at)
      values (${id}, ${HERE}, ${ana.id}, 'recipients', 'csv', ${json(columns)},
        ${json({ bot_id: HERE, campaign: 'c' })}, 'done', ${row?.sight ?? ''}, ${`${id}.csv`}, 'destinatarios.csv',
        now(), now(), now() + interval '1 hour')`);
    return async () =>
      (await server.call('POST', `/svc/main/campaigns/exports/${id}/link`, { as: ana })).status;
  };
  const contacts = await made('con-telefono', ['name', 'phone']);
  const names = await made('sin-telefono', ['name']);
  expect([await contacts(), await names()]).toEqual([200, 200]);
  const role = await server.addRole(HERE, 'administrador', { whatsapp_api: ['read'] });
  await server.app.db.query(sql`update user_bots set role_id = ${role} where user_id = ${ana.id}`);
  expect([await contacts(), await names()]).toEqual([404, 200]);
});
