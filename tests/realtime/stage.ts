/**
 * A whole stage for the realtime lines of the specification: the real server with its database and sockets, and for
 * each person a real hub with a tab that shows one list at a time, as a screen does. Time is moved by hand on both
 * sides. After each act everybody must show what a fresh load tells them, or the act fails.
 */
import { expect } from 'vitest';
import type { StateCounters } from '../../contract/entities/counters.ts';
import type { AgentStatus, Area, ConversationState, RoleName } from '../../contract/states.ts';
import { WIRE_VERSION } from '../../contract/wire-version.ts';
import type { ListQuery } from '../../machines/inbox/inbox-state.ts';
import { BotMinds } from '../../server/assistant/bot-minds.ts';
import { customerWrote } from '../../server/inbox/commands/customer-wrote.ts';
import { newIdentity, type VisitorIdentity } from '../../server/inbox/visitor-identity.ts';
import { sql } from '../../server/platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../../server/testing.ts';
import { TopicStore } from '../../src/hub/store.ts';
import { HubCore } from '../../workers/hub/hub-core.ts';
import { socketOpener } from '../../workers/hub/platform/socket.ts';
import type { Notice } from '../../workers/hub/surface/notice.ts';
import type { HubFrame, TabFrame } from '../../workers/hub/surface/stream.ts';
import { type Topic, type TopicValues, topicKey } from '../../workers/hub/surface/topics.ts';
import { tabLock } from '../../workers/shared/lock-names.ts';
import { breathe, HandChannel, HandClock, HandLocks, portPair } from '../support/hub/hand-platform.ts';

/** How often the hubs' clocks follow the real one. */
const PUMP = 5;

let bots = 7000;
let ids = 0;
const uuid = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;

export class Stage {
  readonly server: TestServer;
  readonly botId: number;
  readonly viewers: Viewer[] = [];
  readonly minds = new BotMinds();

  private constructor(server: TestServer, botId: number) {
    this.server = server;
    this.botId = botId;
  }

  /** A bot of its own. */
  static async open(server: TestServer, flags: Record<string, boolean> = {}): Promise<Stage> {
    bots += 1;
    await server.addBot(bots, flags);
    return new Stage(server, bots);
  }

  /** Somebody with this role opens a tab on the bot, live. */
  async viewer(name: string, role: RoleName, areas: Area[] = []): Promise<Viewer> {
    const person = await this.server.addPerson(`${name}${this.botId}`);
    const linkId = await this.server.link(person, this.botId, role, areas);
    const viewer = new Viewer(this, person, role, linkId);
    this.viewers.push(viewer);
    await viewer.openTab();
    return viewer;
  }

  async close(): Promise<void> {
    for (const viewer of this.viewers) await viewer.close();
  }

  /** A customer writes for the first time, or again. @returns the conversation's id */
  async write(who: VisitorIdentity, text = 'hola'): Promise<string> {
    const message = await customerWrote(this.server.app, this.minds, who, {
      text,
      temporal_id: this.server.app.ids(),
    });
    return message.conversation_id;
  }
  customer(): VisitorIdentity {
    return newIdentity(this.server.app, this.botId);
  }
  async conversation(): Promise<{ id: string; who: VisitorIdentity }> {
    const who = this.customer();
    let id = '';
    await this.act(async () => {
      id = await this.write(who);
    });
    return { id, who };
  }

  /** Somebody changes a conversation. Throws what the server refuses. */
  async change(by: Viewer, id: string, body: object): Promise<void> {
    const answer = await this.server.call('PUT', `/svc/conversations/conversations/${id}`, {
      as: by.person,
      body,
    });
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  }
  move = (by: Viewer, id: string, state: Exclude<ConversationState, 'taken'>) =>
    this.change(by, id, { state });
  take = (by: Viewer, id: string) => this.change(by, id, { state: 'taken', agent_id: by.person.id });
  give = (by: Viewer, id: string, to: Viewer, reason?: string) =>
    this.change(by, id, { state: 'taken', agent_id: to.person.id, ...(reason ? { reason } : {}) });

  /**
   * Something happens; then every hub stands at the log's end, and what each tab shows equals a fresh load.
   * @returns by person, how each figure moved
   */
  async act(what: () => Promise<unknown>): Promise<Map<Viewer, Partial<StateCounters>>> {
    const before = new Map(this.viewers.map((viewer) => [viewer, viewer.figures()]));
    await what();
    await this.agree();
    return new Map(this.viewers.map((viewer) => [viewer, difference(before.get(viewer), viewer.figures())]));
  }

