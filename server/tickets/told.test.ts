/** Who is told of tickets: sight decides as long as they stand (NO-2), and tickets to the makers tell both sides. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Notification } from '../../contract/entities/notification.ts';
import type { Ticket, TicketDetail } from '../../contract/entities/ticket.ts';
import { agentSocket } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type Team, type TestServer } from '../testing.ts';

const BOT = 64;
let server: TestServer;
let team: Team;
let staff: Person;
beforeAll(async () => {
  server = await startTestServer({ staffEmails: ['interna@charla.test'] });
  team = await server.addTeam(BOT);
  await server.addBot(9);
  staff = await server.addPerson('interna');
  await server.enrol(staff);
  await server.link(staff, 9, 'propietario');
});
afterAll(() => server.close());

const call = (method: string, path: string, as: Person, body?: unknown) =>
  server.call(method, `/svc/main${path}`, { as, ...(body === undefined ? {} : { body }) });
const told = async (as: Person): Promise<Notification[]> =>
  ((await call('GET', `/notifications/list/${as.id}`, as)).body as { notifications: Notification[] })
    .notifications;
const bodies = async (as: Person) => (await told(as)).map(({ item }) => item.body);

it('NO-2 what told of a ticket goes with the sight of it, in open tabs too, and comes back with it', async () => {
  const { owner, bruno } = team;
  const made = (
    await call('POST', '/tickets', owner, { bot_id: BOT, subject: 'Cambio de talla', assignee: bruno.id })
  ).body as TicketDetail;
  expect(await bodies(bruno)).toEqual([`${made.tracking_code}: Cambio de talla`]);
  const agent = agentSocket(server, bruno);
  const heard: string[] = [];
  agent.socket.on('STALE', ({ topics }: { topics: string[] }) => heard.push(...topics));
  await agent.connected;
  await agent.join(BOT);
  // To an area that is not his, and to somebody else.
  await server.app.db.query(sql`update user_bots set category = '["soporte"]' where user_id = ${bruno.id}`);
  expect(
    (await call('PUT', `/tickets/${made.id}`, owner, { category: 'ventas', assignee: owner.id })).status,
  ).toBe(200);
  await expect.poll(() => heard).toContain('notifications');
  expect(await bodies(bruno)).toEqual([]);
  expect((await call('GET', `/notifications/unread/${bruno.id}`, bruno)).body).toMatchObject({ count: 0 });
  await call('PUT', `/tickets/${made.id}`, owner, { category: 'soporte' });
  expect(await bodies(bruno)).toHaveLength(1);
  agent.socket.disconnect();
});

it('a ticket to the makers tells internal accounts, and each answer who opened it, gathered; notes tell nobody', async () => {
  const { ana, stranger } = team;
  const ask = { subject: 'Cambiar la razón social', text: '¿Dónde?', temporal_id: 'ask' };
  const opened = (await call('POST', '/maker_tickets', ana, ask)).body as Ticket;
  await call('POST', '/maker_tickets', ana, ask);
  const code = opened.tracking_code;
  expect(await bodies(staff)).toEqual([`Nueva consulta ${code} de ana: Cambiar la razón social`]);
  const write = (as: Person, body: object) =>
    call('POST', `/maker_tickets/${opened.id}/messages`, as, { temporal_id: server.app.ids(), ...body });
  expect((await write(stranger, { text: 'Hola' })).status).toBe(404);
  expect((await write(team.owner, { text: 'Hola' })).status).toBe(404);
  await write(staff, { text: 'Solo para nosotros', note: true });
  expect(await bodies(ana)).toEqual([]);
  const answer = { text: 'En Facturación', temporal_id: 'answer' };
  await write(staff, answer);
  await write(staff, answer);
  const [first] = await told(ana);
  expect(first).toMatchObject({
    item: {
      body: `interna respondió tu consulta ${code}: Cambiar la razón social`,
      link: `/soporte?bot=${BOT}&ticket=${opened.id}`,
    },
    bot_id: BOT,
    count: 1,
  });
  await write(staff, { text: 'O por aquí', solve: true });
  expect(await told(ana)).toMatchObject([{ item: { body: `2 respuestas en ${code}` }, count: 2 }]);
  await write(ana, { text: 'Gracias' });
  expect(await bodies(staff)).toContain(`ana escribió en ${code}: Cambiar la razón social`);
  // Who is internal no more sees nothing of it, in no list, number or letter; who opened it goes on.
  const { staffEmails } = server.app.config;
  server.app.config.staffEmails = [];
  expect(await bodies(staff)).toEqual([]);
  expect((await call('GET', `/notifications/unread/${staff.id}`, staff)).body).toMatchObject({ count: 0 });
  expect(await bodies(ana)).toHaveLength(1);
  server.app.config.staffEmails = staffEmails;
  expect(await bodies(staff)).not.toEqual([]);
  // A note of theirs is for them alone.
  expect(JSON.stringify((await call('GET', `/maker_tickets/${opened.id}`, ana)).body)).not.toContain(
    'Solo para nosotros',
  );
});

it('files go to the makers with the words of whoever sent them, once, and open for both sides alone', async () => {
  const { ana, bruno } = team;
  const upload = async (as: Person, key: string, words: string, name = 'factura.txt') => {
    const form = new FormData();
    form.set('key', key);
    form.set('file', new Blob([words]), name);
    const answer = await fetch(`${server.url}/svc/main/maker_tickets/files`, {
      method: 'POST',
      headers: { 'accept-version': 'v1', ...as.headers },
      body: form,
    });
    return { status: answer.status, body: (await answer.json()) as { id: string; name: string } };
  };
  const bill = await upload(ana, 'bill-0001', 'La factura');
  expect(bill).toMatchObject({ status: 200, body: { name: 'factura.txt' } });
  // A lost answer: the same key is the same file.
  expect((await upload(ana, 'bill-0001', 'La factura')).body.id).toBe(bill.body.id);
  expect((await upload(ana, 'page-0001', '<svg onload=alert(1)></svg>', 'x.svg')).status).toBe(415);
  expect((await upload(ana, 'none-0001', '')).status).toBe(422);
  const ask = (key: string) => ({
    subject: 'No abre',
    text: 'Va la factura',
    temporal_id: key,
    attachments: [bill.body.id],
  });
  // Nobody else sends it, and nobody a second time.
  expect((await call('POST', '/maker_tickets', bruno, ask('of-bruno'))).status).toBe(422);
  const opened = (await call('POST', '/maker_tickets', ana, ask('with-file'))).body as Ticket;
  expect((await call('POST', '/maker_tickets', ana, ask('once-more'))).status).toBe(422);
  const shown = async (as: Person) =>
    (await call('GET', `/maker_tickets/${opened.id}`, as)).body as {
      messages: { text: string; attachments: { url: string; name: string }[] }[];
    };
  const [first] = (await shown(staff)).messages;
  const file = await fetch(server.url + first?.attachments[0]?.url);
  expect(await file.text()).toBe('La factura');
  expect((await call('GET', `/maker_tickets/${opened.id}`, bruno)).status).toBe(404);
  expect((await fetch(`${server.url}/uploads/${bill.body.id}`)).status).toBe(404);
  // An answer may be a file alone.
  const guide = await upload(staff, 'guide-0001', 'La guía', 'guia.txt');
  const write = (as: Person, body: object) => call('POST', `/maker_tickets/${opened.id}/messages`, as, body);
  const answer = { text: '', temporal_id: 'guide', attachments: [guide.body.id] };
  expect((await write(staff, answer)).status).toBe(200);
  expect((await write(staff, answer)).status).toBe(200);
  expect((await write(ana, { text: ' ', temporal_id: 'nothing' })).status).toBe(422);
  const words = (await shown(ana)).messages;
  expect(words).toHaveLength(2);
  expect(words[1]).toMatchObject({ text: '', attachments: [{ name: 'guia.txt' }] });
});
