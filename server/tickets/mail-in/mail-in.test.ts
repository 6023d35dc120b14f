/** Mail that comes in, raw and signed as a mail server hands it over. */
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TicketDetail, TicketMessage } from '../../../contract/entities/ticket.ts';
import { sql } from '../../platform/database/database.ts';
import { type Person, startTestServer, type Team, type TestServer } from '../../testing.ts';
import { botAddress, replyAddress } from '../reply-address.ts';

const BOT = 64;
const SECRET = 'a secret of the mail server';
let server: TestServer;
let team: Team;
beforeEach(async () => {
  server = await startTestServer({ mailIn: { address: 'tickets@in.charla.test', secret: SECRET } });
  team = await server.addTeam(BOT);
  await server.app.db.query(sql`update users set email_confirmed_at = now()`);
});
afterEach(() => server.close());

const main = (method: string, path: string, body?: unknown, as: Person = team.ana) =>
  server.call(method, `/svc/main${path}`, { as, ...(body === undefined ? {} : { body }) });

async function ticketOf(email: string | null = 'juana@correo.cl', id = 'lead-1'): Promise<TicketDetail> {
  await server.app.db.query(sql`
    insert into leads (id, bot_id, name, email) values (${id}, ${BOT}, 'Juana', ${email})`);
  const made = await main('POST', '/tickets', { bot_id: BOT, subject: 'No llegó', lead_id: id });
  return made.body as TicketDetail;
}
const answer = (id: string, text = 'Lo revisamos') =>
  main('POST', `/tickets/${id}/messages`, { text, temporal_id: server.app.ids(), next_state: 'waiting' });
const show = async (id: string) => (await main('GET', `/tickets/${id}`)).body as TicketDetail;
const wordsOf = async (id: string) => (await main('GET', `/tickets/${id}/messages`)).body as TicketMessage[];
const heard = async (id: string) => (await wordsOf(id)).filter(({ from }) => from === 'Cliente');

/** A raw mail; headers of `more` go first, so that they win. */
const raw = (to: string, text: string, more: string[] = []) =>
  [
    ...more,
    ...(more.some((line) => line.startsWith('From:')) ? [] : ['From: Juana <juana@correo.cl>']),
    `To: ${to}`,
    'Subject: Re: [T-1001] No =?UTF-8?Q?lleg=C3=B3?=',
    ...(more.some((line) => line.startsWith('Message-ID:'))
      ? []
      : [`Message-ID: <${server.app.ids()}@correo.cl>`]),
    ...(more.some((line) => line.startsWith('Content-Type:'))
      ? []
      : ['Content-Type: text/plain; charset=utf-8']),
    '',
    text,
  ].join('\r\n');

async function hand(mail: string | Buffer, envelope = '', given?: string) {
  const body = Buffer.from(mail);
  const seconds = Math.floor(server.app.clock.now().getTime() / 1000);
  const v1 = createHmac('sha256', SECRET).update(`${seconds}.${envelope}.`).update(body).digest('hex');
  const response = await fetch(`${server.url}/hooks/mail`, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      'x-envelope-to': envelope,
      'x-charla-signature': given ?? `t=${seconds},v1=${v1}`,
    },
    body,
  });
  return { status: response.status, ...((await response.json()) as { taken?: string }) };
}
const address = (ticket: TicketDetail) => replyAddress(server.app, ticket) ?? '';

it('MAIL-1 hears an answer by the ticket’s own address alone: no sender, subject or foreign mark leads there', async () => {
  const ticket = await ticketOf();
  await answer(ticket.id);
  const to = address(ticket);
  expect(to).toMatch(/^tickets\+r1s-1001-[0-9a-f]{20}@in\.charla\.test$/u);
  expect(await hand(raw(to.toUpperCase(), 'Gracias, pero no'))).toMatchObject({
    status: 200,
    taken: 'heard',
  });
  expect(await heard(ticket.id)).toMatchObject([{ text: 'Gracias, pero no', way: 'mail' }]);
  expect(await show(ticket.id)).toMatchObject({
    state: 'open',
    reopened: 1,
    last_message: 'Gracias, pero no',
  });
  // The right sender and subject at the plain address, another ticket's mark, a made up one.
  const other = await ticketOf('pedro@correo.cl', 'lead-2');
  const [, foreign = ''] = /-([0-9a-f]{20})@/u.exec(address(other)) ?? [];
  for (const wrong of [
    'tickets@in.charla.test',
    to.replace(/-[0-9a-f]{20}@/u, `-${foreign}@`),
    to.replace(/-[0-9a-f]{20}@/u, `-${'0'.repeat(20)}@`),
    to.replace('in.charla.test', 'in.malo.test'),
    'tickets+rzzzzzzz-1001-00000000000000000000@in.charla.test',
  ])
    expect(await hand(raw(wrong, 'Soy Juana'))).toMatchObject({ status: 200, taken: 'nobody' });
  expect(await heard(ticket.id)).toHaveLength(1);
  // Forwarded: the envelope names it, the mail does not.
  expect(await hand(raw('soporte@tienda.cl', 'Otra cosa'), to)).toMatchObject({ taken: 'heard' });
  // Who else has the address is heard, and named in the history.
  await hand(raw(to, 'Soy su hermano', ['From: Luis <luis@otro.cl>']));
  expect((await show(ticket.id)).history.map(({ text }) => text)).toContain(
    'Respondió desde luis@otro.cl, que no es el correo del cliente',
  );
});

