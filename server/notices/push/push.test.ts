/** Pushes to closed browsers: whom they reach, what they say, how they end. A push service of our own takes them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_DEADLINES } from '../../../contract/entities/answer-deadlines.ts';
import { DEFAULT_NOTICES, type NoticeSettings } from '../../../contract/notice-settings.ts';
import type { PushPayload, PushSubscriber } from '../../../contract/push.ts';
import { PushService, type Subscription } from '../../../tests/support/push-service.ts';
import { lockLink, unlinkPerson } from '../../agents/unlink-person.ts';
import { BotMinds } from '../../assistant/bot-minds.ts';
import { customerWrote } from '../../inbox/commands/customer-wrote.ts';
import { newIdentity } from '../../inbox/visitor-identity.ts';
import { json, sql } from '../../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';

let service: PushService;
let server: TestServer;
let owner: Person;
let ana: Person;
let botId = 700;
let browsers = 0;
/** The browser that Ana has for this test. */
let browser: string;
let sid: string;
let conversations = 0;
let talk: string;

beforeAll(async () => {
  service = await PushService.start();
  server = await startTestServer({ pushTrustedOrigins: [service.origin] });
  const key = await server.call('GET', '/svc/main/push_subscribers/key', { as: await server.addPerson('x') });
  service.applicationServerKey = (key.body as { public_key: string }).public_key;
});
afterAll(async () => {
  await server.close();
  await service.close();
});
beforeEach(async () => {
  botId += 1;
  await server.addBot(botId);
  owner = await server.addPerson(`dueña${botId}`);
  ana = await server.addPerson(`ana${botId}`);
  await server.link(owner, botId, 'propietario');
  await server.link(ana, botId, 'agente');
  await server.app.db.query(sql`update user_bots set status = 'close_session' where bot_id = ${botId}`);
  browser = `navegador-${++browsers}`;
  ({ sid } = await add(ana, service.browser(browser)));
  talk = `charla-${++conversations}`;
  await server.addConversation(talk, botId, { state: 'active', category: null, agent_id: null });
  service.delivered.length = 0;
});

const post = (who: Person, body: object) =>
  server.call('POST', '/svc/main/push_subscribers', { as: who, body: { push_subscriber: body } });
async function add(who: Person, subscription: Subscription): Promise<PushSubscriber> {
  const answer = await post(who, { user_id: who.id, active: true, subscription });
  expect(answer.status).toBe(200);
  return answer.body as PushSubscriber;
}
const list = async (who: Person) =>
  (await server.call('GET', `/svc/main/push_subscribers/by_user_id/${who.id}`, { as: who }))
    .body as PushSubscriber[];
const give = (reason = 'sabe de tallas') =>
  server.call('PUT', `/svc/conversations/conversations/${talk}`, {
    as: owner,
    body: { state: 'taken', agent_id: ana.id, reason },
  });
const settings = (wish: Partial<NoticeSettings>) =>
  server.call('PUT', `/svc/main/user_data/${ana.id}/notices`, {
    as: ana,
    body: { ...DEFAULT_NOTICES, ...wish },
  });
const jobs = () => server.app.jobs.runDue();
const told = () => service.delivered.map(({ text }) => JSON.parse(text) as PushPayload);
/** A tab of Ana's is connected until then. */
async function lease(until: number): Promise<void> {
  await server.app.db.query(sql`
    insert into presence_leases (socket_id, bot_id, user_id, process_id, expires_at)
    values (${`s${ana.id}`}, ${botId}, ${ana.id}, 'test', ${new Date(server.app.clock.now().getTime() + until)})
    on conflict (socket_id, bot_id) do update set expires_at = excluded.expires_at`);
}

