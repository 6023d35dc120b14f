/**
 * Addresses that prove themselves: those of mails, and those that people are given to pay, read or fetch something. Each
 * opens its own door and no other, whoever opens it; looking at one changes nothing, as scanners of mail look at all of
 * them; and they end with what they are for.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { linkIn, mailsTo } from '../server/access/testing.ts';
import { sql } from '../server/platform/database/database.ts';
import { type SignedFolder, signedAddress } from '../server/platform/signed-address.ts';
import { type Answer, type Person, startTestServer, type TestServer } from '../server/testing.ts';
import { pageToken } from '../server/tickets/page-address.ts';

const NEXT = { password: 'viento en Chaitén 9', password_confirmation: 'viento en Chaitén 9' };
const FOLDERS: SignedFolder[] = [
  'uploads',
  'exports',
  'product-pictures',
  'incident-pictures',
  'receipts',
  'pay-links',
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface World {
  botId: number;
  owner: Person;
  /** What stands in the addresses, by the door that they are for. */
  words: Record<'confirm' | 'reset' | 'invitation' | 'ticket', string>;
  expire: string;
  pay: Record<string, string>;
}
let world: World;
let bots = 700;

beforeEach(async () => {
  const { db } = server.app;
  const botId = ++bots;
  await server.addBot(botId);
  await server.addBot(botId + 1000);
  const owner = await server.addPerson(`duena${botId}`, 'lluvia en Valdivia 7');
  await server.link(owner, botId, 'propietario');
  await server.link(owner, botId + 1000, 'agente');
  const fresh = `nueva${botId}@b.cl`;
  const registered = await server.call('POST', '/svc/main/auth', {
    body: { name: 'Paula Soto', email: fresh, ...NEXT },
  });
  expect(registered.status).toBe(200);
  const wordOf = async (address: string, path: string) =>
    linkIn(server, (await mailsTo(server, address, path)).at(-1), path);
  const [confirm = ''] = await wordOf(fresh, 'confirm');
  await server.call('POST', '/svc/main/password/forgot', { body: { email: owner.email } });
  const [reset = '', expire = ''] = await wordOf(owner.email, 'password_resets');
  const guest = `invitada${botId}@b.cl`;
  const [role] = await db.query<{ id: number }>(sql`select id from roles where base = 'agente' limit 1`);
  const invited = await server.call('POST', '/svc/main/userbot/userbotnew', {
    as: owner,
    body: { email: guest, bot_id: botId, role_id: role?.id, category: ['ventas'] },
  });
  expect(invited.status).toBe(201);
  const [invitation = ''] = await wordOf(guest, 'invitacion');
  await db.query(sql`
    insert into tickets (id, bot_id, tracking_code, subject, state, priority, opened_kind, opened_by_id, opened_by_name,
      created_at, updated_at)
    values (${`t-${botId}`}, ${botId}, 'T-1', 'Asunto', 'new', 'normal', 'agent', ${owner.id}, 'Alguien', now(), now())`);
  const ticket = pageToken(server.app, `t-${botId}`, server.app.clock.now());
  const made = await server.call('POST', '/svc/main/billing/pay_link', {
    as: owner,
    body: { bot_id: botId, plan_id: 'crece', plan_period: 'monthly' },
  });
  const pay = Object.fromEntries(new URL((made.body as { url: string }).url).searchParams);
  world = { botId, owner, words: { confirm, reset, invitation, ticket }, expire, pay };
});

const post = (path: string, body: object) => server.call('POST', `/svc/main/${path}`, { body });
const put = (path: string, body: object) => server.call('PUT', `/svc/main/${path}`, { body });
type Door = (word: string) => Promise<Answer>;
/** Those that look, and those that do. */
const LOOKS: Record<keyof World['words'], Door> = {
  confirm: (token) => post('auth/confirmation/check', { token }),
  reset: (token) => post('password/check', { token, expire: world.expire }),
  invitation: (token) => post('invitations/check', { token }),
  ticket: (token) => server.call('GET', `/svc/main/ticket_pages/${encodeURIComponent(token)}`),
};
const DOES: Record<keyof World['words'], Door> = {
  confirm: (token) => put('auth/confirmation', { token, ...NEXT }),
  reset: (token) => put('password/reset', { token, expire: world.expire, ...NEXT }),
  invitation: (token) => post('invitations/accept', { token, name: 'Rosa', ...NEXT }),
  ticket: (token) =>
    post(`ticket_pages/${encodeURIComponent(token)}/messages`, {
      text: 'Hola',
      temporal_id: `temporal-${token}`.slice(0, 60),
    }),
};
const payPath = (query: Record<string, string>) => `/svc/main/billing/pay_link?${new URLSearchParams(query)}`;
const KINDS = Object.keys(LOOKS) as (keyof World['words'])[];
/** Everything that a link may change. */
const everything = () =>
  server.app.db.query(sql`
    select (select json_agg(u order by u.id)::text from users u) as users,
      (select json_agg(l order by l.token_hash)::text from mail_links l) as links,
      (select json_agg(i order by i.id)::text from invitations i) as invitations,
      (select json_agg(t order by t.id)::text from tickets t) as tickets,
      (select count(*)::int from ticket_messages) as words, (select count(*)::int from checkouts) as checkouts,
      (select count(*)::int from user_bots) as people, (select count(*)::int from auth_tokens) as sessions`);

