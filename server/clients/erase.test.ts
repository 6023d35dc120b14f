/** CR-6: what a privacy request asks for: nothing that says who somebody is, or what was said, is kept anywhere. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LeadImport } from '../../contract/calls/imports.ts';
import type { Lead } from '../../contract/entities/lead.ts';
import { AgentStage, BOT } from '../inbox/live/testing.ts';
import { sql } from '../platform/database/database.ts';
import { tablesWith } from '../platform/database/testing.ts';
import { ERASED_TEXT } from './erase-lead.ts';

let stage: AgentStage;
beforeAll(async () => {
  stage = await AgentStage.open();
});
afterAll(async () => {
  stage.hangUp();
  await stage.server.close();
});

const call = (method: string, path: string, body?: object) =>
  stage.server.call(method, `/svc/main${path}`, { as: stage.admin, ...(body ? { body } : {}) });

it('CR-6 an erased client is nowhere: rows, words, old events, files of imports, merges; others stay', async () => {
  const { server, ana } = stage;
  const form = new FormData();
  form.append('bot_id', String(BOT));
  form.append(
    'file',
    new Blob(['Nombre;Correo\nRosa Secreta;rosa@secreta.cl\nOtro;otro@correo.cl']),
    'c.csv',
  );
  const uploaded = await fetch(`${server.url}/svc/main/leads/imports`, {
    method: 'POST',
    headers: stage.admin.headers as unknown as Record<string, string>,
    body: form,
  });
  const file = (await uploaded.json()) as LeadImport;
  await call('PUT', `/leads/imports/${file.id}`, { mapping: file.guessed, key: 'auto' });
  await call('POST', `/leads/imports/${file.id}/run`);
  await server.app.jobs.runDue();
  await server.addConversation('charla', BOT, { state: 'taken', category: null, agent_id: ana.id });
  const { leads } = (await call('GET', `/leads?bot_id=${BOT}&search=rosa`)).body as { leads: Lead[] };
  const rosa = leads[0];
  await call('POST', `/leads/${rosa?._id}/merge`, { loser_id: 'lead-charla' });
  await call('PUT', `/leads/${rosa?._id}`, { lead: { city: 'Ciudad Secreta', phone: '+56 9 7777 8888' } });
  const sent = await server.call('POST', '/svc/conversations/session_logs', {
    as: ana,
    body: { conversation_id: 'charla', text: 'tu clave es la Secreta', temporal_id: 'm1' },
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  expect(await tablesWith(stage.server.app.db, 'Secreta')).toEqual(
    expect.arrayContaining(['audits', 'conversations', 'events', 'leads', 'lead_merges', 'messages']),
  );

  const socket = await stage.connect(stage.admin);
  const joined = await socket.join();
  expect((await call('DELETE', `/leads/${rosa?._id}`)).body).toEqual({ ok: true, removed: false });
  for (const word of ['Secreta', 'secreta.cl', '77778888', '7777 8888'])
    expect([word, await tablesWith(stage.server.app.db, word)]).toEqual([word, []]);
  expect((await call('GET', `/leads/${rosa?._id}`)).body).toMatchObject({ name: null, city: null, tags: [] });
  const messages = await server.app.db.query<{ text: string }>(
    sql`select text from messages where conversation_id = 'charla' and sender = 'agent'`,
  );
  expect(messages).toEqual([{ text: ERASED_TEXT }]);
  expect(((await call('GET', `/leads?bot_id=${BOT}&search=otro`)).body as { total: number }).total).toBe(1);

  // Tabs that show it, and those that come back with an old log, load everything again.
  await expect.poll(() => socket.others).toContainEqual(['RESET', { bot_id: BOT }]);
  const late = await stage.connect(stage.admin);
  expect(await late.join({ after: joined.seq })).toMatchObject({ reset: true });
  const now = await late.join();
  const next = await stage.append(1);
  expect((await late.until(next)).at(-1)?.seq).toBe(now.seq + 1);
});

it('CR-6 a file that was not run yet and has the client ends; who never spoke is removed', async () => {
  const { server } = stage;
  const made = (await call('POST', '/leads', { lead: { bot_id: BOT, name: 'Tal', phone: '+56966665544' } }))
    .body as Lead;
  const form = new FormData();
  form.append('bot_id', String(BOT));
  form.append('file', new Blob(['Nombre;Fono\nTal Cual;9 6666 5544']), 'c.csv');
  const uploaded = await fetch(`${server.url}/svc/main/leads/imports`, {
    method: 'POST',
    headers: stage.admin.headers as unknown as Record<string, string>,
    body: form,
  });
  const file = (await uploaded.json()) as LeadImport;
  expect((await call('DELETE', `/leads/${made._id}`)).body).toEqual({ ok: true, removed: true });
  expect((await call('GET', `/leads/imports/${file.id}`)).body).toMatchObject({
    state: 'cancelled',
    sample: [],
  });
  for (const word of ['66665544', '6666 5544', 'Tal Cual'])
    expect([word, await tablesWith(stage.server.app.db, word)]).toEqual([word, []]);
});