describe('a subscriber', () => {
  it('is one’s own: the same browser keeps its sid, others are not there', async () => {
    expect(await list(ana)).toMatchObject([{ sid, user_id: ana.id, active: true, current: true }]);
    expect(await list(owner)).toEqual([]);
    const again = await post(ana, { user_id: ana.id, sid, active: true });
    expect(again.body).toMatchObject({ sid });
    expect((await post(owner, { user_id: ana.id, active: true })).status).toBe(404);
    const put = await server.call('PUT', '/svc/main/push_subscribers', {
      as: owner,
      body: { push_subscriber: { user_id: owner.id, sid, active: false } },
    });
    expect(put.status).toBe(404);
  });

  it('belongs to the person who signs in next at that browser', async () => {
    const subscription = service.browser(browser);
    const moved = await add(owner, subscription);
    expect(moved).toMatchObject({ sid, user_id: owner.id });
    expect(await list(ana)).toEqual([]);
  });

  it.each(['http://example.com/x', 'https://localhost/x', 'https://169.254.169.254/x', 'https://10.0.0.1/x'])(
    'names no push service at %s',
    async (endpoint) => {
      const answer = await post(ana, {
        user_id: ana.id,
        active: true,
        subscription: { ...service.browser('otro'), endpoint },
      });
      expect(answer.status).toBe(422);
    },
  );

  it('tries itself out', async () => {
    const test = () =>
      server.call('POST', '/svc/main/push_subscribers/test', {
        as: ana,
        body: { push_subscriber: { user_id: ana.id, sid } },
      });
    expect((await test()).status).toBe(200);
    expect(told()).toMatchObject([{ type: 'test', url: '/profile' }]);
    service.forget(browser);
    expect((await test()).status).toBe(422);
    expect(await list(ana)).toEqual([]);
  });
});

