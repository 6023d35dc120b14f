/** The reference server of the fold's tests behind sockets and calls, as the hub's platform sees them. */
import type { ConversationChange } from '../../../contract/calls/conversations.ts';
import type { Credentials, Viewer } from '../../../contract/entities/user.ts';
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import { commandOf } from '../../../machines/conversation/changes.ts';
import { decide } from '../../../machines/conversation/moves.ts';
import type { ListQuery, SortKey } from '../../../machines/inbox/inbox-state.ts';
import { sees } from '../../../machines/inbox/sight.ts';
import { BOT, ReferenceServer } from '../../../machines/inbox/testing/reference-server.ts';
import type { HubSocket, OpenSocket, SocketHandlers } from '../../../workers/hub/platform.ts';

type Route = 'counters' | 'list' | 'show' | 'change' | 'send' | 'messages' | 'colleagues' | 'sign-out';

interface Connected {
  viewer: Viewer;
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
  sight = 's1';
  up = true;
  /** What happens to frames on their way: nothing, unless a test says so. */
  carry: (frames: LoggedFrame[]) => LoggedFrame[] = (frames) => frames;
  /** Added to the counters that are answered: a server that disagrees. */
  skew = 0;
  replayPage = 500;
  /** Called after a call was carried out and before its answer leaves. 'lost': it never arrives. */
  answering: (route: Route) => 'ok' | 'lost' | 'error' = () => 'ok';
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
    const socket: Connected = { viewer: viewer as Viewer, handlers, joined: false, sent: 0, open: false };
    queueMicrotask(() => {
      if (!this.up) return handlers.refused('other');
      if (!viewer) return handlers.refused('unauthorized');
      socket.open = true;
      this.sockets.push(socket);
      handlers.opened();
    });
    return {
      emit: (name, argument) => this.emitted.push({ name, argument }),
      request: async (name, argument) => {
        this.emitted.push({ name, argument });
        if (!socket.open) throw new Error('closed');
        if (name !== 'AUTO_RECONNECT') return { ok: true };
        return this.#replay(socket, argument as { after?: number; sight?: string });
      },
      close: () => this.#drop(socket),
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
    const response = viewer
      ? this.#answer(route, viewer, url, body)
      : refuse(401, 'unauthorized', 'Tu sesión terminó.');
    // The answer is written; the world goes on until it arrives.
    const fate = this.answering(route);
    await this.#gates.get(route);
    if (fate === 'lost') throw new TypeError('connection reset');
    return fate === 'error' ? refuse(503, 'unavailable', 'No disponible') : response;
  };

  #drop(socket: Connected): void {
    socket.open = false;
    const at = this.sockets.indexOf(socket);
    if (at >= 0) this.sockets.splice(at, 1);
  }

  #replay(socket: Connected, { after, sight }: { after?: number; sight?: string }): unknown {
    const base = { seq: this.rows.head, sight: this.sight, viewer: socket.viewer };
    if (sight !== undefined && sight !== this.sight) return { reset: true, ...base };
    if (after !== undefined && after > this.rows.head) return { reset: true, ...base };
    if (!socket.joined) socket.sent = this.rows.head;
    socket.joined = true;
    if (after === undefined) return { ...base, events: [], more: false };
    const frames = this.rows.frames(socket.viewer, after, true);
    const events = frames.slice(0, this.replayPage);
    return structuredClone({ ...base, events, more: frames.length > events.length });
  }

  #answer(route: Route, viewer: Viewer, url: URL, body: unknown): Response {
    const base = { seq: this.rows.head, sight: this.sight, viewer };
    const id = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    const card = this.rows.rows.get(id)?.card;
    switch (route) {
      case 'counters': {
        const matrix = this.rows.matrix(viewer);
        matrix.active.web += this.skew;
        const zeros = { active: 0, pending: 0, taken: 0, inactive: 0, closed: 0, archived: 0 };
        return answer({ base_counters: zeros, base_channel_counters: matrix.active, matrix, ...base });
      }
      case 'list': {
        const { filters, items } = body as {
          filters: Partial<ListQuery> & { before?: SortKey };
          items: number;
        };
        const { state, channel = null, agent_id = null, category = null } = filters;
        const query = { state: state ?? 'active', channel, agent_id, category };
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
      case 'sign-out':
        return answer({ ok: true });
      case 'change':
        return this.#change(viewer, id, body as ConversationChange);
      case 'send':
        return this.#send(
          viewer,
          body as { conversation_id: string; text: string; temporal_id: string; last_seen?: number },
        );
    }
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

  #send(
    viewer: Viewer,
    body: { conversation_id: string; text: string; temporal_id: string; last_seen?: number },
  ): Response {
    const row = this.rows.rows.get(body.conversation_id);
    const known = row?.messages.find(({ temporal_id }) => temporal_id === body.temporal_id);
    if (known) return answer(known);
    if (!row || !sees(viewer, row.card)) return absent();
    const later = row.messages.some(
      (each) =>
        each.from === 'agent' &&
        each.agent?.id !== viewer.user_id &&
        each.order > (body.last_seen ?? Infinity),
    );
    if (later) return refuse(409, 'stale_view', 'Otra persona respondió mientras tanto.');
    const message = this.rows.write(body.conversation_id, {
      from: 'agent',
      text: body.text,
      temporal_id: body.temporal_id,
      agent: { id: viewer.user_id, name: `Agente ${viewer.user_id}`, image: null },
    });
    this.push();
    return answer(message);
  }
}

function routeOf(method: string, path: string): Route {
  if (path.includes('/count_states_')) return 'counters';
  if (path.endsWith('/filter_conversation')) return 'list';
  if (path.includes('/by_conversation_id/')) return 'messages';
  if (path.endsWith('/session_logs')) return 'send';
  if (path.includes('/user_for_bot/')) return 'colleagues';
  if (path.endsWith('/sign_out')) return 'sign-out';
  return method === 'PUT' ? 'change' : 'show';
}

const answer = (body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', ...headers } });
const refuse = (status: number, error: string, message: string): Response =>
  new Response(JSON.stringify({ error, message }), {
    status,
    headers: { 'content-type': 'application/json' },
  });
const absent = (): Response => refuse(404, 'not_found', 'No encontramos lo que buscas.');

export { BOT };
