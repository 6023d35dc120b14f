/**
 * `npm run bench:burst`: 20,000 events that one transaction commits, until the last is painted in all of 2 and 10 tabs
 * in sight and the local log is on disk. The product, its hub with a plain list, and with the same list the usual
 * better design: a socket and a store in every tab, drawn once a frame. The raw limit is a socket that reads the same
 * frames and does nothing with them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { EVENTS_FRAME } from '../contract/realtime/agent-socket.ts';
import type { ServerProcess } from '../e2e/support/server-process.ts';
import { Administrator } from './event-to-row/administrator.ts';
import { BOT_ID, type Design, Tabs } from './event-to-row/tabs.ts';
import { bounded } from './support/bounded.ts';
import { median, overRuns, printTable, times, whole } from './support/figures.ts';
import { ask, launchServer } from './support/measured-server.ts';
import { QUICK, tellRatio } from './support/ratios.ts';

const EVENTS = 20_000;
/** Conversations that the events are about, in turn. */
const CONVERSATIONS = 200;
const TABS = [2, 10];
const DESIGNS: readonly Design[] = QUICK ? ['product'] : ['product', 'hub', 'store'];
const NAMES: Record<Design, string> = {
  product: 'product (hub)',
  hub: 'plain list, hub',
  store: 'plain list, socket and store per tab',
  naive: '',
};
const RUNS = 3;
const PATIENCE = 60_000;
const ENOUGH = 420_000;
const LIMIT = 480_000;

interface Measured {
  design: Design;
  tabs: number;
  painted: number[];
  stored: number[];
}

const ids = Array.from({ length: CONVERSATIONS }, (_, index) => `big-${index + 1}`);
let next = 1;

const impatience = (what: string) =>
  new Error(`${what}: not everything was there within ${PATIENCE / 1_000} s.`);

async function until(what: string, ready: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(50)) if (await ready()) return;
  throw impatience(what);
}

async function withinPatience<T>(what: string, work: Promise<T>): Promise<T> {
  const stop = new AbortController();
  const late = pause(PATIENCE, undefined, { signal: stop.signal }).then(
    () => Promise.reject(impatience(what)),
    () => new Promise<never>(() => undefined),
  );
  return Promise.race([work, late]).finally(() => stop.abort());
}

/** Events a second from the commit to the last frame, read by a socket that keeps nothing. */
async function socketAlone(server: ServerProcess, administrator: Administrator): Promise<number> {
  const { credentials } = administrator.session;
  const socket = io(server.url, {
    transports: ['websocket'],
    forceNew: true,
    auth: { 'access-token': credentials['access-token'], client: credentials.client, uid: credentials.uid },
  });
  await new Promise<void>((resolve) => socket.once('CONNECTED', () => resolve()));
  await socket.emitWithAck('AUTO_RECONNECT', { botId: BOT_ID });
  let seen = 0;
  let last = 0;
  socket.onAny((name: string, argument: unknown) => {
    seen +=
      name === EVENTS_FRAME && Array.isArray(argument) ? argument.length : name === 'NEW_MESSAGE' ? 1 : 0;
    last = Date.now();
  });
  const { at } = await ask.burst(server, { bot: BOT_ID, ids, first: next, count: EVENTS });
  next += EVENTS;
  await until('A socket alone', async () => seen >= EVENTS);
  socket.disconnect();
  return (EVENTS / (last - at)) * 1_000;
}

/** When the hub had stored the log up to here (ms since 1970). */
async function storedAt(tabs: Tabs, seq: number): Promise<number> {
  await until('Storing', async () => (await tabs.stored()) >= seq);
  return Date.now();
}

async function burst(server: ServerProcess): Promise<{ at: number; seq: number; last: number }> {
  const last = next + EVENTS - 1;
  const committed = await ask.burst(server, { bot: BOT_ID, ids, first: next, count: EVENTS });
  next += EVENTS;
  return { ...committed, last };
}

/** Milliseconds until every tab has painted it. */
async function paintedIn(server: ServerProcess, tabs: Tabs): Promise<number> {
  const { at, last } = await burst(server);
  return Math.max(...(await withinPatience('Painting', tabs.paintedOf(last)))) - at;
}

/**
 * Milliseconds until the log is on disk: in a burst of its own, because looking there costs a quarter of what is
 * looked at.
 */
async function storedIn(server: ServerProcess, tabs: Tabs): Promise<number> {
  const { at, seq, last } = await burst(server);
  const [stored] = await Promise.all([storedAt(tabs, seq), withinPatience('Painting', tabs.paintedOf(last))]);
  return stored - at;
}

const perSecond = (ms: readonly number[]) => ms.map((one) => (EVENTS / one) * 1_000);

await bounded(LIMIT, async (atEnd) => {
  const began = Date.now();
  const server = await launchServer(atEnd);
  await server.fill(BOT_ID, { conversations: CONVERSATIONS, messages: 20 });
  const administrator = await Administrator.signIn(server.url);
  const raw: number[] = [];
  for (let run = 0; run < RUNS; run += 1) raw.push(await socketAlone(server, administrator));
  const all: Measured[] = [];
  for (const design of DESIGNS) {
    const tabs = await Tabs.open(design, server.url, administrator, atEnd);
    for (const count of TABS) {
      await tabs.grow(count);
      const measured: Measured = { design, tabs: count, painted: [], stored: [] };
      all.push(measured);
      const inTime = () => Date.now() - began < ENOUGH;
      while (measured.painted.length < RUNS && inTime()) measured.painted.push(await paintedIn(server, tabs));
      while (design !== 'store' && measured.stored.length < RUNS && inTime())
        measured.stored.push(await storedIn(server, tabs));
      console.error(`${NAMES[design]}, ${count} tabs: ${measured.painted.length} runs`);
    }
    await tabs.close();
  }
  console.log(
    `${whole(EVENTS)} events of one commit, until the last is painted in every tab (all in sight, a window each); ` +
      `in bursts of their own, until they are stored by the hub; median (least–most) of ${RUNS} runs. A socket that reads the same and does nothing: ` +
      `${overRuns(raw)} events/s.`,
  );
  const of = (design: Design, tabs: number) => {
    const found = all.find((one) => one.design === design && one.tabs === tabs);
    return found ? perSecond(found.painted) : [];
  };
  for (const { design, tabs } of all) {
    if (design === 'product')
      tellRatio(`a burst painted in ${tabs} tabs, of a bare socket`, median(of(design, tabs)) / median(raw));
  }
  printTable(
    ['design', 'tabs', 'painted, events/s', 'stored, events/s', 'against a store per tab'],
    all.map(({ design, tabs, painted, stored }) => [
      NAMES[design],
      String(tabs),
      overRuns(perSecond(painted)),
      design === 'store' ? '–' : overRuns(perSecond(stored)),
      design === 'store' || !(median(of('store', tabs)) > 0)
        ? '–'
        : times(of(design, tabs), of('store', tabs)),
    ]),
  );
});
