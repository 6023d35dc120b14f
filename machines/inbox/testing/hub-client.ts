/** A hub without sockets and storage: receives frames, keeps requests on their way, merges their pages. */
import type { Conversation } from '../../../contract/entities/conversation.ts';
import type { Message } from '../../../contract/entities/message.ts';
import type { Colleague, Viewer } from '../../../contract/entities/user.ts';
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import { applyFrame, startInbox } from '../fold.ts';
import { forget } from '../forget.ts';
import type { InboxState, ListQuery, SortKey } from '../inbox-state.ts';
import { listKey } from '../lists.ts';
import { mergeColleagues, mergeListPage, mergeMessagePage } from '../pages.ts';
import { BOT, type ReferenceServer } from './reference-server.ts';

type Pending = { seq: number; received: LoggedFrame[] } & (
  | { kind: 'list'; query: ListQuery; conversations: Conversation[]; items: number; after?: SortKey }
  | { kind: 'messages'; id: string; messages: Message[]; items: number; before?: string }
  | { kind: 'colleagues'; colleagues: Colleague[] }
);

export class HubClient {
  state: InboxState;
  readonly faults: string[] = [];
  readonly #server: ReferenceServer;
  readonly #viewer: Viewer;
  /** Sent by the server and not yet arrived. */
  #wire: LoggedFrame[] = [];
  #sent: number;
  #recent: LoggedFrame[] = [];
  #pending: Pending[] = [];

  constructor(server: ReferenceServer, viewer: Viewer) {
    this.#server = server;
    this.#viewer = viewer;
    this.#sent = server.head;
    this.state = startInbox({
      bot_id: BOT,
      seq: server.head,
      sight: 's',
      viewer,
      matrix: server.matrix(viewer),
      ...server.own(viewer),
    });
  }

  /** The server sends as it happens: called after each change. */
  send(): void {
    const frames = this.#server.frames(this.#viewer, this.#sent, false);
    this.#wire.push(...frames);
    this.#sent = this.#server.head;
  }
  /** Everything on its way is lost; what is missing is replayed. */
  reconnect(): void {
    this.#wire = this.#server.frames(this.#viewer, this.state.seq, true);
    this.#sent = this.#server.head;
  }
  receive(count: number, doubled: boolean): void {
    const frames = this.#wire.splice(0, count);
    for (const frame of doubled ? [...this.#recent.slice(-2), ...frames, ...frames.slice(-1)] : frames) {
      const { fault } = applyFrame(this.state, structuredClone(frame));
      if (fault) this.faults.push(fault);
    }
    this.#recent.push(...frames);
    for (const request of this.#pending) request.received.push(...structuredClone(frames));
  }
  receiveAll(): void {
    this.receive(this.#wire.length, false);
  }

  #ask(request: Pending): void {
    // Frames that overtook the answer belong to it as well: a real hub keeps the recent ones.
    this.#pending.push(structuredClone(request));
  }
  askList(query: ListQuery, items: number, below: boolean): void {
    const after = below ? (this.state.windows.get(listKey(query))?.floor ?? undefined) : undefined;
    const conversations = this.#server.list(this.#viewer, query, after).slice(0, items);
    this.#ask({ kind: 'list', seq: this.#server.head, received: [], query, conversations, items, after });
  }
  askMessages(id: string, items: number, older: boolean): void {
    const before = older ? this.state.messages.get(id)?.messages[0]?._id : undefined;
    const messages = this.#server.messages(this.#viewer, id, items, before);
    if (messages) {
      this.#ask({ kind: 'messages', seq: this.#server.head, received: [], id, messages, items, before });
    }
  }
  askColleagues(): void {
    const colleagues = [...this.#server.colleagues.values()];
    this.#ask({ kind: 'colleagues', seq: this.#server.head, received: [], colleagues });
  }
  /** Merges an answer whose number the fold has reached; others keep waiting. */
  answer(at: number): void {
    const ready = this.#pending.filter(({ seq }) => seq <= this.state.seq);
    const request = ready[at % Math.max(1, ready.length)];
    if (!request) return;
    this.#pending = this.#pending.filter((other) => other !== request);
    const reading = { since: request.received, seq: request.seq };
    switch (request.kind) {
      case 'list':
        mergeListPage(this.state, request.query, request, { ...reading, after: request.after });
        break;
      case 'messages':
        mergeMessagePage(this.state, request.id, request.messages, {
          ...reading,
          items: request.items,
          before: request.before,
        });
        break;
      case 'colleagues':
        mergeColleagues(this.state, request.colleagues, reading);
    }
  }
  answerAll(): void {
    while (this.#pending.some(({ seq }) => seq <= this.state.seq)) this.answer(0);
  }
  forgetSome(keep: number): void {
    const some = (keys: Iterable<string>) => new Set([...keys].filter((_, at) => (keep >> (at % 4)) & 1));
    forget(this.state, {
      keepWindows: some(this.state.windows.keys()),
      keepMessages: some(this.state.messages.keys()),
    });
  }
  /** The worker dies and starts again from its snapshot. */
  restart(): void {
    this.state = structuredClone(this.state);
  }
}
