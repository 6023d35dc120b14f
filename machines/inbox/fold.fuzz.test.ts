import process from 'node:process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ANSWER_LEVELS } from '../../contract/entities/answer-deadlines.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import {
  AGENT_STATUSES,
  AREAS,
  CHANNELS,
  CONVERSATION_PRIORITIES,
  CONVERSATION_STATES,
  MESSAGE_STATUSES,
} from '../../contract/states.ts';
import type { CommandType, ConversationCommand } from '../conversation/commands.ts';
import { conversationMachine } from '../conversation/conversation-machine.ts';
import { counters } from './counters.ts';
import type { ListQuery } from './inbox-state.ts';
import { compareKeys, listView } from './lists.ts';
import { sees } from './sight.ts';
import { HubClient } from './testing/hub-client.ts';
import { ReferenceServer } from './testing/reference-server.ts';
import { minute } from './testing/samples.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 150);

const VIEWERS: Viewer[] = [
  { user_id: 1, base: 'administrador', areas: [] },
  { user_id: 11, base: 'agente', areas: ['ventas', 'general'] },
  { user_id: 12, base: 'agente', areas: ['soporte'] },
  { user_id: 13, base: 'agente', areas: [] },
];
const AGENTS = [11, 12, 13];
const CATEGORIES = [null, ...AREAS.slice(0, 4)];
const TAGS = ['vip', 'mora'];
const COMMANDS = conversationMachine.events as CommandType[];

const pick = <T>(items: readonly T[], n: number): T => {
  const item = items[n % items.length];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
};
function command(type: CommandType, n: number): ConversationCommand {
  const agent_id = pick(AGENTS, n);
  switch (type) {
    case 'take':
    case 'assign':
    case 'derive':
    case 'handoff_assigned':
    case 'reopen':
      return { type, agent_id };
    case 'customer_wrote':
      return { type, agent_connected: n % 2 === 0 };
    case 'separate':
      return { type, to: pick(CONVERSATION_STATES, n) };
    default:
      return { type };
  }
}
function query(a: number, b: number): ListQuery {
  return {
    state: pick(
      [...CONVERSATION_STATES, ...CONVERSATION_STATES, 'held', 'followed', 'mentioned', 'overdue'] as const,
      a,
    ),
    channel: b % 3 === 0 ? pick(CHANNELS, a) : null,
    agent_id: b % 5 === 4 ? pick(AGENTS, a) : null,
    category: b % 7 === 6 ? pick(AREAS, a) : null,
    ...(b % 4 === 1 ? { order: b % 8 === 1 ? ('due' as const) : ('waiting' as const) } : {}),
    ...(b % 11 === 3 ? { unread: true as const } : {}),
    ...(b % 11 === 4 ? { snoozed: a % 2 === 0 } : {}),
    ...(b % 11 === 2 ? { priority: pick(CONVERSATION_PRIORITIES, a) } : {}),
    ...(b % 11 === 8 ? { answer: pick(ANSWER_LEVELS, a) } : {}),
    ...(b % 11 === 5 ? { tags: TAGS.slice(a % 2) } : {}),
    ...(b % 11 === 6 ? { from: minute(a % 60) } : {}),
    ...(b % 11 === 7 ? { to: minute(a % 60) } : {}),
  };
}
function marks(a: number, b: number) {
  const at = minute(b % 60);
  switch (a % 6) {
    case 0:
      return { tags: TAGS.slice(b % 3) };
    case 1:
      return { unread: b % 2 === 0 };
    case 2:
      return { priority: pick([...CONVERSATION_PRIORITIES, null], b) };
    case 3:
      return { snoozed_until: b % 2 ? at : null };
    case 4:
      return b % 3 ? { answer_due_at: at } : {};
    default:
      return { waiting_since: b % 3 ? at : null };
  }
}

type Step = [kind: string, a: number, b: number, c: number];
const step = fc.tuple(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant('new') },
    { weight: 14, arbitrary: fc.constant('command') },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'categorise',
        'team',
        'mark',
        'reply',
        'report',
        'status',
        'follow',
        'mention',
        'owe',
      ),
    },
    { weight: 8, arbitrary: fc.constant('receive') },
    {
      weight: 9,
      arbitrary: fc.constantFrom('askList', 'askList', 'askMessages', 'askMessages', 'askColleagues'),
    },
    { weight: 9, arbitrary: fc.constant('answer') },
    { weight: 1, arbitrary: fc.constantFrom('reconnect', 'forget', 'restart', 'sync') },
  ),
  fc.nat(1000),
  fc.nat(1000),
  fc.nat(1000),
);

