/** The reference server of the fold's tests behind sockets and calls, as the hub's platform sees them. */
import type { ConversationChange } from '../../../contract/calls/conversations.ts';
import type { Credentials, Viewer } from '../../../contract/entities/user.ts';
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import { isLocked, LOCK_TEXT } from '../../../contract/rules/lock.ts';
import { commandOf } from '../../../machines/conversation/changes.ts';
import { decide } from '../../../machines/conversation/moves.ts';
import type { ListQuery, SortKey } from '../../../machines/inbox/inbox-state.ts';
import { sees } from '../../../machines/inbox/sight.ts';
import { BOT, ReferenceServer } from '../../../machines/inbox/testing/reference-server.ts';
import type { HubSocket, OpenSocket, SocketHandlers } from '../../../workers/hub/platform/platform.ts';
import type { ProgressFetch } from '../../../workers/shared/progress-fetch.ts';

type Route =
  | 'upload'
  | 'copy'
  | 'counters'
  | 'list'
  | 'show'
  | 'change'
  | 'send'
  | 'messages'
  | 'colleagues'
  | 'supervision'
  | 'sign-out';

interface Asked {
  after?: number;
  after_id?: string;
  sight?: string;
}
interface Sending {
  note?: boolean;
  take?: boolean;
  template?: object;
  conversation_id: string;
  text: string;
  temporal_id: string;
  last_seen?: number;
  attachments?: string[];
}
interface Connected {
  viewer: Viewer;
  token: string;
  handlers: SocketHandlers;
  joined: boolean;
  sent: number;
  open: boolean;
}

export class HandServer {
  readonly rows = new ReferenceServer();
  /** By access-token; a token that is not here is answered 401. */
  readonly viewers = new Map<string, Viewer>();
  readonly sockets: Connected[] = [];
  readonly emitted: { name: string; argument: unknown }[] = [];
  readonly requests: { route: Route; body: unknown }[] = [];
  /** Everybody's, unless somebody has one of their own. */
  sight = 's1';
  readonly #sights = new Map<number, string>();
  up = true;
  /** What happens to frames on their way: nothing, unless a test says so. */
  carry: (frames: LoggedFrame[]) => LoggedFrame[] = (frames) => frames;
  /** Added to the counters that are answered: a server that disagrees. */
  skew = 0;
  /** The same, of what the viewer has in hand. */
  skewMine = 0;
  replayPage = 500;
  /** The server's clock. */
  now: () => Date = () => new Date(Date.UTC(2026, 10, 21, 12));
  /** Called after a call was carried out and before its answer leaves. 'lost': it never arrives. */
  answering: (route: Route) => 'ok' | 'lost' | 'error' = () => 'ok';
  /** Refuses the next call of a route, or the next replay, before anything is carried out. */
  readonly refusals = new Map<Route | 'replay', { status: number; error: string; details?: object }>();
  #opened = 0;
  readonly #gates = new Map<Route, Promise<void>>();

  /** Calls of a route wait, after they were carried out, until the gate is opened. */
  gate(route: Route): () => void {
    let open: () => void = () => undefined;
    this.#gates.set(route, new Promise((resolve) => (open = resolve)));
    return () => {
      this.#gates.delete(route);
      open();
    };
  }

  readonly openSocket: OpenSocket = (credentials: Credentials, handlers): HubSocket => {
    const viewer = this.viewers.get(credentials['access-token']);
    const token = credentials['access-token'];
    const socket: Connected = {
      viewer: viewer as Viewer,
      token,
      handlers,
      joined: false,
      sent: 0,
      open: false,
    };
    let closed = false;
    queueMicrotask(() => {
      if (closed) return;
      if (!this.up) return handlers.refused('other');
      if (!viewer) return handlers.refused('unauthorized');
      socket.open = true;
      this.sockets.push(socket);
      handlers.opened();
    });
    this.#opened += 1;
    return {
      id: `socket-${this.#opened}`,
      emit: (name, argument) => this.emitted.push({ name, argument }),
      request: async (name, argument) => {
        this.emitted.push({ name, argument });
        if (!socket.open) throw new Error('closed');
        if (name !== 'AUTO_RECONNECT') return { ok: true };
        const refused = this.refusals.get('replay');
        this.refusals.delete('replay');
        if (refused) return { error: refused.error, message: `Rechazado: ${refused.error}` };
        return this.#replay(socket, argument as Asked);
      },
      close: () => {
        closed = true;
        this.#drop(socket);
      },
    };
  };