it('MAIL-1 takes nothing that is not signed by the mail server, or signed long ago', async () => {
  const ticket = await ticketOf();
  const mail = raw(address(ticket), 'Hola');
  expect(await hand(mail, '', 't=1,v1=00')).toMatchObject({ status: 401 });
  const old = Math.floor(server.app.clock.now().getTime() / 1000) - 3600;
  const v1 = createHmac('sha256', SECRET).update(`${old}..`).update(mail).digest('hex');
  expect(await hand(mail, '', `t=${old},v1=${v1}`)).toMatchObject({ status: 401 });
  expect(await heard(ticket.id)).toEqual([]);
  expect(await hand('not a mail at all')).toMatchObject({ status: 200, taken: 'unreadable' });
});

it('MAIL-2 counts a mail once, however often and however many at once hand it over', async () => {
  const ticket = await ticketOf();
  const mail = raw(address(ticket), 'Una vez', ['Message-ID: <once@correo.cl>']);
  const taken = await Promise.all([hand(mail), hand(mail), hand(mail), hand(mail)]);
  expect(taken.map((one) => one.taken).sort()).toEqual(['again', 'again', 'again', 'heard']);
  expect(await hand(mail)).toMatchObject({ taken: 'again' });
  expect(await heard(ticket.id)).toHaveLength(1);
});

