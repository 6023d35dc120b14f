/** CR-7: what a channel or a shop has verified makes two clients one by itself; what a visitor claims never does. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LeadMerge, TimelineEntry } from '../../contract/calls/clients.ts';
import type { Lead } from '../../contract/entities/lead.ts';
import { contactOf } from '../channels/contacts.ts';
import { changeLead } from '../crm/change-lead.ts';
import { presentId } from '../crm/present-id.ts';
import { proveIdentities } from '../crm/prove-identities.ts';
import { tellLeadCards } from '../inbox/tell-lead-cards.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

let server: TestServer;
let owner: Person;
let botId = 700;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.addPerson('olga');
});
const nextBot = async () => {
  botId += 1;
  await server.addBot(botId);
  await server.link(owner, botId, 'propietario');
  for (const at of [0, 1]) {
    await server.app.db.query(sql`
      insert into connections (id, bot_id, provider, name, account, credentials, created_at, updated_at)
      values (${`n${botId}-${at}`}, ${botId}, 'whatsapp', 'n', ${`${botId}-${at}`}, '', now(), now())`);
  }
};
beforeEach(nextBot);
afterAll(() => server.close());

const call = (method: string, path: string, body?: object) =>
  server.call(method, `/svc/main${path}`, { as: owner, ...(body ? { body } : {}) });
const create = async (lead: object) =>
  (await call('POST', '/leads', { lead: { bot_id: botId, ...lead } })).body as Lead;
const get = async (id: string) => (await call('GET', `/leads/${id}`)).body as Lead;
const rest = () => server.app.jobs.runDue();
const merges = async (id: string) => (await call('GET', `/leads/${id}/merges`)).body as LeadMerge[];

/** Somebody writes to one of the bot's numbers. @returns the client whom the channel has for them */
const writes = (phone: string | null, userId: string | null, number = 0): Promise<string> =>
  server.app.db.transaction(async (tx) => {
    const connection = { id: `n${botId}-${number}`, bot_id: botId, provider: 'whatsapp' as const };
    const said = { phone, userId, parentUserId: null, name: 'Quien escribe', username: null };
    return (await contactOf(tx, server.app, connection, said)).lead_id;
  });
/** A visitor says in the chat that this is their phone. */
const claims = async (phone: string): Promise<string> => {
  const id = server.app.ids();
  await server.app.db.transaction(async (tx) => {
    await tx.query(
      sql`insert into leads (id, bot_id, created_at) values (${id}, ${botId}, ${server.app.clock.now()})`,
    );
    const actor = { kind: 'visitor' as const, id };
    await changeLead(tx, server.app, tellLeadCards, { botId, id, given: { phone: `+${phone}` }, actor });
  });
  return id;
};
const PHONE = '56987654321';

it('CR-7 who writes from the phone of the team’s client is that client; recorded with the reason, and parted for good', async () => {
  const known = await create({ name: 'Rosa', phone: `+${PHONE}` });
  const writer = await writes(PHONE, null);
  expect(writer).not.toBe(known._id);
  await rest();
  expect((await get(writer))._id).toBe(known._id);
  const [merge] = await merges(known._id);
  expect(merge).toMatchObject({ loser_id: writer, user_name: null, proof: 'phone', undone_at: null });
  const { entries } = (await call('GET', `/leads/${known._id}/timeline`)).body as {
    entries: TimelineEntry[];
  };
  expect(entries.map(({ event }) => event)).toContainEqual(
    expect.objectContaining({ kind: 'merge', merge_id: merge?.id, proof: 'phone' }),
  );
  expect((await call('POST', `/lead_merges/${merge?.id}/undo`)).status).toBe(200);
  // The next message of the same number does not join them again.
  expect(await writes(PHONE, 'cuenta-1')).toBe(writer);
  await rest();
  expect((await get(writer))._id).toBe(writer);
});

it('CR-7 it can be undone for 30 days', async () => {
  const known = await create({ phone: `+${PHONE}` });
  await writes(PHONE, null);
  await rest();
  const [merge] = await merges(known._id);
  server.pass(31 * 24 * 60 * 60_000);
  // A session ends by then.
  owner = await server.addPerson(`olga-${botId}`);
  await server.link(owner, botId, 'propietario');
  expect((await call('POST', `/lead_merges/${merge?.id}/undo`)).status).toBe(409);
});

it('CR-7 one account at a shop, and one person behind two ids of a channel', async () => {
  const [one, other] = [await create({ name: 'A' }), await create({ name: 'B' })];
  const shop = [{ kind: 'shop', value: 'vtex:9' } as const];
  for (const { _id } of [one, other])
    await server.app.db.transaction((tx) => proveIdentities(tx, server.app, { botId, leadId: _id }, shop));
  await rest();
  expect((await get(other._id))._id).toBe(one._id);
  expect((await merges(one._id))[0]).toMatchObject({ proof: 'shop' });

  const [byPhone, byAccount] = [await writes(PHONE, null), await writes(null, 'cuenta-7')];
  expect(byPhone).not.toBe(byAccount);
  // A message that has both.
  await writes(PHONE, 'cuenta-7');
  await rest();
  expect((await get(byAccount))._id).toBe(byPhone);
});