function run(
  steps: Step[],
  viewerOf: (client: HubClient) => Viewer,
  clients: HubClient[],
  server: ReferenceServer,
) {
  for (const [kind, a, b, c] of steps) {
    const ids = [...server.rows.keys()];
    const client = pick(clients, a);
    server.tick(c % 2);
    switch (kind) {
      case 'new':
        server.newConversation(pick(CHANNELS, a), pick(CATEGORIES, b));
        break;
      case 'command':
        if (ids.length) server.command(pick(ids, a), command(pick(COMMANDS, b), c), c % 9 === 0);
        break;
      case 'categorise':
        if (ids.length) server.categorise(pick(ids, a), pick(CATEGORIES, b));
        break;
      case 'team':
        if (ids.length) server.giveToTeam(pick(ids, a), pick(AREAS, b), c % 3 ? pick(AGENTS, c) : null);
        break;
      case 'mark':
        if (ids.length) server.mark(pick(ids, a), marks(b, c));
        break;
      case 'reply':
        if (ids.length) server.reply(pick(ids, a));
        break;
      case 'follow':
        if (ids.length) server.follow(pick(ids, a), pick([1, ...AGENTS], b), c % 3 > 0);
        break;
      case 'owe':
        if (ids.length) server.owe(pick(ids, a), pick([...ANSWER_LEVELS, null], b));
        break;
      case 'mention':
        if (ids.length && c % 2) server.mention(pick(ids, a), pick([1, ...AGENTS], b));
        else if (ids.length) server.look(pick(ids, a), pick([1, ...AGENTS], b));
        break;
      case 'report':
        if (ids.length)
          server.report(pick(ids, a), b % 4, pick(MESSAGE_STATUSES, c), b % 2 ? 'mid' : 'temporal_id');
        break;
      case 'status':
        server.agentStatus(pick(AGENTS, a), pick(AGENT_STATUSES, b));
        break;
      case 'receive':
        client.receive(1 + (b % 8), c % 3 === 0);
        break;
      case 'askList':
        client.askList(query(b, c), 1 + (c % 3), b % 2 === 0);
        break;
      case 'askMessages':
        if (ids.length) client.askMessages(pick(ids, b), 1 + (c % 3), c % 2 === 0);
        break;
      case 'askColleagues':
        client.askColleagues();
        break;
      case 'answer':
        client.answer(b);
        break;
      case 'reconnect':
        client.reconnect();
        break;
      case 'forget':
        client.forgetSome(b % 16);
        break;
      case 'restart':
        client.restart();
        break;
      case 'sync':
        client.receiveAll();
        compare(client, viewerOf(client), server);
    }
    for (const each of clients) each.send();
  }
}

/** The oracle: what the fold holds is what a fresh load answers. Counts what was compared, so that nothing passes by being empty. */
function compare(client: HubClient, viewer: Viewer, server: ReferenceServer) {
  const { state } = client;
  expect(state.seq).toBe(server.head);
  expect(client.faults).toEqual([]);
  expect(state.matrix).toEqual(server.matrix(viewer));
  expect(state.own).toEqual(server.own(viewer));
  expect(counters(state).byChannel).toEqual(state.matrix);
  const compared = { cards: 0, messages: 0 };
  for (const { query: shown, floor } of state.windows.values()) {
    const view = listView(state, shown);
    const fresh = server.list(viewer, shown);
    const last = view.cards.at(-1);
    expect(view.cards).toEqual(fresh.slice(0, view.cards.length));
    if (!view.more) expect(view.cards.length).toBe(fresh.length);
    const within = floor ? fresh.filter((card) => compareKeys(card, floor, shown.order) <= 0) : fresh;
    expect(view.cards.length).toBeGreaterThanOrEqual(within.length);
    if (last) compared.cards += view.cards.length;
  }
  for (const card of state.cards.values()) {
    expect(sees(viewer, card)).toBe(true);
    expect(card).toEqual(server.rows.get(card.id)?.card);
  }
  for (const [id, { floor, messages }] of state.messages) {
    expect(messages).toEqual(server.messages(viewer, id)?.filter(({ order }) => order >= floor));
    compared.messages += messages.length;
  }
  if (state.colleagues) expect(state.colleagues).toEqual(server.colleagues);
  return compared;
}

it('FOLD-18 equals a fresh load for every viewer after anything', () => {
  const total = { cards: 0, messages: 0, events: 0 };
  console.info(`fold fuzz: FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}`);
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 40, maxLength: 200, size: 'max' }),
      fc.nat(12),
      (steps, early) => {
        const server = new ReferenceServer();
        for (const id of AGENTS) {
          server.colleagues.set(id, {
            id,
            relation_id: id,
            name: `Agente ${id}`,
            email: `${id}@charla.test`,
            image: null,
            role: 'agente',
            category: [],
            status: 'inactive',
            since: '2026-11-20T00:00:00.000Z',
            connected: false,
          });
        }
        // Some history before the bases are read.
        for (let at = 0; at < early; at += 1) {
          server.tick(1);
          server.newConversation(pick(CHANNELS, at), pick(CATEGORIES, at * 3));
          server.command(pick([...server.rows.keys()], at), command(pick(COMMANDS, at * 7), at));
        }
        const clients = VIEWERS.map((viewer) => new HubClient(server, viewer));
        const viewerOf = (client: HubClient) => pick(VIEWERS, clients.indexOf(client));
        run(steps, viewerOf, clients, server);
        for (const client of clients) {
          client.receiveAll();
          client.answerAll();
          const compared = compare(client, viewerOf(client), server);
          total.cards += compared.cards;
          total.messages += compared.messages;
        }
        total.events += server.head;
      },
    ),
    { seed: SEED, numRuns: RUNS },
  );
  console.info(
    `fold fuzz: ${total.events} events, ${total.cards} cards and ${total.messages} messages compared`,
  );
  expect(Math.min(total.cards, total.messages, total.events)).toBeGreaterThan(RUNS);
}, 240_000);