it('HTTP-5 the word of one door opens no other, and is answered there as a word that nobody ever wrote', async () => {
  for (const doors of [LOOKS, DOES])
    for (const door of KINDS) {
      const unknown = await doors[door]('A'.repeat(43));
      expect(unknown.status, door).toBeGreaterThanOrEqual(400);
      for (const kind of KINDS) {
        if (kind === door) continue;
        const { status, body } = await doors[door](world.words[kind]);
        expect({ kind, door, status, body }).toEqual({
          kind,
          door,
          status: unknown.status,
          body: unknown.body,
        });
      }
    }
  for (const kind of KINDS) expect((await LOOKS[kind](world.words[kind])).status, kind).toBe(200);
});

it('HTTP-5 a signature of one folder opens nothing in another, nor with another name or end', async () => {
  const expires = Math.floor(server.app.clock.now().getTime() / 1000) + 60;
  const { link = '' } = world.pay;
  expect((await server.call('GET', payPath(world.pay))).status).toBe(200);
  const other = link.replace(String(world.botId), String(world.botId + 1000));
  const later = String(Number(world.pay['expires']) + 1);
  const changes: Record<string, string>[] = [
    { link: other },
    { expires: later },
    { signature: '' },
    { expires: '' },
  ];
  for (const change of changes)
    expect((await server.call('GET', payPath({ ...world.pay, ...change }))).status).toBe(404);
  for (const folder of FOLDERS) {
    const address = new URL(signedAddress(server.app, folder, link, expires), 'http://x');
    const query = Object.fromEntries(address.searchParams);
    const { status } = await server.call('GET', payPath({ link, ...query } as Record<string, string>));
    expect([folder, status]).toEqual([folder, folder === 'pay-links' ? 200 : 404]);
    for (const door of FOLDERS.filter((one) => one !== folder && one !== 'pay-links')) {
      const path = `/${door}/${encodeURIComponent(link)}${address.search}`;
      expect([door, (await server.call('GET', path)).status]).toEqual([door, 404]);
    }
  }
});

it('HTTP-6 a link that is looked at, however often and by whom, changes nothing and stays good', async () => {
  const before = await everything();
  const pages = [
    `/confirm/${world.words.confirm}`,
    `/password_resets/${world.words.reset}/${world.expire}`,
    `/invitacion/${world.words.invitation}`,
    `/ticket/${world.words.ticket}`,
  ];
  for (let times = 0; times < 3; times += 1) {
    for (const kind of KINDS) expect((await LOOKS[kind](world.words[kind])).status, kind).toBe(200);
    expect((await server.call('GET', payPath(world.pay))).status).toBe(200);
    for (const page of pages)
      for (const method of ['GET', 'HEAD']) {
        const { headers } = await fetch(`${server.url}${page}`, { method });
        // The next page is not told where somebody came from.
        expect(headers.get('referrer-policy'), page).toBe('no-referrer');
      }
  }
  expect(await everything()).toEqual(before);
});

it('HTTP-7 what is done by a link is done once: again, and from two browsers at once, it is used', async () => {
  for (const kind of ['confirm', 'reset', 'invitation'] as const) {
    const both = await Promise.all([DOES[kind](world.words[kind]), DOES[kind](world.words[kind])]);
    const statuses = both.map(({ status }) => status).toSorted();
    expect([kind, statuses[0]]).toEqual([kind, 200]);
    expect(statuses[1], kind).toBeGreaterThanOrEqual(409);
    const again = await DOES[kind](world.words[kind]);
    expect([kind, again.status, again.body]).toMatchObject([kind, 422, { details: { reason: 'used' } }]);
  }
});

it('HTTP-8 of a chatbot that was deleted no link opens anything', async () => {
  expect((await server.call('DELETE', `/svc/main/bot/${world.botId}`, { as: world.owner })).status).toBe(200);
  const before = await everything();
  for (const doors of [LOOKS, DOES])
    for (const kind of ['invitation', 'ticket'] as const)
      expect((await doors[kind](world.words[kind])).status, kind).toBeGreaterThanOrEqual(404);
  expect((await server.call('GET', payPath(world.pay))).status).toBe(404);
  expect(
    (await post('billing/pay_link/checkout', { ...world.pay, email: 'a@b.cl', amount: 59_990 })).status,
  ).toBeGreaterThanOrEqual(404);
  expect(await everything()).toEqual(before);
});