it('CR-7 a claim joins nobody, nor a second number that the team wrote down, nor who was erased meanwhile', async () => {
  const claimed = await claims(PHONE);
  const writer = await writes(PHONE, null);
  await rest();
  expect((await get(claimed))._id).toBe(claimed);
  expect((await get(writer))._id).toBe(writer);

  const [mother, child] = ['56911112222', '56933334444'];
  const first = await writes(mother, null);
  await call('PUT', `/leads/${first}`, { lead: { phone: `+${child}` } });
  const second = await writes(child, null);
  await rest();
  expect((await get(second))._id).toBe(second);

  const gone = await create({ name: 'Se va', phone: '+56955556666' });
  const stays = await writes('56955556666', null);
  expect((await call('DELETE', `/leads/${gone._id}`)).status).toBe(200);
  await rest();
  expect((await get(stays))._id).toBe(stays);
});

const PHONES = ['56911110001', '56911110002', '56911110003'];
const USERS = ['u1', 'u2'];
const at = (length: number) => fc.integer({ min: 0, max: length - 1 });
const write = fc.record({
  do: fc.constant('write' as const),
  phone: fc.option(fc.constantFrom(...PHONES)),
  user: fc.option(fc.constantFrom(...USERS)),
  number: at(2),
});
const step = fc.oneof(
  { weight: 5, arbitrary: write },
  fc.record({ do: fc.constant('create' as const), phone: fc.constantFrom(...PHONES) }),
  fc.record({ do: fc.constant('claim' as const), phone: fc.constantFrom(...PHONES) }),
  fc.record({ do: fc.constant('apart' as const), one: at(8), other: at(8) }),
  fc.record({ do: fc.constant('undo' as const) }),
  fc.record({ do: fc.constant('rest' as const) }),
);

it('CR-7 in whatever order it happens: claims merge nobody, nobody is joined against a word, and all can be parted', async () => {
  let joined = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await nextBot();
      const { db } = server.app;
      const made: string[] = [];
      const claimed = new Set<string>();
      const apart: [string, string][] = [];
      const automatic = () =>
        db.query<{ id: string; survivor_id: string; loser_id: string }>(sql`
          select id, survivor_id, loser_id from lead_merges
          where bot_id = ${botId} and proof is not null and undone_at is null order by at desc, id desc`);
      const undo = async () => {
        const [last] = await automatic();
        if (!last) return false;
        expect((await call('POST', `/lead_merges/${last.id}/undo`)).status).toBe(200);
        apart.push([last.survivor_id, last.loser_id]);
        return true;
      };
      for (const one of steps) {
        server.pass(1_000);
        if (one.do === 'write' && (one.phone ?? one.user))
          made.push(await writes(one.phone, one.user, one.number));
        if (one.do === 'create') {
          const lead = await create({ name: `n${made.length}`, phone: `+${one.phone}` });
          if (lead._id) made.push(lead._id);
        }
        if (one.do === 'claim') {
          const id = await claims(one.phone);
          claimed.add(id);
          made.push(id);
        }
        if (one.do === 'apart' && made.length > 1) {
          const [a, b] = [made[one.one % made.length], made[one.other % made.length]];
          const [now, then] = [await presentId(db, a ?? ''), await presentId(db, b ?? '')];
          if (now !== then) {
            const said = await call('PUT', `/leads/${now}/distinct`, { other_id: then, distinct: true });
            expect(said.status).toBe(200);
            apart.push([now, then]);
          }
        }
        if (one.do === 'undo') await undo();
        if (one.do === 'rest') await rest();
        for (const [a, b] of apart) expect(await presentId(db, a)).not.toBe(await presentId(db, b));
      }
      await rest();
      for (const [a, b] of apart) expect(await presentId(db, a)).not.toBe(await presentId(db, b));
      for (const id of claimed) expect(await presentId(db, id)).toBe(id);
      if (apart.length === 0) {
        // Nobody objected: whom a channel knows by one number or account is one client.
        const twice = await db.query(sql`
          select 1 as found from channel_contacts k join visitors v on v.id = k.visitor_id
          join channel_contacts o on o.bot_id = k.bot_id and (o.phone = k.phone or o.user_id = k.user_id)
          join visitors w on w.id = o.visitor_id
          where k.bot_id = ${botId} and v.lead_id <> w.lead_id`);
        expect(twice).toEqual([]);
      }
      joined += (await automatic()).length;
      while (await undo());
      for (const id of new Set(made)) expect((await get(id))._id).toBe(id);
    }),
    { numRuns: 60, seed: 16 },
  );
  expect(joined).toBeGreaterThan(10);
});