describe('a push', () => {
  it('reaches a closed browser, signed and encrypted, and names nobody without leave', async () => {
    await give();
    await jobs();
    const [push] = told();
    expect(push).toMatchObject({
      title: 'Te derivaron una conversación',
      type: 'transfer_conversation',
      bot_id: botId,
      url: `/charla-live-2?bot=${botId}&state=taken&conversation=${talk}`,
    });
    expect(JSON.stringify(push)).not.toMatch(/dueña|Cliente|tallas/i);
    expect(service.delivered[0]?.headers).toMatchObject({
      ttl: '14400',
      urgency: 'high',
      'content-encoding': 'aes128gcm',
    });
    expect(service.faults).toEqual([]);
    expect(await list(ana)).toMatchObject([{ last_success_at: expect.any(String) }]);
  });

  it('says who and why when its person allowed it', async () => {
    await settings({ show_text: true });
    await give();
    await jobs();
    expect(told()[0]?.body).toMatch(/te derivó la conversación de Cliente: sabe de tallas$/);
  });

  it('carries the event that the notifications channel tells, so that a tab that hears both shows one', async () => {
    await give();
    await jobs();
    const [event] = await server.app.db.query<{ id: string }>(
      sql`select id from events where bot_id = ${botId} and name = 'DERIVE_CONVERSATION'`,
    );
    expect(told()[0]).toMatchObject({ event_id: event?.id, tag: event?.id });
  });

  it.each([false, true])(
    'DUE-6 of a late answer is sent, and not once it was answered: %s',
    async (answers) => {
      const rules = { ...NO_DEADLINES, first: 1, open_hours: false };
      await server.app.db.query(sql`
      update bots set answer_deadlines = ${json(rules)} where id = ${botId}`);
      await give();
      await jobs();
      service.delivered.length = 0;
      // Her tab is closed half a minute after the deadline.
      await lease(90_000);
      server.pass(60_000);
      await jobs();
      expect(told()).toEqual([]);
      if (answers) {
        const body = { conversation_id: talk, text: 'Hola', temporal_id: 'respuesta' };
        const said = await server.call('POST', '/svc/conversations/session_logs', { as: ana, body });
        expect(said.status).toBe(200);
      }
      server.pass(60_000);
      await jobs();
      expect(told().map(({ title }) => title)).toEqual(answers ? [] : ['Venció el plazo para responder']);
      expect(JSON.stringify(told())).not.toContain('Cliente espera');
    },
  );

  it('is not sent while a tab is connected: not at once, and not after its lease was renewed', async () => {
    await lease(120_000);
    await give();
    await jobs();
    expect(service.delivered).toEqual([]);
    server.pass(40_000);
    await lease(120_000);
    await jobs();
    server.pass(200_000);
    await jobs();
    expect(service.delivered).toEqual([]);
  });

  it('is sent when the lease of a machine that died runs out', async () => {
    await lease(120_000);
    await give();
    await jobs();
    server.pass(40_000);
    await jobs();
    expect(service.delivered).toEqual([]);
    server.pass(81_000);
    await jobs();
    expect(told()).toHaveLength(1);
  });

  it('is sent as soon as the grace of a closed page is over', async () => {
    await lease(5_000);
    await give();
    await jobs();
    expect(service.delivered).toEqual([]);
    server.pass(5_001);
    await jobs();
    expect(told()).toHaveLength(1);
  });

  it.each<[string, Partial<NoticeSettings>, number]>([
    ['in quiet mode', { quiet: { until: null } }, 0],
    ['in quiet mode until later', { quiet: { until: '2099-01-01T00:00:00.000Z' } }, 0],
    ['when quiet mode is over', { quiet: { until: '2020-01-01T00:00:00.000Z' } }, 1],
    [
      'when its kind is off',
      { ways: { ...DEFAULT_NOTICES.ways, transfer: { ...DEFAULT_NOTICES.ways.transfer, push: false } } },
      0,
    ],
  ])('%s', async (_when, wish, count) => {
    await settings(wish);
    await give();
    await jobs();
    expect(service.delivered).toHaveLength(count);
  });

  it('is not sent of what was read or went on meanwhile', async () => {
    await give();
    await server.app.db.query(sql`update notifications set read = true where user_id = ${ana.id}`);
    await jobs();
    expect(service.delivered).toEqual([]);
    await server.call('PUT', `/svc/conversations/conversations/${talk}`, {
      as: owner,
      body: { state: 'pending' },
    });
    await give();
    await server.call('PUT', `/svc/conversations/conversations/${talk}`, {
      as: owner,
      body: { state: 'closed' },
    });
    await jobs();
    expect(service.delivered).toEqual([]);
  });

  it('tells of a customer’s word to their agent, the newest one', async () => {
    const minds = new BotMinds();
    const who = newIdentity(server.app, botId);
    const write = (text: string) =>
      customerWrote(server.app, minds, who, { text, temporal_id: server.app.ids() });
    const { conversation_id } = await write('hola');
    talk = conversation_id;
    await give();
    await jobs();
    service.delivered.length = 0;
    await settings({ show_text: true });
    await write('¿sigue ahí?');
    await write('necesito ayuda');
    await jobs();
    expect(told()).toMatchObject([{ tag: `c-${talk}`, body: expect.stringContaining('necesito ayuda') }]);
  });

  it('tells those who would take it that a customer waits, but not who is Desconectado', async () => {
    const asked = () =>
      server.call('PUT', `/svc/conversations/conversations/${talk}`, {
        as: owner,
        body: { state: 'pending' },
      });
    await server.app.db.query(
      sql`update user_bots set status = 'inactive' where bot_id = ${botId} and user_id = ${ana.id}`,
    );
    await asked();
    await jobs();
    expect(service.delivered).toEqual([]);
    await server.app.db.query(
      sql`update user_bots set status = 'absent' where bot_id = ${botId} and user_id = ${ana.id}`,
    );
    await server.call('PUT', `/svc/conversations/conversations/${talk}`, {
      as: owner,
      body: { state: 'active' },
    });
    await asked();
    await jobs();
    expect(told()).toMatchObject([{ type: 'pending_conversation', title: 'Conversación pendiente' }]);
  });
});

