/** The product under SIGKILL while answers of tickets leave by mail: each is one word in the ticket and one letter. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Credentials } from '../../contract/entities/user.ts';
import { issueCredentials } from '../../server/accounts/tokens.ts';
import { openDatabase, sql } from '../../server/platform/database/database.ts';
import { migratedFolder, quietLog } from '../../server/platform/database/testing.ts';
import { BRIEFLY, builtServer } from '../support/built-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'charla-answers-'));
let child: ChildProcess | undefined;
let url = '';

/** What the other side of the mails has, and where it may be told to let the product die. */
const post = { letters: [] as string[], dieAt: null as 'connected' | 'told' | 'taken' | null };
let smtp: Server;

/** A mail server that says what a real one says; at `dieAt` the product is killed before the next word. */
function talk(socket: Socket): void {
  let data: string[] | null = null;
  let rest = '';
  const dies = (at: typeof post.dieAt) => {
    if (post.dieAt !== at) return false;
    post.dieAt = null;
    child?.kill('SIGKILL');
    return true;
  };
  socket.on('error', () => socket.destroy());
  if (dies('connected')) return;
  socket.write('220 test\r\n');
  socket.on('data', (chunk) => {
    rest += chunk.toString();
    const lines = rest.split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (data) {
        if (line !== '.') {
          data.push(line);
          continue;
        }
        if (dies('told')) return;
        post.letters.push(data.join('\n'));
        data = null;
        // It has the letter, and nobody hears that.
        if (dies('taken')) return;
        socket.write('250 ok\r\n');
      } else if (/^DATA/i.test(line)) {
        data = [];
        socket.write('354 go on\r\n');
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    }
  });
}

/** Starts the product on the folder that its last life left. */
async function live(): Promise<void> {
  const { port } = smtp.address() as AddressInfo;
  const next = spawn(process.execPath, [...BRIEFLY, builtServer('main.js')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      SEED: 'none',
      DATA_DIR: join(folder, 'data'),
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = next;
  let said = '';
  for (const out of [next.stdout, next.stderr])
    out.on('data', (part) => {
      said += String(part);
    });
  const address = () => /está en (http:\S+)/.exec(said)?.[1];
  await expect.poll(() => address() ?? said, { timeout: 150_000 }).toMatch(/^http:/);
  url = String(address());
}
const dead = (process: ChildProcess | undefined) =>
  expect.poll(() => process?.exitCode ?? process?.signalCode ?? null, { timeout: 60_000 }).not.toBe(null);

let session: Credentials;
/** A bot and its owner, signed in, in the folder on which the product is to live. */
async function furnish(dataDir: string): Promise<void> {
  await migratedFolder(dataDir);
  const db = await openDatabase({ dataDir, log: quietLog });
  const email = 'olga@charla.test';
  const [owner] = await db.query<{ id: number }>(sql`
    with bot as (insert into bots (id, bot_name, token) values (64, 'Tienda', 'token') returning id),
      role as (insert into roles (name, base) values ('propietario', 'propietario') returning id),
      person as (insert into users (name, email, password_hash) values ('Olga', ${email}, '-') returning id)
    insert into user_bots (user_id, bot_id, role_id)
    select person.id, bot.id, role.id from bot, role, person returning user_id as id`);
  session = await issueCredentials(db, { id: owner?.id ?? 0, email }, new Date());
  await db.close();
}

beforeAll(async () => {
  smtp = createServer(talk);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  await furnish(join(folder, 'data'));
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await new Promise((resolve) => smtp.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${url}/svc/main${path}`, {
    method,
    headers: { 'accept-version': 'v1', ...session, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

it('an answer is one word in the ticket and one letter by its Message-ID, wherever the process dies between', {
  timeout: 400_000,
}, async () => {
  await live();
  const lead = (await (
    await call('POST', '/leads', { lead: { bot_id: 64, name: 'Marta', email: 'marta@correo.cl' } })
  ).json()) as { _id: string };
  const ticket = (await (
    await call('POST', '/tickets', {
      bot_id: 64,
      subject: 'No llegó',
      lead_id: lead._id,
      temporal_id: 'ticket-1',
    })
  ).json()) as { id: string };

  const answers = ['request', 'acknowledged', 'connected', 'told', 'taken'] as const;
  for (const at of answers) {
    const life = child;
    const words = { text: `Respuesta ${at}.`, temporal_id: `answer-${at}` };
    if (at === 'connected' || at === 'told' || at === 'taken') post.dieAt = at;
    const sent = call('POST', `/tickets/${ticket.id}/messages`, words).then(
      ({ status }) => status,
      () => null,
    );
    if (at === 'request') setImmediate(() => life?.kill('SIGKILL'));
    const status = await sent;
    if (at === 'acknowledged') {
      expect(status).toBe(200);
      life?.kill('SIGKILL');
    }
    await dead(life);
    await live();
    // Whoever did not hear sends the same again.
    expect((await call('POST', `/tickets/${ticket.id}/messages`, words)).status).toBe(200);
  }

  const shown = (await (await call('GET', `/tickets/${ticket.id}/messages`)).json()) as {
    messages?: { text: string }[];
  };
  const texts = ((shown.messages ?? shown) as { text: string }[]).map(({ text }) => text);
  expect(texts).toEqual(answers.map((at) => `Respuesta ${at}.`));

  const lettersOf = (at: string) => post.letters.filter((letter) => letter.includes(`Respuesta ${at}.`));
  // A letter under way when its process died is tried again once its lease is over.
  await expect
    .poll(() => answers.filter((at) => lettersOf(at).length === 0), { timeout: 240_000, interval: 200 })
    .toEqual([]);
  // What the mail server had taken without our knowing comes once more, under the Message-ID by which mailboxes know it.
  for (const at of answers) {
    const ids = new Set(lettersOf(at).map((letter) => /^message-id: (.+)$/im.exec(letter)?.[1]));
    expect([at, ids.size, ids.has(undefined)]).toEqual([at, 1, false]);
    expect(lettersOf(at).length).toBeLessThanOrEqual(2);
  }
});