it('MAIL-3 lets no machine answer: neither absences, lists, failures nor our own mails bring a ticket back', async () => {
  const ticket = await ticketOf();
  await answer(ticket.id);
  for (const header of [
    'Auto-Submitted: auto-replied',
    'Precedence: bulk',
    'X-Auto-Response-Suppress: OOF, AutoReply',
    'Return-Path: <>',
    'List-Id: <lista.correo.cl>',
    'From: Mail Delivery System <MAILER-DAEMON@correo.cl>',
    `Message-ID: <job-1@${new URL(server.app.config.publicUrl).hostname}>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
  ])
    expect([header, await hand(raw(address(ticket), 'Estoy de vacaciones', [header]))]).toMatchObject([
      header,
      { taken: 'automatic' },
    ]);
  expect(await heard(ticket.id)).toEqual([]);
  const after = await show(ticket.id);
  expect(after).toMatchObject({ state: 'waiting', reopened: 0 });
  // The history tells of them once an hour.
  expect(after.history.filter(({ text }) => text.includes('correo automático'))).toHaveLength(1);
  expect(await hand(raw(address(ticket), 'Soy yo', ['Auto-Submitted: no']))).toMatchObject({
    taken: 'heard',
  });
});

it('MAIL-3 stops two machines that say nothing of themselves: 20 mails an hour', async () => {
  const ticket = await ticketOf();
  const taken: (string | undefined)[] = [];
  for (let turn = 0; turn < 24; turn++)
    taken.push((await hand(raw(address(ticket), `Vuelta ${turn}`))).taken);
  expect(taken.filter((one) => one === 'heard')).toHaveLength(20);
  expect(taken.slice(20)).toEqual(['too_many', 'too_many', 'too_many', 'too_many']);
});

it('MAIL-4 keeps files of the kinds that the chat takes, ten at most, and says which it could not', async () => {
  const ticket = await ticketOf();
  const part = (name: string, content: string) =>
    [
      '--x',
      `Content-Type: application/octet-stream; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(content).toString('base64'),
    ].join('\r\n');
  const body = (files: string[]) =>
    ['--x', 'Content-Type: text/plain; charset=utf-8', '', 'Van los papeles', ...files, '--x--', ''].join(
      '\r\n',
    );
  const mixed = ['Content-Type: multipart/mixed; boundary=x'];
  const files = [part('nota.txt', 'Una nota'), part('virus.exe', 'MZ\u0000\u0001\u0002')];
  expect(await hand(raw(address(ticket), body(files), mixed))).toMatchObject({ taken: 'heard' });
  const [words] = await heard(ticket.id);
  expect(words?.text).toBe('Van los papeles\n\n[Archivos que no se pudieron recibir: virus.exe]');
  expect(words?.attachments).toMatchObject([{ name: 'nota.txt', type: 'text/plain', size: 8 }]);
  const file = await fetch(`${server.url}${words?.attachments[0]?.url}`);
  expect(await file.text()).toBe('Una nota');
  const many = Array.from({ length: 12 }, (_, at) => part(`n${at}.txt`, `Nota ${at}`));
  await hand(raw(address(ticket), body(many), mixed));
  const last = (await heard(ticket.id)).at(-1);
  expect(last?.attachments).toHaveLength(10);
  expect(last?.text).toContain('n10.txt, n11.txt');
});

it('MAIL-5 makes a ticket of mail to a bot’s address, of a client of its own: a From is nobody whom we know', async () => {
  await ticketOf('juana@correo.cl');
  await server.app.db.query(sql`
    insert into lead_identities (bot_id, kind, value, lead_id, trust, created_at)
    values (${BOT}, 'email', 'juana@correo.cl', 'lead-1', 'known', now())`);
  const to = botAddress(server.app, BOT) ?? '';
  const mail = raw(to, 'Quiero cambiar la talla', ['Message-ID: <new@correo.cl>']);
  const taken = await Promise.all([hand(mail), hand(mail)]);
  expect(taken.map((one) => one.taken).sort()).toEqual(['again', 'opened']);
  const { body } = await main('GET', `/tickets?bot_id=${BOT}`, undefined, team.owner);
  const made = (body as { tickets: TicketDetail[] }).tickets.find(
    ({ tracking_code }) => tracking_code === 'T-1002',
  );
  expect(made).toMatchObject({ subject: 'Re: [T-1001] No llegó', lead_name: 'Juana', state: 'new' });
  expect(made?.lead_id).not.toBe('lead-1');
  const [lead] = await server.app.db.query(sql`
    select email, possible_duplicate_of from leads where id = ${made?.lead_id ?? ''}`);
  expect(lead).toEqual({ email: 'juana@correo.cl', possible_duplicate_of: 'lead-1' });
  // Answered by mail, whose own answer comes back to it.
  expect(await answer(made?.id ?? '')).toMatchObject({ status: 200, body: { way: 'mail' } });
  // Nobody fills the list, and no machine begins one.
  expect(await hand(raw(to, 'x', ['Precedence: list']))).toMatchObject({ taken: 'automatic' });
  const more = [];
  for (let turn = 0; turn < 6; turn++) more.push((await hand(raw(to, `Otra ${turn}`))).taken);
  expect(more.at(-1)).toBe('too_many');
  // Its address is for those who run the bot.
  const address = async (as: Person) =>
    (
      (await main('GET', `/ticket_settings?bot_id=${BOT}`, undefined, as)).body as {
        mail_address: string | null;
      }
    ).mail_address;
  expect([await address(team.owner), await address(team.ana)]).toEqual([to, null]);
});

it('MAIL-6 sends answers with the ticket’s address, over which customers write', async () => {
  const ticket = await ticketOf();
  expect(await answer(ticket.id, 'Sale mañana')).toMatchObject({ status: 200, body: { way: 'mail' } });
  await server.app.jobs.runDue();
  const folder = join(server.app.config.dataDir, 'outbox');
  const sent = readFileSync(
    join(folder, readdirSync(folder).find((name) => name.endsWith('.eml')) ?? ''),
    'utf8',
  );
  expect(sent).toContain(`Reply-To: ${address(ticket)}`);
  expect(sent).toContain('X-Auto-Response-Suppress: All');
  expect(sent).not.toContain('Auto-Submitted');
  expect(sent).toContain('Responde por encima');
  // Our own mail, sent back as it is, is no answer.
  expect(await hand(sent, address(ticket))).toMatchObject({ taken: 'automatic' });
  // Answers come to what it was merged into, and after it is over begin one that goes on with it.
  const other = (await main('POST', '/tickets', { bot_id: BOT, subject: 'El mismo', lead_id: 'lead-1' }))
    .body as TicketDetail;
  await main('POST', `/tickets/${ticket.id}/merge`, { into: other.id });
  await hand(raw(address(ticket), 'Sigo esperando'));
  expect((await heard(other.id)).map(({ text }) => text)).toEqual(['Sigo esperando']);
});

describe('without MAIL_IN', () => {
  it('answers 404 and leads customers to their page', async () => {
    const plain = await startTestServer();
    try {
      const response = await fetch(`${plain.url}/hooks/mail`, {
        method: 'POST',
        body: 'From: a@b.cl\r\n\r\nhola',
      });
      expect(response.status).toBe(404);
      expect(botAddress(plain.app, BOT)).toBeNull();
    } finally {
      await plain.close();
    }
  });
});