  get connected(): number {
    return this.sockets.length;
  }

  /** Sends what happened since the last time. */
  push(): void {
    for (const socket of [...this.sockets]) {
      if (!socket.joined) continue;
      const frames = this.rows.frames(socket.viewer, socket.sent, false);
      socket.sent = this.rows.head;
      this.deliver(socket, this.carry(frames));
    }
  }
  deliver(socket: Connected, frames: readonly LoggedFrame[]): void {
    for (const { name, ...argument } of structuredClone(frames)) socket.handlers.frame(name, argument);
  }
  say(name: string, argument: unknown): void {
    for (const socket of this.sockets) socket.handlers.frame(name, argument);
  }
  /** Every connection breaks. */
  cut(): void {
    for (const socket of [...this.sockets]) {
      this.#drop(socket);
      socket.handlers.lost();
    }
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const viewer = this.viewers.get(new Headers(init?.headers).get('access-token') ?? '');
    const url = new URL(String(input), 'http://hub.test');
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const route = routeOf(init?.method ?? 'GET', url.pathname);
    this.requests.push({ route, body });
    if (!this.up) throw new TypeError('no network');
    const refused = this.refusals.get(route);
    this.refusals.delete(route);
    if (refused) return refuse(refused.status, refused.error, `Rechazado: ${refused.error}`, refused.details);
    const response = viewer
      ? this.#answer(route, viewer, url, body)
      : refuse(401, 'unauthorized', 'Tu sesión terminó.');
    if (route === 'sign-out') this.viewers.delete(new Headers(init?.headers).get('access-token') ?? '');
    // The answer is written; the world goes on until it arrives.
    const fate = this.answering(route);
    await this.#gates.get(route);
    if (fate === 'lost') throw new TypeError('connection reset');
    return fate === 'error' ? refuse(503, 'unavailable', 'No disponible') : response;
  };

  /** Files by the key under which they came. */
  readonly files = new Map<string, { id: string; name: string; text: string }>();
  /** Texts of the files that quick replies carry, by id. */
  readonly kept = new Map<string, string>();
  /** Tells the hub how far the last upload got; for one that a closed gate holds. */
  progress: (sent: number) => void = () => undefined;

  readonly progressFetch: ProgressFetch = (moved) => async (_, init) => {
    const viewer = this.viewers.get(new Headers(init?.headers).get('access-token') ?? '');
    const form = init?.body as FormData;
    const key = String(form.get('key'));
    const file = form.get('file');
    if (!(file instanceof File)) throw new Error('No file');
    this.requests.push({ route: 'upload', body: { key, name: file.name } });
    this.progress = (sent) => moved(sent, file.size);
    if (!this.up) throw new TypeError('no network');
    const text = await file.text();
    await Promise.race([
      this.#gates.get('upload'),
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    ]);
    const fate = this.answering('upload');
    if (!viewer) return refuse(401, 'unauthorized', 'Tu sesión terminó.');
    if (fate === 'error') return new Response(null, { status: 503 });
    const known = this.files.get(key) ?? { id: `up-${this.files.size + 1}`, name: file.name, text };
    this.files.set(key, known);
    if (fate === 'lost') throw new TypeError('connection reset');
    return answer({ id: known.id, name: file.name, type: file.type, size: file.size });
  };

