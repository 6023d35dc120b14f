/**
 * A viewer that knows the wire alone: signs in, takes a base, follows the log over its socket, and closes every gap
 * with AUTO_RECONNECT. It folds what it hears with the machine that the client uses.
 */
import { io, type Socket } from 'socket.io-client';
import { counterBase } from '../../contract/calls/conversations.ts';
import type { CounterMatrix } from '../../contract/entities/counters.ts';
import { autoReconnectAck, EVENTS_FRAME, liveEvents } from '../../contract/realtime/agent-socket.ts';
import { type LoggedFrame, parseFrame } from '../../contract/realtime/events.ts';
import { CREDENTIAL_HEADERS } from '../../contract/services.ts';
import { GapError } from '../../machines/inbox/changes.ts';
import { applyFrame, startInbox } from '../../machines/inbox/fold.ts';
import type { InboxState } from '../../machines/inbox/inbox-state.ts';

/** Asks until the installation answers: a balancer with a dead process behind it fails now and then. */
async function ask(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) });
      if (answer.status < 500 || attempt === 60) return answer;
    } catch (error) {
      if (attempt === 60) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

export class WireViewer {
  readonly name: string;
  readonly #url: string;
  readonly #botId: number;
  readonly #headers: Record<string, string>;
  #socket: Socket | null = null;
  #state: InboxState | null = null;
  #held: LoggedFrame[] | null = null;
  /** mids of the messages that it heard of, in the order of the log. */
  readonly heard: string[] = [];
  resets = 0;
  /** Topics of what changed outside the inbox, as STALE named them. */
  readonly stale: string[] = [];
  /** Names of who looks at a conversation, as VIEWING said last. */
  readonly looking = new Map<string, string[]>();

  private constructor(name: string, url: string, botId: number, headers: Record<string, string>) {
    this.name = name;
    this.#url = url;
    this.#botId = botId;
    this.#headers = headers;
  }

  static async open(url: string, botId: number, email: string): Promise<WireViewer> {
    const answer = await ask(`${url}/svc/main/auth/sign_in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-version': 'v1' },
      body: JSON.stringify({ email, password: 'charla-demo' }),
    });
    if (!answer.ok) throw new Error(`${email} could not sign in: ${await answer.text()}`);
    const headers = Object.fromEntries(
      CREDENTIAL_HEADERS.map((name) => [name, answer.headers.get(name) ?? '']),
    );
    const viewer = new WireViewer(email, url, botId, headers);
    await viewer.#rebase();
    viewer.#connect();
    return viewer;
  }

  /** Calls a service of the installation as this person. */
  async call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const answer = await ask(`${this.#url}${path}`, {
      method,
      headers: { ...this.#headers, 'accept-version': 'v1', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  }

  get seq(): number {
    return this.#state?.seq ?? 0;
  }

  get matrix(): CounterMatrix | undefined {
    return this.#state?.matrix;
  }

  /** What the server says when asked afresh. */
  async fresh(): Promise<{ seq: number; matrix: CounterMatrix }> {
    const { body } = await this.call('POST', '/svc/conversations/conversations/count_states_charla_live', {
      bot_id: this.#botId,
      conversation_status: 'pending',
      is_admin: false,
      agent_id: null,
    });
    return counterBase.parse(body);
  }

  /** Says something over the socket. */
  emit(name: string, content: unknown): void {
    this.#socket?.emit(name, content);
  }

  /** For a failure's report. */
  get condition(): string {
    return `${this.name}: connected ${this.#socket?.connected}, catching up ${this.#held !== null}, at ${this.seq}`;
  }

  close(): void {
    this.#socket?.disconnect();
  }

  async #rebase(): Promise<void> {
    const { body } = await this.call('POST', '/svc/conversations/conversations/count_states_charla_live', {
      bot_id: this.#botId,
      conversation_status: 'pending',
      is_admin: false,
      agent_id: null,
    });
    this.#state = startInbox({ bot_id: this.#botId, ...counterBase.parse(body) });
  }

  #connect(): void {
    const { 'access-token': token, client, uid } = this.#headers;
    const socket = io(this.#url, {
      auth: { 'access-token': token, client, uid },
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 200,
      reconnectionDelayMax: 1_000,
    });
    this.#socket = socket;
    socket.on('connect', () => this.#catchUp());
    // A refusal at the door (its database was away) is final for Socket.IO; a client asks again.
    socket.on('connect_error', () => {
      if (!socket.active) setTimeout(() => socket.connect(), 500);
    });
    socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') socket.connect();
    });
    socket.on('RESET', () => {
      this.resets += 1;
      void this.#rebase().then(() => this.#catchUp());
    });
    socket.on('STALE', (raw: unknown) => this.stale.push(...liveEvents.STALE.parse(raw).topics));
    socket.on('VIEWING', (raw: unknown) => {
      const { conversation_id, agents } = liveEvents.VIEWING.parse(raw);
      this.looking.set(
        conversation_id,
        agents.map((agent) => agent.name),
      );
    });
    socket.on('HEAD', ({ seq }: { seq: number }) => {
      if (this.#held === null && seq > this.seq) this.#catchUp();
    });
    socket.onAny((name: string, content: unknown) => {
      const raw =
        name === EVENTS_FRAME ? (content as { name: string }[]) : [{ name, ...(content as object) }];
      for (const { name: kind, ...envelope } of raw) {
        const frame = 'seq' in envelope && kind !== 'HEAD' ? parseFrame(kind, envelope) : null;
        if (frame) this.#take(frame);
      }
    });
  }

  #take(frame: LoggedFrame): void {
    if (this.#held) this.#held.push(frame);
    else this.#apply(frame);
  }

  #apply(frame: LoggedFrame): void {
    if (!this.#state || frame.bot_id !== this.#botId) return;
    const before = this.#state.seq;
    try {
      applyFrame(this.#state, frame);
    } catch (error) {
      if (!(error instanceof GapError)) throw error;
      this.#catchUp();
      return;
    }
    if (this.#state.seq > before && frame.name === 'NEW_MESSAGE' && frame.data.message)
      this.heard.push(frame.data.message.mid);
  }

  #catchUp(): void {
    const socket = this.#socket;
    if (!socket?.connected || this.#held) return;
    this.#held = [];
    void this.#replay(socket)
      .catch(() => false)
      .then((whole) => {
        const held = this.#held ?? [];
        this.#held = null;
        for (const frame of held) this.#apply(frame);
        // It is in no room until that was answered, so nothing else would remind it.
        if (!whole) setTimeout(() => this.#catchUp(), 500);
      });
  }

  /** True: everything up to the server's number is here. */
  async #replay(socket: Socket): Promise<boolean> {
    for (;;) {
      const raw: unknown = await socket
        .timeout(10_000)
        .emitWithAck('AUTO_RECONNECT', { botId: this.#botId, after: this.seq, sight: this.#state?.sight });
      const answer = autoReconnectAck.parse(raw);
      if ('error' in answer) return false;
      if ('reset' in answer) {
        this.resets += 1;
        await this.#rebase();
        continue;
      }
      for (const { name, ...envelope } of answer.events) {
        const frame = parseFrame(name, envelope);
        if (frame) this.#apply(frame);
      }
      if (!answer.more) return true;
    }
  }
}
