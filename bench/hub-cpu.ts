/**
 * `npm run bench:hub`: what the whole hub costs the processor, in this process, with the platform that its tests
 * drive by hand: events of a live connection, through reading, room, fold and what a tab receives; and replies through
 * the outbox. The processor's own time (`process.cpuUsage`), because other work on the machine hardly moves it: this
 * is for comparing two commits, each in a tree of its own, run in turn.
 */
import process from 'node:process';
import { ADMIN, ANA, BOT, query, World } from '../tests/support/hub/world.ts';
import { makeEvents } from './hub-ingest/events.ts';
import { overRuns, printTable } from './support/figures.ts';

const EVENTS = 20_000;
const BATCHES = [1, 100];
const REPLIES = 300;
const WARM_UP = 3;
const RUNS = 6;

/** The processor's time since then, by all threads of this process (µs). */
const spent = (from: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(from);
  return user + system;
};

/** An administrator in front of an empty bot, connected; without a disk, whose cost `bench:ingest` has. */
async function connected(): Promise<World> {
  const world = new World();
  world.disk = null;
  world.respawn();
  const tab = await world.openTab(world.session(ADMIN));
  tab.show({ kind: 'connection' });
  tab.show({ kind: 'counters', botId: BOT });
  tab.show({ kind: 'list', botId: BOT, query: query('active') });
  await world.until(() => tab.value({ kind: 'connection' })?.state === 'live', 'live');
  await world.moment();
  return world;
}

/** The processor's µs an event, in batches as a socket brings them. */
async function events(batch: number): Promise<number> {
  const world = await connected();
  const [socket] = world.server.sockets;
  if (!socket) throw new Error('Nobody is connected.');
  const all = makeEvents(EVENTS);
  const from = process.cpuUsage();
  for (let at = 0; at < all.length; at += batch) {
    const frames = all.slice(at, at + batch);
    if (batch === 1) for (const { name, ...argument } of frames) socket.handlers.frame(name, argument);
    else socket.handlers.frame('EVENTS', frames);
    if (at % 500 === 0) await world.moment(20);
  }
  await world.moment(200);
  return spent(from) / EVENTS;
}

/** The processor's µs a reply, from the tab's call until its event is folded. */
async function replies(): Promise<number> {
  const world = new World();
  const { rows } = world.server;
  rows.newConversation('web', null);
  const id = [...rows.rows.keys()][0] ?? '';
  rows.command(id, { type: 'handoff' });
  rows.command(id, { type: 'take', agent_id: ANA.user_id });
  const tab = await world.openTab(world.session(ANA));
  const topic = { kind: 'messages', botId: BOT, conversationId: id } as const;
  const outbox = { kind: 'outbox' } as const;
  tab.show(topic);
  tab.show(outbox);
  const known = () => (tab.value(topic) as { messages: unknown[] } | undefined)?.messages.length ?? 0;
  await world.until(() => known() === 1, 'the conversation');
  const from = process.cpuUsage();
  for (let sent = 1; sent <= REPLIES; sent += 1) {
    await world.hub.api.send({ botId: BOT, conversationId: id, text: `Respuesta ${sent}`, note: false });
    await world.until(
      () => rows.rows.get(id)?.messages.filter((message) => message.from === 'agent').length === sent,
      'sent',
    );
  }
  return spent(from) / REPLIES;
}

async function several(measure: () => Promise<number>): Promise<number[]> {
  for (let warming = 0; warming < WARM_UP; warming += 1) await measure();
  const all: number[] = [];
  while (all.length < RUNS) all.push(await measure());
  return all;
}

const figures: [string, number[]][] = [];
for (const batch of BATCHES)
  figures.push([`an event, in batches of ${batch}`, await several(() => events(batch))]);
figures.push(['a reply', await several(replies)]);
printTable(
  ['what', 'µs of the processor'],
  figures.map(([what, all]) => [what, overRuns(all)]),
);
// Worlds have clocks and databases that nobody closes.
process.exit();