  async agree(): Promise<void> {
    const [row] = await this.server.app.db.query<{ log_head: number }>(
      sql`select log_head from bots where id = ${this.botId}`,
    );
    for (const viewer of this.viewers) {
      await expect.poll(() => viewer.reached()).toBe(row?.log_head ?? 0);
      const fresh = await viewer.fresh();
      await expect.poll(() => viewer.shown()).toEqual(fresh);
    }
  }

  /** Time passes on the server, and what falls due happens. */
  async pass(milliseconds: number): Promise<void> {
    this.server.pass(milliseconds);
    await this.server.app.jobs.runDue();
  }
}

function difference(before: StateCounters | undefined, after: StateCounters | undefined) {
  const moved: Partial<StateCounters> = {};
  for (const [state, count] of Object.entries(after ?? {}) as [ConversationState, number][]) {
    const step = count - (before?.[state] ?? 0);
    if (step !== 0) moved[state] = step;
  }
  return moved;
}

/** One person: their hub, and a tab that looks at one state. */
export class Viewer {
  readonly stage: Stage;
  readonly person: Person;
  readonly role: RoleName;
  readonly linkId: number;
  readonly notices: Notice[] = [];
  readonly stale: string[] = [];
  readonly clock = new HandClock(Date.now());
  readonly hub: HubCore;
  readonly tabs: Tab[] = [];
  readonly #locks = new HandLocks();
  readonly #pump: NodeJS.Timeout;
  looksAt: ListQuery & { state: ConversationState } = query('active');

  constructor(stage: Stage, person: Person, role: RoleName, linkId: number) {
    this.stage = stage;
    this.person = person;
    this.role = role;
    this.linkId = linkId;
    const { url } = stage.server;
    this.hub = new HubCore({
      build: 'b1',
      wire: WIRE_VERSION,
      clock: this.clock,
      random: () => 0.5,
      uuid,
      locks: this.#locks.of('hub'),
      openSocket: socketOpener(url),
      storage: null,
      fetch: (input, init) => fetch(new URL(String(input), url), init),
      progressFetch: () => () => Promise.reject(new Error('Nobody uploads on this stage')),
      channel: new HandChannel().open(),
    });
    let last = performance.now();
    this.#pump = setInterval(() => {
      const now = performance.now();
      this.clock.pass(now - last);
      last = now;
    }, PUMP);
  }

  /** Another tab of the same browser, visible and focused, on the bot's list. */
  async openTab(): Promise<Tab> {
    const tab = new Tab(uuid(), this);
    this.#locks.of(tab.id).request(tabLock(tab.id), {}, () => new Promise(() => undefined));
    const { hub, tab: own } = portPair();
    tab.wire(own);
    await this.hub.join(
      {
        tabId: tab.id,
        build: 'b1',
        product: { name: 'Charla', slug: 'charla' },
        session: {
          credentials: this.person.headers,
          user: { id: this.person.id, name: this.person.email, image: null },
        },
      },
      hub,
    );
    tab.say({ type: 'visibility', visible: true, focused: true });
    await this.hub.api.selectBot(tab.id, this.stage.botId);
    this.tabs.push(tab);
    tab.show({ kind: 'counters', botId: this.stage.botId });
    await this.look(this.looksAt.state, tab);
    return tab;
  }
  /** The page is gone without a word, as by a crash. */
  closeTab(tab: Tab): void {
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    this.#locks.kill(tab.id);
  }

  get tab(): Tab {
    const [first] = this.tabs;
    if (!first) throw new Error('No tab is open');
    return first;
  }

  /** Shows the list of a state, and waits until it is loaded. */
  async look(state: ConversationState, tab: Tab = this.tab): Promise<void> {
    tab.hide('list');
    this.looksAt = query(state);
    tab.show({ kind: 'list', botId: this.stage.botId, query: this.looksAt });
    await expect
      .poll(() => [tab.list()?.loading, tab.list()?.error, this.figures() !== undefined])
      .toEqual([false, null, true]);
  }
  /** Opens a conversation, and waits for its messages. */
  async open(id: string): Promise<void> {
    const topic = { kind: 'messages', botId: this.stage.botId, conversationId: id } as const;
    this.tab.show(topic);
    await expect.poll(() => this.tab.value(topic)?.loading).toBe(false);
  }
  messages(id: string) {
    return this.tab.value({ kind: 'messages', botId: this.stage.botId, conversationId: id });
  }

  figures(): StateCounters | undefined {
    return this.tab.value({ kind: 'counters', botId: this.stage.botId })?.byState;
  }
  /** The ids in the list that is looked at. */
  list(): string[] {
    return this.tab.list()?.cards.map(({ id }) => id) ?? [];
  }
  card(id: string) {
    return this.tab.list()?.cards.find((card) => card.id === id);
  }
  shown() {
    return { figures: this.figures(), list: this.list() };
  }
  /** What the server tells this person when it is asked again. */
  async fresh() {
    const ask = (path: string, body: object) =>
      this.stage.server.call('POST', `/svc/conversations/conversations/${path}`, { as: this.person, body });
    const { botId } = this.stage;
    const counted = await ask('count_states_charla_live', { bot_id: botId });
    const listed = await ask('filter_conversation', {
      filters: { bot_id: botId, state: this.looksAt.state },
      items: 100,
    });
    return {
      figures: (counted.body as { base_counters: StateCounters }).base_counters,
      list: (listed.body as { conversations: { id: string }[] }).conversations.map(({ id }) => id),
    };
  }
  /** The number of the log at which the hub stands. */
  async reached(): Promise<number | null> {
    const { bots: rooms } = await this.hub.api.inspect();
    return rooms.find((room) => room.botId === this.stage.botId)?.seq ?? null;
  }

  async setStatus(status: AgentStatus): Promise<void> {
    const answer = await this.hub.api.setStatus(this.stage.botId, this.linkId, status, this.role);
    expect(answer).toEqual({ ok: true });
  }
  /** Of a kind, in the order in which they came. */
  told<K extends Notice['kind']>(kind: K): Extract<Notice, { kind: K }>[] {
    return this.notices.filter((notice): notice is Extract<Notice, { kind: K }> => notice.kind === kind);
  }

  async close(): Promise<void> {
    await this.hub.api.signOut('by-hand');
    await breathe(5);
    clearInterval(this.#pump);
  }
}

