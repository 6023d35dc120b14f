/** Campaigns from the plan to the last status, against the playground. Property tests: any-order.test.ts. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { RecipientExportJob } from '../../contract/calls/campaigns.ts';
import { RECIPIENT_COLUMNS, SKIP_TEXTS } from '../../contract/rules/campaigns.ts';
import { NO_FAULTS } from '../../playground/faults.ts';
import { text } from '../channels/testing.ts';
import { sql } from '../platform/database/database.ts';
import type { Person } from '../testing.ts';
import { addTemplate, BOT, type CampaignWorld, campaignWorld } from './testing.ts';

const EXPORTS = '/svc/main/campaigns/exports';

let world: CampaignWorld;
beforeAll(async () => {
  world = await campaignWorld();
});
afterAll(() => world.close());
beforeEach(() => Object.assign(world.playground.faults, NO_FAULTS));

const ids = (people: { id: string }[]) => ({ lead_ids: people.map(({ id }) => id) });

it('says before who gets it, who not and why, and what they read; then exactly those get it, each once', async () => {
  const ana = await world.client({ name: 'Ana Rojas' });
  const nobody = await world.client({ name: 'Luis' });
  await world.server.app.db.query(sql`update leads set name = null where id = ${nobody.id}`);
  const twin = await world.client({ phone: ana.phone });
  const silent = await world.client({ consent: null });
  const never = await world.client({ consent: 'denied' });
  const blocked = await world.client();
  await world.server.app.db.query(sql`update leads set blocked_at = now() where id = ${blocked.id}`);
  const bare = await world.client({ phone: null });
  const audience = ids([ana, nobody, twin, silent, never, blocked, bare]);
  const preview = await world.server.call('POST', '/svc/main/campaigns/preview', {
    as: world.team.owner,
    body: world.plan({ audience }),
  });
  expect(preview.body).toMatchObject({
    total: 7,
    recipients: 2,
    excluded: [
      { reason: SKIP_TEXTS.consent, n: 2 },
      { reason: SKIP_TEXTS.blocked, n: 1 },
      { reason: SKIP_TEXTS.same_phone, n: 1 },
      { reason: SKIP_TEXTS.no_phone, n: 1 },
    ],
    samples: [
      { text: expect.stringContaining('Hola Ana,') },
      { text: expect.stringContaining('Hola cliente,') },
    ],
  });
  const made = await world.create({ audience });
  expect(made).toMatchObject({ state: 'running', preparing: true });
  await world.run();
  const done = await world.show(made.id);
  expect(done).toMatchObject({
    state: 'done',
    preparing: false,
    counts: { total: 7, waiting: 0, sent: 2, delivered: 2, read: 2, failed: 0, skipped: 5 },
    failures: [],
  });
  // Who made it is told of the end, once.
  const told = await world.server.app.db.query<{ body: string }>(
    sql`select body from notifications where type = 'campaign'`,
  );
  expect(told).toEqual([{ body: `La campaña «${done.name}» terminó` }]);
  expect([...done.excluded].sort((a, b) => a.reason.localeCompare(b.reason))).toEqual(
    [...(preview.body as typeof done).excluded].sort((a, b) => a.reason.localeCompare(b.reason)),
  );
  expect([ana, nobody].map(({ phone }) => world.sentTo(phone))).toEqual([1, 1]);
  expect([silent, never, blocked].map(({ phone }) => world.sentTo(phone))).toEqual([0, 0, 0]);
  const day = (more: number) =>
    new Date(world.server.app.clock.now().getTime() + more).toISOString().slice(0, 10);
  const span = `bot_id=${BOT}&from=${day(-48 * 60 * 60_000)}&to=${day(48 * 60 * 60_000)}`;
  const stats = await world.server.call('GET', `/svc/main/whatsapp_stats?${span}`, { as: world.team.owner });
  expect(stats.body).toMatchObject({
    campaigns: [{ id: made.id, name: 'promo', total: 2, read: 2, failed: 0 }],
  });
  const behind = await world.server.call(
    'GET',
    `/svc/main/whatsapp_stats/sends?${span}&campaign=${made.id}`,
    {
      as: world.team.owner,
    },
  );
  expect(behind.body).toMatchObject({ total: 2 });
  const list = await world.server.call(
    'GET',
    `/svc/main/campaigns/${made.id}/recipients?outcome=sent&page=1`,
    { as: world.team.owner },
  );
  expect(list.body).toMatchObject({ total: 2, recipients: [{ outcome: 'read' }, { outcome: 'read' }] });
});

it('the same temporal_id answers the same campaign', async () => {
  const ana = await world.client();
  const body = { ...world.plan({ audience: ids([ana]) }), temporal_id: 'twice' };
  const ask = () => world.server.call('POST', '/svc/main/campaigns', { as: world.team.owner, body });
  const [first, second] = await Promise.all([ask(), ask()]);
  const third = await ask();
  const id = (answer: typeof first) => (answer.body as { id: string }).id;
  expect(new Set([id(first), id(second), id(third)]).size).toBe(1);
  await world.run();
  expect(world.sentTo(ana.phone)).toBe(1);
});

it('who opts out in the middle gets nothing after it, by word or by Meta’s switch', async () => {
  const people = [];
  for (let n = 0; n < 40; n += 1) people.push(await world.client());
  const made = await world.create({ audience: ids(people) });
  while ((await world.show(made.id)).preparing) await world.server.campaigns.runner.runDue();
  await world.server.campaigns.runner.runDue();
  const late = people.at(-1);
  const queued = people[0];
  if (!late || !queued) throw new Error('Nobody');
  expect(world.sentTo(late.phone) + world.sentTo(queued.phone)).toBe(0);
  world.playground.whatsapp.customerWrites(world.number, { phone: queued.phone, name: 'Q' }, text('¡Baja!'));
  world.playground.whatsapp.customerWrites(world.number, { phone: late.phone, name: 'L' }, text('stop'));
  await world.playground.hooks.idle();
  world.server.pass(2_100);
  await world.server.channels.intake.runDue();
  await world.run();
  const templates = (phone: string) =>
    world.playground.whatsapp.memory.sent.filter(({ to, type }) => to === phone && type === 'template')
      .length;
  expect(templates(late.phone)).toBe(0);
  expect(templates(queued.phone)).toBe(0);
  const done = await world.show(made.id);
  expect(done.counts).toMatchObject({ total: 40, sent: 38, waiting: 0 });
  expect(done.counts.skipped + done.counts.failed).toBe(2);
});

it('pauses, goes on and ends where a person says so; what was queued and had not left comes back', async () => {
  const people = [];
  for (let n = 0; n < 60; n += 1) people.push(await world.client());
  const made = await world.create({ audience: ids(people) });
  while ((await world.show(made.id)).preparing) await world.server.campaigns.runner.runDue();
  await world.server.campaigns.runner.runDue();
  expect((await world.call('pause', made.id)).body).toMatchObject({
    state: 'paused',
    counts: { waiting: 60 },
  });
  await world.run();
  expect(people.reduce((sum, { phone }) => sum + world.sentTo(phone), 0)).toBe(0);
  expect((await world.call('resume', made.id)).body.state).toBe('running');
  await world.server.campaigns.runner.runDue();
  await world.server.channels.lanes.runDue();
  const canceled = await world.call('cancel', made.id);
  expect(canceled.body.state).toBe('canceled');
  await world.run();
  const after = await world.show(made.id);
  expect(after.counts.sent).toBeGreaterThan(0);
  expect(after.counts.sent + after.counts.skipped).toBe(60);
  expect(people.reduce((sum, { phone }) => sum + world.sentTo(phone), 0)).toBe(after.counts.sent);
  expect((await world.call('resume', made.id)).status).toBe(409);
});

it('failed ones are gathered by cause, and only those are tried again that may be', async () => {
  const lost = await world.client({ phone: '56900131026' });
  const shy = await world.client({ phone: '56900131049' });
  const made = await world.create({ audience: ids([lost, shy]) });
  await world.run();
  const done = await world.show(made.id);
  expect(done).toMatchObject({ state: 'done', counts: { failed: 2 } });
  expect(done.failures.map(({ retryable }) => retryable)).toEqual([0, 0]);
  expect((await world.call('retry', made.id, {})).status).toBe(422);
  world.server.pass(24 * 60 * 60_000);
  const again = await world.call('retry', made.id, {});
  expect(again.body).toMatchObject({ state: 'running', counts: { failed: 1, waiting: 1 } });
  await world.run();
  expect(world.sentTo(lost.phone)).toBeLessThanOrEqual(1);
});

it('CA-3: pauses when Meta changes the category, and goes on only when somebody says so', async () => {
  const template = await addTemplate(world, 'aviso', 'UTILITY');
  const ana = await world.client({ consent: null });
  const due = new Date(world.server.app.clock.now().getTime() + 60 * 60_000).toISOString().slice(0, 16);
  const sendAt = { local: due, zone: 'Etc/UTC' };
  const made = await world.create({
    template: { name: 'aviso', language: 'es' },
    audience: ids([ana]),
    send_at: sendAt,
  });
  expect(made).toMatchObject({ state: 'scheduled', starts_at: `${due}:00.000Z` });
  const { whatsapp } = world.playground;
  const listed = whatsapp.templatesOf(world.number.businessAccountId).find(({ id }) => id === template);
  if (!listed) throw new Error('No template');
  listed.category = 'MARKETING';
  await world.server.call('POST', `/svc/waba/token-${BOT}/sync?botId=${BOT}`, { as: world.team.owner });
  world.server.pass(60 * 60_000);
  await world.run();
  expect(await world.show(made.id)).toMatchObject({
    state: 'paused',
    reason: expect.stringContaining('MARKETING'),
  });
  expect((await world.call('resume', made.id)).body.state).toBe('running');
  await world.run();
  expect(await world.show(made.id)).toMatchObject({
    state: 'done',
    excluded: [{ reason: SKIP_TEXTS.consent, n: 1 }],
  });
});

it('CA-6: beyond the number’s tier they wait, with a time, and nobody is failed', async () => {
  const { db } = world.server.app;
  const tier = (name: string) =>
    db.query(sql`
      update connections set facts = jsonb_set(facts, '{tier}', to_jsonb(${name}::text)) where id = ${world.connection.id}`);
  const [before] = await db.query<{ n: number }>(sql`
    select count(distinct c.visitor_id)::int as n from messages m join conversations c on c.id = m.conversation_id
    where m.template is not null and m.status <> 'failed' and m.created_at > ${new Date(world.server.app.clock.now().getTime() - 24 * 60 * 60_000)}`);
  await tier(`TIER_${(before?.n ?? 0) + 2}`);
  const people = [await world.client(), await world.client(), await world.client()];
  const made = await world.create({ audience: ids(people) });
  await world.run();
  expect(await world.show(made.id)).toMatchObject({
    state: 'running',
    counts: { sent: 2, waiting: 1, failed: 0 },
    waits: { reason: expect.stringContaining('límite'), until: expect.any(String) },
  });
  await tier('TIER_UNLIMITED');
  await world.run();
  expect(await world.show(made.id)).toMatchObject({ state: 'done', waits: null, counts: { sent: 3 } });
});

it('a file says who and fills slots; who is not known is said so', async () => {
  const ana = await world.client({ name: 'Ana' });
  const form = new FormData();
  form.set('bot_id', String(BOT));
  form.set(
    'file',
    new Blob([`Teléfono;Oferta\n+${ana.phone};30 %\n+56911112222;10 %\n${ana.phone};otra vez\n`]),
    'ofertas.csv',
  );
  const uploaded = await fetch(`${world.server.url}/svc/main/campaigns/files`, {
    method: 'POST',
    headers: world.team.owner.headers as unknown as Record<string, string>,
    body: form,
  });
  const file = (await uploaded.json()) as { id: string };
  expect(file).toMatchObject({ columns: ['Teléfono', 'Oferta'], total: 3, known: 2 });
  const made = await world.create({
    audience: { file: file.id },
    slots: [{ part: 'body', index: 0, key: '1', field: 'file.Oferta' }],
  });
  await world.run();
  expect(await world.show(made.id)).toMatchObject({
    counts: { total: 3, sent: 1, skipped: 2 },
    excluded: [
      { reason: SKIP_TEXTS.same_phone, n: 1 },
      { reason: SKIP_TEXTS.unknown, n: 1 },
    ],
  });
  const [sent] = world.playground.whatsapp.memory.sent.filter(({ to }) => to === ana.phone);
  expect(JSON.stringify(sent?.body)).toContain('30 %');
  expect((await world.show(made.id)).file).toEqual(file);
});

it('its file has the recipients of the list, each once; contact data only for who reads the CRM', async () => {
  const people = [await world.client({ name: 'Ana' }), await world.client({ consent: null, name: 'Eva' })];
  const made = await world.create({ audience: ids(people) });
  await world.run();
  const fileFor = async (as: Person, filters: object = {}): Promise<string[][]> => {
    const order = { format: 'csv', filters: { bot_id: BOT, campaign: made.id, ...filters } };
    const { status, body } = await world.server.call('POST', `${EXPORTS}`, { as, body: order });
    expect(status, JSON.stringify(body)).toBe(200);
    const { id } = body as RecipientExportJob;
    await vi.waitFor(
      async () => {
        const { body: jobs } = await world.server.call('GET', `${EXPORTS}?bot_id=${BOT}`, { as });
        expect((jobs as RecipientExportJob[]).find((job) => job.id === id)).toMatchObject({ status: 'done' });
      },
      { timeout: 30_000, interval: 20 },
    );
    const { body: link } = await world.server.call('POST', `${EXPORTS}/${id}/link`, { as });
    const answer = await fetch(`${world.server.url}${(link as { url: string }).url}`);
    return parse(Buffer.from(await answer.arrayBuffer()), { bom: true, delimiter: ';' });
  };
  const [head, ...rows] = await fileFor(world.team.owner);
  expect(head).toEqual(RECIPIENT_COLUMNS.map(({ label }) => label));
  expect(rows.map(([place]) => place)).toEqual(['1', '2']);
  expect(rows.find((row) => row[2] === 'Ana')?.slice(3, 6)).toEqual([people[0]?.phone, 'Leído', '']);
  expect(rows.find((row) => row[2] === 'Eva')?.slice(4, 6)).toEqual(['Omitido', SKIP_TEXTS.consent]);
  expect(await fileFor(world.team.owner, { outcome: 'skipped' })).toHaveLength(2);
  // Campaigns without clients.
  const { server, team } = world;
  const role = await server.addRole(BOT, 'agente', { whatsapp_api: ['read'] });
  await server.app.db.query(sql`
    update user_bots set role_id = ${role} where user_id = ${team.bruno.id} and bot_id = ${BOT}`);
  const seen = await world.server.call('GET', `/svc/main/campaigns/${made.id}/recipients`, {
    as: world.team.bruno,
  });
  expect((seen.body as { recipients: { phone: null }[] }).recipients.map(({ phone }) => phone)).toEqual([
    null,
    null,
  ]);
  expect((await fileFor(world.team.bruno))[0]).not.toContain('Teléfono');
});

it('names the numbers to whoever may send campaigns, with what their tier still allows', async () => {
  const { body } = await world.server.call('GET', `/svc/main/campaigns/numbers?bot_id=${BOT}`, {
    as: world.team.bruno,
  });
  expect(body).toMatchObject([
    { id: world.connection.id, state: 'ok', account: world.number.businessAccountId },
  ]);
});