describe('a subscription ends', () => {
  it('with its session: sign-out', async () => {
    await server.call('DELETE', '/svc/main/auth/sign_out', { as: ana });
    await give();
    await jobs();
    expect(service.asked.filter((name) => name === browser)).toEqual([]);
    ana.headers = await server.signIn(ana);
    expect(await list(ana)).toEqual([]);
  });

  it('with its person’s last bot', async () => {
    await give();
    await server.app.db.transaction(async (tx) => {
      const [row] = await tx.query<{ id: number }>(
        sql`select id from user_bots where bot_id = ${botId} and user_id = ${ana.id}`,
      );
      const link = await lockLink(tx, row?.id ?? 0);
      if (!link) throw new Error('No link');
      await unlinkPerson(tx, server.app, { id: owner.id, name: 'Dueña', email: owner.email }, link);
    });
    await jobs();
    expect(service.delivered).toEqual([]);
    const [left] = await server.app.db.query(sql`select 1 from push_subscribers where sid = ${sid}`);
    expect(left).toBeUndefined();
  });

  it('when an expired session is never signed in to again', async () => {
    await give();
    server.pass(15 * 24 * 60 * 60 * 1000);
    owner.headers = await server.signIn(owner);
    await server.app.db.query(
      sql`update jobs set payload = jsonb_set(payload, '{at}', to_jsonb(now()::text))`,
    );
    await jobs();
    expect(service.delivered).toEqual([]);
  });

  it.each([404, 410])('when the push service answers %i', async (status) => {
    service.answer(browser, { status });
    await give();
    await jobs();
    expect(await list(ana)).toEqual([]);
  });

  it('after five refusals that no repetition helps against, and not before', async () => {
    service.answer(browser, ...Array.from({ length: 5 }, () => ({ status: 400 })));
    for (let time = 1; time <= 5; time += 1) {
      expect(await list(ana)).toHaveLength(1);
      await server.app.db.query(
        sql`update conversations set state = 'active', agent_id = null where id = ${talk}`,
      );
      await give();
      await jobs();
    }
    expect(await list(ana)).toEqual([]);
  });
});

describe('the push service', () => {
  it('asks to come later: in as many seconds as it says', async () => {
    service.answer(browser, { status: 429, headers: { 'retry-after': '90' } });
    await give();
    await jobs();
    server.pass(80_000);
    await jobs();
    expect(service.delivered).toEqual([]);
    server.pass(11_000);
    await jobs();
    expect(told()).toHaveLength(1);
  });

  it('fails: it is asked again, until the push is old', async () => {
    service.answer(browser, { status: 500 }, { status: 502 });
    await give();
    await jobs();
    server.pass(60_000);
    await jobs();
    server.pass(60_000);
    await jobs();
    expect(told()).toHaveLength(1);
    service.answer(browser, { status: 500 });
    await server.app.db.query(
      sql`update conversations set state = 'active', agent_id = null where id = ${talk}`,
    );
    await give();
    await jobs();
    server.pass(5 * 60 * 60 * 1000);
    await jobs();
    expect(told()).toHaveLength(1);
    expect(await server.app.db.query(sql`select 1 from jobs where kind like 'push.%'`)).toEqual([]);
  });

  it('does not send us elsewhere', async () => {
    const secret = await PushService.start();
    service.answer(browser, { status: 307, headers: { location: `${secret.origin}/push/x` } });
    await give();
    await jobs();
    expect(secret.asked).toEqual([]);
    await secret.close();
  });
});

it('keeps one key pair for good, and takes the settings’ own', async () => {
  const key = async (of: TestServer) => {
    const person = await of.addPerson(`llave${++browsers}`);
    return (await of.call('GET', '/svc/main/push_subscribers/key', { as: person })).body;
  };
  expect(await key(server)).toEqual({ public_key: service.applicationServerKey });
  const [row] = await server.app.db.query<{ value: { sealed: string } }>(
    sql`select value from settings where name = 'vapid'`,
  );
  expect(row?.value.sealed).toMatch(/^[\w-]{60,}$/);
  const vapid = { publicKey: 'B'.repeat(87), privateKey: 'p'.repeat(43) };
  const other = await startTestServer({ vapid });
  expect(await key(other)).toEqual({ public_key: vapid.publicKey });
  await other.close();
});