export const query = (state: ConversationState): ListQuery & { state: ConversationState } => ({
  state,
  channel: null,
  agent_id: null,
  category: null,
});

/** A page with its real topic store. */
export class Tab {
  readonly id: string;
  readonly #viewer: Viewer;
  readonly #store = new TopicStore(0);
  readonly #stops = new Map<string, () => void>();
  signedOut: string | null = null;
  #port: { postMessage(message: unknown): void } | null = null;

  constructor(id: string, viewer: Viewer) {
    this.id = id;
    this.#viewer = viewer;
  }
  wire(port: {
    postMessage(message: unknown): void;
    onMessage(hear: (message: unknown) => void): void;
  }): void {
    this.#port = port;
    port.onMessage((message) => this.#hear(message as HubFrame));
    this.#store.attach((frame) => this.say(frame));
  }
  say(frame: TabFrame): void {
    this.#port?.postMessage(frame);
  }
  show(topic: Topic): void {
    this.#stops.set(
      topicKey(topic),
      this.#store.subscribe(topicKey(topic), () => undefined),
    );
  }
  hide(kind: Topic['kind']): void {
    for (const [key, stop] of this.#stops) {
      if ((JSON.parse(key) as Topic).kind !== kind) continue;
      stop();
      this.#stops.delete(key);
    }
  }
  value<T extends Topic>(topic: T): TopicValues[T['kind']] | undefined {
    return this.#store.peek(topic);
  }
  list(): TopicValues['list'] | undefined {
    return this.value({ kind: 'list', botId: this.#viewer.stage.botId, query: this.#viewer.looksAt });
  }

  #hear(frame: HubFrame): void {
    if (frame.type === 'patches') {
      this.#store.apply(frame.patches);
      this.say({ type: 'ack', n: frame.n });
    }
    if (frame.type === 'notice') this.#viewer.notices.push(frame.notice);
    if (frame.type === 'stale') this.#viewer.stale.push(...frame.queries);
    if (frame.type === 'signed-out') this.signedOut = frame.reason;
  }
}

export { startTestServer };
