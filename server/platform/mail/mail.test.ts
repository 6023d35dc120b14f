import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { emailFault } from '../../../contract/rules/email.ts';
import { startTestServer, type TestServer } from '../../testing.ts';
import { sql } from '../database/database.ts';
import { sendMail } from './mail.ts';
import { plainName } from './plain-name.ts';
import { renderMail } from './render-mail.ts';

let server: TestServer | undefined;
let smtp: Server | undefined;
afterEach(async () => {
  await server?.close();
  await new Promise((resolve) => (smtp ? smtp.close(resolve) : resolve(null)));
  smtp = undefined;
});

/** A mail server that answers each message with the next of `verdicts` (250 afterwards). */
async function mailServer(verdicts: string[]): Promise<{ url: string; received: string[] }> {
  const received: string[] = [];
  smtp = createServer((socket) => {
    let data: string[] | null = null;
    let rest = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 test');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      rest += chunk.toString();
      const lines = rest.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (data) {
          if (line !== '.') data.push(line);
          else {
            const verdict = verdicts.shift() ?? '250 ok';
            if (verdict.startsWith('250')) received.push(data.join('\n'));
            data = null;
            say(verdict);
          }
        } else if (/^DATA/i.test(line)) {
          data = [];
          say('354 go on');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else say('250 ok');
      }
    });
  });
  await new Promise<void>((resolve) => smtp?.listen(0, '127.0.0.1', resolve));
  return { url: `smtp://127.0.0.1:${(smtp.address() as AddressInfo).port}`, received };
}

const letter = {
  subject: 'Hola\r\nBcc: otro@b.cl',
  lines: ['Línea con <b>marca</b> & ñandú'],
  action: { label: 'Entrar', url: 'https://charla.test/?a=1&b=2' },
};
const send = (to: string) =>
  (server as TestServer).app.db.transaction((tx) => sendMail(tx, (server as TestServer).app, { to, letter }));
const waiting = async () =>
  await (server as TestServer).app.db.query(sql`select payload from jobs where kind = 'mail.send'`);

it('writes mails that people can open into the outbox of a demo', async () => {
  server = await startTestServer();
  await send('ana@b.cl');
  // Links in mails are keys: nothing of them lies readable in the database.
  expect(JSON.stringify(await waiting())).not.toContain('charla.test');
  await server.app.jobs.runDue();
  const folder = join(server.app.config.dataDir, 'outbox');
  const files = readdirSync(folder).sort();
  expect(files.map((name) => name.split('.').at(-1))).toEqual(['eml', 'html']);
  expect(readFileSync(join(folder, files[1] ?? ''), 'utf8')).toContain(
    '&lt;b&gt;marca&lt;/b&gt; &amp; ñandú',
  );
  const eml = readFileSync(join(folder, files[0] ?? ''), 'utf8');
  expect(eml).toMatch(/^To: ana@b\.cl$/m);
  expect(eml).not.toMatch(/^Bcc:/m);
});

it('sends to exactly one address, whatever stands where it should', async () => {
  server = await startTestServer();
  for (const to of NO_ADDRESSES) {
    expect(emailFault(to), to).not.toBeNull();
    await expect(send(to), to).rejects.toThrow('not one address');
  }
  expect(await waiting()).toEqual([]);
  // A text would be read as a list: nodemailer gets the address as an address.
  await send("o'neill+a%b@b.cl");
  await server.app.jobs.runDue();
  const folder = join(server.app.config.dataDir, 'outbox');
  const [eml = ''] = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  expect(readFileSync(join(folder, eml), 'utf8')).toMatch(/^To: o'neill\+a%b@b\.cl$/m);
});

const NO_ADDRESSES = [
  '',
  'a@b.cl, otra@b.cl',
  'a@b.cl;otra@b.cl',
  'a@b.cl otra@b.cl',
  'a@b.cl\r\nBcc: otra@b.cl',
  'a@b.cl\nSubject: hola',
  'Ana <a@b.cl>',
  '"a@b.cl" <otra@b.cl>',
  'grupo:a@b.cl;',
  '<@rele.cl:a@b.cl>',
  'a@b.cl@otra.cl',
  'a@b.cl\u0000.otra.cl',
  'a\u202E@b.cl',
  'a@[127.0.0.1]',
  'a(otra@b.cl)@b.cl',
  `${'a'.repeat(250)}@b.cl`,
];

it('a name in a mail is plain and short: no address, no line break, no tower, no heap of words', () => {
  expect(plainName('Tienda Ñuñoa & Hijos')).toBe('Tienda Ñuñoa & Hijos');
  expect(plainName("D'Olivo S.A. (Chile) Nº 2")).toBe("D'Olivo S.A. (Chile) Nº 2");
  for (const text of [
    'Gana ya en https://evil.cl/x?y',
    'Premio: www.evil.cl',
    'escribe a yo@evil.cl',
    'hola\r\nBcc: otra@b.cl',
    '\u202Elc.live',
    '<b>evil.cl</b>',
  ]) {
    expect(plainName(text), text).not.toMatch(/[@/:<>\r\n\u202E]|\w\.\w/);
  }
  expect(plainName('palabra '.repeat(40)).length).toBeLessThanOrEqual(40);
});

it('sends nothing when the change is rolled back', async () => {
  server = await startTestServer();
  const { app } = server;
  const change = app.db.transaction(async (tx) => {
    await sendMail(tx, app, { to: 'ana@b.cl', letter });
    throw new Error('changed their mind');
  });
  await expect(change).rejects.toThrow('changed their mind');
  await app.jobs.runDue();
  expect(existsSync(join(app.config.dataDir, 'outbox'))).toBe(false);
});

it('tries again what a mail server puts off, with the same id, and gives up what it refuses', async () => {
  const { url, received } = await mailServer(['451 later', '250 ok', '550 nobody here']);
  server = await startTestServer({ smtpUrl: url, mailFrom: 'Charla <hola@charla.test>' });
  await send('ana@b.cl');
  await server.app.jobs.runDue();
  expect(received).toHaveLength(0);
  server.pass(5_000);
  await server.app.jobs.runDue();
  expect(received).toHaveLength(1);
  expect(received[0]).toMatch(/^From: Charla <hola@charla\.test>$/m);
  expect(await waiting()).toEqual([]);
  await send('nadie@b.cl');
  await server.app.jobs.runDue();
  expect(await waiting()).toEqual([]);
  expect(received).toHaveLength(1);
});

it('says the same as text and as HTML', () => {
  const { subject, text, html } = renderMail(letter, 'Charla');
  expect(subject).toBe('Hola Bcc: otro@b.cl');
  expect(text).toContain('https://charla.test/?a=1&b=2');
  expect(html).toContain('href="https://charla.test/?a=1&amp;b=2"');
});