  #drop(socket: Connected): void {
    socket.open = false;
    const at = this.sockets.indexOf(socket);
    if (at >= 0) this.sockets.splice(at, 1);
  }

  sightOf(viewer: Viewer): string {
    return this.#sights.get(viewer.user_id) ?? this.sight;
  }
  /** Somebody's role or areas change: their sockets move, then hear RESET. */
  changeSight(viewer: Viewer): void {
    this.#sights.set(viewer.user_id, `${viewer.base}:${viewer.areas.join()}`);
    for (const [token, known] of this.viewers) {
      if (known.user_id === viewer.user_id) this.viewers.set(token, viewer);
    }
    for (const socket of this.sockets.filter((each) => each.viewer.user_id === viewer.user_id)) {
      socket.viewer = viewer;
      socket.handlers.frame('RESET', { bot_id: BOT });
    }
  }
  /** Every token of a person ends, and their sockets with them. */
  expire(userId: number): void {
    for (const [token, viewer] of this.viewers) if (viewer.user_id === userId) this.viewers.delete(token);
    for (const socket of this.sockets.filter((each) => each.viewer.user_id === userId)) {
      this.#drop(socket);
      socket.handlers.lost();
    }
  }
  /** The database is an older one: its numbers are used again. Open sockets hear RESET. */
  restore(backup: ReturnType<ReferenceServer['backup']>): void {
    this.rows.restore(backup);
    for (const socket of this.sockets) socket.sent = this.rows.head;
    this.say('RESET', { bot_id: BOT });
  }

  #replay(socket: Connected, { after, after_id, sight }: Asked): unknown {
    const base = { seq: this.rows.head, sight: this.sightOf(socket.viewer), viewer: socket.viewer };
    if (sight !== undefined && sight !== base.sight) return { reset: true, ...base };
    if (after !== undefined && after > this.rows.head) return { reset: true, ...base };
    if (after && after_id && this.rows.log[after - 1]?.event.id !== after_id) return { reset: true, ...base };
    if (!socket.joined) socket.sent = this.rows.head;
    socket.joined = true;
    if (after === undefined) return { ...base, events: [], more: false };
    const frames = this.rows.frames(socket.viewer, after, true);
    const events = frames.slice(0, this.replayPage);
    return structuredClone({ ...base, events, more: frames.length > events.length });
  }

  #answer(route: Route, viewer: Viewer, url: URL, body: unknown): Response {
    const base = { seq: this.rows.head, sight: this.sightOf(viewer), viewer };
    const id = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    const card = this.rows.rows.get(id)?.card;
    switch (route) {
      case 'counters': {
        const matrix = this.rows.matrix(viewer);
        matrix.active.web += this.skew;
        const seq_id = this.rows.log.at(-1)?.event.id ?? null;
        const zeros = { active: 0, pending: 0, taken: 0, inactive: 0, closed: 0, archived: 0 };
        return answer({
          base_counters: zeros,
          base_channel_counters: matrix.active,
          matrix,
          ...this.rows.own(viewer),
          mine: this.rows.own(viewer).mine + this.skewMine,
          seq_id,
          ...base,
        });
      }
      case 'list': {
        const { filters, items } = body as {
          filters: Partial<ListQuery> & {
            held?: boolean;
            followed?: boolean;
            mentioned?: boolean;
            overdue?: boolean;
            before?: SortKey;
          };
          items: number;
        };
        const { state, channel = null, agent_id = null, category = null } = filters;
        const own = (['held', 'followed', 'mentioned', 'overdue'] as const).find((name) => filters[name]);
        const query = { state: own ?? state ?? 'active', channel, agent_id, category };
        const all = this.rows.list(viewer, query, filters.before);
        return answer({ conversations: all.slice(0, items), pages: 1, page: 1, total: all.length, ...base });
      }
      case 'show':
        return card && sees(viewer, card) ? answer({ conversation: card, ...base }) : absent();
      case 'messages': {
        const items = Number(url.searchParams.get('items') ?? 50);
        const messages = this.rows.messages(viewer, id, items, url.searchParams.get('before') ?? undefined);
        return messages ? answer(messages, { 'x-seq': String(base.seq), 'x-sight': base.sight }) : absent();
      }
      case 'colleagues':
        return answer([...this.rows.colleagues.values()], { 'x-seq': String(base.seq) });
      case 'upload':
        return refuse(400, 'bad_request', 'Uploads have a way of their own.');
      case 'copy': {
        const text = this.kept.get(url.pathname.split('/').at(-2) ?? '');
        if (text === undefined) return absent();
        const { key } = body as { key: string };
        const known = this.files.get(key) ?? { id: `up-${this.files.size + 1}`, name: 'tallas.csv', text };
        this.files.set(key, known);
        return answer({ id: known.id, name: known.name, type: 'text/csv', size: text.length });
      }
      case 'supervision':
        return answer({ ...this.#supervision(viewer), ...base });
      case 'sign-out':
        return answer({ ok: true });
      case 'change':
        return this.#change(viewer, id, body as ConversationChange);
      case 'send':
        return this.#send(viewer, body as Sending);
    }
  }

  /** Queue and loads; of times this server knows nothing. */
  #supervision(viewer: Viewer) {
    const of = (state: 'pending' | 'taken' | 'inactive') =>
      this.rows.list(viewer, { state, channel: null, agent_id: null, category: null });
    const load = new Map<number, { agent_id: number; taken: number; inactive: number }>();
    for (const { agent_id, state } of [...of('taken'), ...of('inactive')]) {
      if (agent_id === null) continue;
      const one = load.get(agent_id) ?? { agent_id, taken: 0, inactive: 0 };
      load.set(agent_id, one);
      one[state === 'taken' ? 'taken' : 'inactive'] += 1;
    }
    return {
      day: { from: '2026-11-21T03:00:00.000Z', to: '2026-11-22T03:00:00.000Z' },
      queue: of('pending'),
      load: [...load.values()],
      spells: [],
      waits: [],
      first_responses: [],
    };
  }

  #change(viewer: Viewer, id: string, change: ConversationChange): Response {
    const row = this.rows.rows.get(id);
    if (!row || !sees(viewer, row.card)) return absent();
    const command = commandOf(change, row.card, viewer.user_id);
    if (command) {
      const decision = decide({ ...row.card, was_pending: row.was_pending }, command);
      if (!decision.ok) return refuse(409, decision.error, 'La conversación ya no permite esta acción.');
      this.rows.command(id, command);
      this.push();
    }
    return answer({ conversation: row.card, seq: this.rows.head });
  }

  #send(viewer: Viewer, body: Sending): Response {
    const row = this.rows.rows.get(body.conversation_id);
    const known = row?.messages.find(({ temporal_id }) => temporal_id === body.temporal_id);
    if (known) return answer(known);
    if (!row || !sees(viewer, row.card)) return absent();
    if (!body.note) {
      const { state, agent_id, channel, last_customer_message_at } = row.card;
      const taking =
        body.take === true && (state === 'active' || state === 'pending' || state === 'inactive');
      if (taking) this.rows.command(body.conversation_id, { type: 'take', agent_id: viewer.user_id });
      else if (state !== 'taken')
        return refuse(409, 'illegal_move', 'La conversación ya no permite esta acción.');
      if (!taking && agent_id !== viewer.user_id)
        return refuse(409, 'already_taken', 'Otra persona ya la tomó.');
      if (!body.template && isLocked(channel, last_customer_message_at, this.now())) {
        return refuse(422, 'rule', LOCK_TEXT);
      }
    }
    const later = row.messages.some(
      (each) =>
        !body.note &&
        !each.note &&
        each.from === 'agent' &&
        each.agent?.id !== viewer.user_id &&
        each.order > (body.last_seen ?? Infinity),
    );
    if (later) return refuse(409, 'stale_view', 'Otra persona respondió mientras tanto.');
    const kept = [...this.files.values()];
    const attachments = (body.attachments ?? []).map((id) => kept.find((file) => file.id === id));
    if (attachments.includes(undefined)) {
      return refuse(422, 'rule', 'Vuelve a adjuntarlo.', { uploads: 'unavailable' });
    }
    const message = this.rows.write(body.conversation_id, {
      from: 'agent',
      text: body.text,
      note: body.note ?? false,
      temporal_id: body.temporal_id,
      attachments: attachments.flatMap((file) =>
        file ? [{ id: file.id, name: file.name, type: 'text/plain', size: file.text.length }] : [],
      ),
      agent: { id: viewer.user_id, name: `Agente ${viewer.user_id}`, image: null },
    });
    this.push();
    return answer(message);
  }
}

function routeOf(method: string, path: string): Route {
  if (path.includes('/count_states_')) return 'counters';
  if (path.endsWith('/supervision')) return 'supervision';
  if (path.endsWith('/filter_conversation')) return 'list';
  if (path.includes('/by_conversation_id/')) return 'messages';
  if (path.endsWith('/session_logs')) return 'send';
  if (path.endsWith('/copies')) return 'copy';
  if (path.includes('/user_for_bot/')) return 'colleagues';
  if (path.endsWith('/sign_out')) return 'sign-out';
  return method === 'PUT' ? 'change' : 'show';
}

const answer = (body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', ...headers } });
const refuse = (status: number, error: string, message: string, details?: object): Response =>
  new Response(JSON.stringify({ error, message, details }), {
    status,
    headers: { 'content-type': 'application/json' },
  });
const absent = (): Response => refuse(404, 'not_found', 'No encontramos lo que buscas.');

export { BOT };
