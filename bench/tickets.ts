/**
 * `npm run bench:tickets`: ten agents look at one ticket, one of them changes it: how long until each of the ten has the
 * new one. The product: a socket each says that it is old, and who shows it asks again. Beside it, in the same run, the
 * usual way without sockets: ten pages that ask every second.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { ticketCalls } from '../contract/calls/tickets.ts';
import type { TicketDetail } from '../contract/entities/ticket.ts';
import type { Credentials } from '../contract/entities/user.ts';
import { SERVICE_BASES } from '../contract/services.ts';
import { Administrator } from './event-to-row/administrator.ts';
import { type AtEnd, bounded } from './support/bounded.ts';
import { median, percentile, printTable, whole } from './support/figures.ts';
import { ask, launchServer } from './support/measured-server.ts';

const BOT_ID = 64;
const AGENTS = 10;
const COMMANDS = 60;
/** Between two commands, in milliseconds: people, not a burst. */
const EVERY = 700;
/** Of the naive pages. Milliseconds. */
const POLL = 1_000;
const PATIENCE = 15_000;
const LIMIT = 300_000;

type Session = Pick<Credentials, 'access-token' | 'client' | 'uid'>;

async function request(url: string, session: object, method: string, path: string, body?: object) {
  const response = await fetch(`${url}${SERVICE_BASES.main}${path}`, {
    method,
    headers: {
      ...(session as Record<string, string>),
      'accept-version': 'v1',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
  return ticketCalls.showTicket.answer.parse(await response.json());
}

/** When somebody first had the ticket as each command left it, by the command's number. */
class Onlooker {
  readonly seen = new Map<number, number>();
  readonly #read: () => Promise<TicketDetail>;
  #asking = false;
  #again = false;

  constructor(read: () => Promise<TicketDetail>) {
    this.#read = read;
  }

  /** Asks for it; once more where it became old meanwhile. */
  async look(): Promise<void> {
    this.#again = this.#asking;
    if (this.#asking) return;
    this.#asking = true;
    const number = Number((await this.#read()).subject.split(' ').at(-1));
    const at = performance.now();
    for (let one = number; one > 0 && !this.seen.has(one); one -= 1) this.seen.set(one, at);
    this.#asking = false;
    if (this.#again) await this.look();
  }
}

async function follow(url: string, session: Session, ticketId: string, atEnd: AtEnd): Promise<Onlooker> {
  const onlooker = new Onlooker(() => request(url, session, 'GET', `/tickets/${ticketId}`));
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    auth: { 'access-token': session['access-token'], client: session.client, uid: session.uid },
  });
  atEnd(async () => socket.disconnect());
  await new Promise<void>((resolve) => socket.once('CONNECTED', () => resolve()));
  await socket.emitWithAck('AUTO_RECONNECT', { botId: BOT_ID });
  socket.on('STALE', ({ topics }: { topics: string[] }) => {
    if (topics.includes(`ticket:${ticketId}`)) void onlooker.look();
  });
  return onlooker;
}

function poll(url: string, session: Session, ticketId: string, signal: AbortSignal): Onlooker {
  const onlooker = new Onlooker(() => request(url, session, 'GET', `/tickets/${ticketId}`));
  void (async () => {
    await pause(Math.random() * POLL);
    while (!signal.aborted) {
      await onlooker.look();
      await pause(POLL);
    }
  })();
  return onlooker;
}

/** Milliseconds from each command's sending until each of them had what it made. */
async function measure(command: (number: number) => Promise<unknown>, onlookers: readonly Onlooker[]) {
  const waits: number[] = [];
  const slowest: number[] = [];
  for (let number = 1; number <= COMMANDS; number += 1) {
    const began = performance.now();
    await command(number);
    const until = began + PATIENCE;
    while (onlookers.some(({ seen }) => !seen.has(number))) {
      if (performance.now() > until) throw new Error(`Command ${number} was not seen by everybody`);
      await pause(5);
    }
    const each = onlookers.map(({ seen }) => (seen.get(number) ?? Number.NaN) - began);
    waits.push(...each);
    slowest.push(Math.max(...each));
    await pause(Math.max(0, EVERY - (performance.now() - began)));
  }
  return { waits, slowest };
}

await bounded(LIMIT, async (atEnd) => {
  const server = await launchServer(atEnd);
  const administrator = await Administrator.signIn(server.url);
  const agents = await ask.agents(server, { bot: BOT_ID, count: AGENTS });
  const { credentials } = administrator.session;
  const make = () =>
    request(server.url, credentials, 'POST', '/tickets', { bot_id: BOT_ID, subject: 'Orden 0' });
  const rows: string[][] = [];
  const run = async (name: string, onlookers: readonly Onlooker[], id: string) => {
    const writer = agents[0] ?? credentials;
    const { waits, slowest } = await measure(
      (number) => request(server.url, writer, 'PUT', `/tickets/${id}`, { subject: `Orden ${number}` }),
      onlookers,
    );
    rows.push([
      name,
      whole(median(waits)),
      whole(percentile(waits, 0.95)),
      whole(median(slowest)),
      whole(percentile(slowest, 0.95)),
      `${Math.round((waits.filter((ms) => ms <= 300).length / waits.length) * 100)} %`,
    ]);
  };
  const live = await make();
  await run(
    'product (STALE, asked again)',
    await Promise.all(agents.map((session) => follow(server.url, session, live.id, atEnd))),
    live.id,
  );
  const polled = await make();
  const stop = new AbortController();
  atEnd(async () => stop.abort());
  await run(
    'asked every second',
    agents.map((session) => poll(server.url, session, polled.id, stop.signal)),
    polled.id,
  );
  stop.abort();
  console.log(
    `${COMMANDS} changes of one ticket, one after the other, ${AGENTS} agents who look at it: milliseconds from the ` +
      'sending of the command until an agent has the changed ticket.\n',
  );
  printTable(['', 'p50', 'p95', 'the last of ten, p50', 'p95', 'within 300 ms'], rows);
});
