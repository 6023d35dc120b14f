/**
 * A tiny server for tests of the fold: rows and log in memory, moves decided by the same table, events cut by the same
 * judge, and fresh loads read straight from the rows. It is the oracle that the fold is compared with.
 */
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { type CounterMatrix, emptyMatrix } from '../../../contract/entities/counters.ts';
import type { Message, MessageFrom } from '../../../contract/entities/message.ts';
import type { Colleague, Viewer } from '../../../contract/entities/user.ts';
import type { EventData, EventName, LoggedFrame, NamedEvent } from '../../../contract/realtime/events.ts';
import type { AgentStatus, Area, Channel, MessageStatus } from '../../../contract/states.ts';
import type { ConversationCommand } from '../../conversation/commands.ts';
import { decide } from '../../conversation/moves.ts';
import { asCut, cutOf, type Sighting } from '../cut.ts';
import { holds } from '../held.ts';
import type { ListQuery, SortKey } from '../inbox-state.ts';
import { compareKeys, matches } from '../lists.ts';
import { nextStatus } from '../message-status.ts';
import type { OwnFigure } from '../own.ts';
import { sees } from '../sight.ts';

export const BOT = 64;
interface Row {
  card: Conversation;
  was_pending: boolean;
  messages: Message[];
}
interface Logged {
  event: NamedEvent;
  conversationId: string | null;
  before: Sighting;
  after: Sighting;
}

export class ReferenceServer {
  readonly rows = new Map<string, Row>();
  readonly log: Logged[] = [];
  readonly colleagues = new Map<number, Colleague>();
  #clock = 0;
  #ids = 0;

  get head(): number {
    return this.log.length;
  }
  /** Rows and log as they are. */
  backup() {
    return structuredClone({ rows: this.rows, log: this.log, colleagues: this.colleagues });
  }
  /** Goes back to a backup: numbers are used again, ids never are. */
  restore(backup: ReturnType<ReferenceServer['backup']>): void {
    const { rows, log, colleagues } = structuredClone(backup);
    this.rows.clear();
    for (const [id, row] of rows) this.rows.set(id, row);
    this.log.splice(0, this.log.length, ...log);
    this.colleagues.clear();
    for (const [id, colleague] of colleagues) this.colleagues.set(id, colleague);
  }
  /** Time stands still between calls, so that equal dates occur. */
  tick(ms: number): void {
    this.#clock += ms;
  }
  #now(): string {
    return new Date(Date.UTC(2026, 10, 21) + this.#clock).toISOString();
  }
  #id(kind: string): string {
    this.#ids += 1;
    return `${kind}-${String(this.#ids).padStart(4, '0')}`;
  }

  #append<N extends EventName>(
    name: N,
    data: EventData<N>,
    about: { conversationId: string | null; before: Sighting; after: Sighting },
  ): void {
    const head = {
      id: this.#id('event'),
      seq: this.head + 1,
      bot_id: BOT,
      at: this.#now(),
      actor: { kind: 'system' },
    };
    this.log.push(structuredClone({ event: { name, ...head, data } as NamedEvent, ...about }));
  }
  #cardEvent(
    name: Exclude<EventName, 'NEW_CONVERSATION' | 'NEW_MESSAGE'>,
    row: Row,
    before: Conversation,
    extra: object = {},
  ): void {
    const data = {
      conversation: row.card,
      last_state: before.state,
      last_agent_id: before.agent_id,
      last_category: before.category,
      ...extra,
    };
    this.#append(name, data as never, { conversationId: row.card.id, before, after: row.card });
  }

  newConversation(channel: Channel, category: Area | null): void {
    const id = this.#id('conversation');
    const at = this.#now();
    const card: Conversation = {
      id,
      bot_id: BOT,
      state: 'active',
      channel,
      category,
      agent_id: null,
      lead_id: `lead-${id}`,
      lead_name: `Cliente ${id}`,
      custom: { name: null },
      agent_name: null,
      last_message: '',
      last_message_from: null,
      last_message_date: at,
      pending_messages_count: 0,
      isUserOnline: false,
      tags: [],
      unread: false,
      snoozed_until: null,
      notes_count: 0,
      created_at: at,
      waiting_since: null,
      last_customer_message_at: null,
      rating: null,
      possible_duplicate: false,
    };
    this.rows.set(id, { card, was_pending: false, messages: [] });
    const about = { conversationId: id, before: null, after: card };
    this.#append('NEW_CONVERSATION', { conversation: card }, about);
    const counted = { conversation_id: id, state: card.state, channel, category };
    this.#append('NEW_CONVERSATION_COUNTER', counted, about);
    this.#message(id, 'Cliente');
  }

  /** Carries out a command if it is legal. A change that two events tell is sent in both. */
  command(id: string, command: ConversationCommand, toldTwice = false): void {
    const row = this.rows.get(id);
    if (!row) return;
    const decision = decide({ ...row.card, was_pending: row.was_pending }, command);
    if (!decision.ok) return;
    if (decision.new_conversation) {
      this.newConversation(row.card.channel, null);
      return;
    }
    if (decision.event) {
      const before = row.card;
      row.was_pending = decision.was_pending;
      row.card = { ...before, state: decision.state, agent_id: decision.agent_id };
      this.#cardEvent(decision.event, row, before, {
        auto_assigned: command.type === 'handoff_assigned',
        by_admin: false,
      });
      if (toldTwice) this.#cardEvent('UPDATE_CONVERSATION_CARD', row, row.card);
    }
    if (command.type === 'customer_wrote') this.#message(id, 'Cliente');
  }
  /** Gives it to a team: to somebody of it, in its area at once, or it waits for the team. */
  giveToTeam(id: string, category: Area, agentId: number | null): void {
    const row = this.rows.get(id);
    if (!row) return;
    const before = row.card;
    const { state } = before;
    if (agentId === null && state === 'pending') {
      this.categorise(id, category);
      return;
    }
    const taken = state === 'taken';
    const command: ConversationCommand =
      agentId === null
        ? { type: taken ? 'release' : 'handoff' }
        : { type: taken ? 'derive' : 'assign', agent_id: agentId };
    const decision = decide({ ...before, was_pending: row.was_pending }, command);
    if (!decision.ok || !decision.event) return;
    row.was_pending = decision.was_pending;
    row.card = { ...before, state: decision.state, agent_id: decision.agent_id, category };
    this.#cardEvent(decision.event, row, before, { auto_assigned: false, by_admin: false });
  }
  /** Changes facts of the card that no move is about. */
  patch(id: string, facts: Partial<Pick<Conversation, 'unread' | 'pending_messages_count' | 'tags'>>): void {
    const row = this.rows.get(id);
    if (!row) return;
    const before = row.card;
    row.card = { ...before, ...facts };
    this.#cardEvent('UPDATE_CONVERSATION_CARD', row, before);
  }
  categorise(id: string, category: Area | null): void {
    const row = this.rows.get(id);
    if (!row) return;
    const before = row.card;
    row.card = { ...before, category };
    this.#cardEvent('UPDATE_CONVERSATION_CARD', row, before);
  }
  /** Tags, unread, snooze, waiting: what a card carries beside its state. */
  mark(
    id: string,
    marks: Partial<
      Pick<Conversation, 'tags' | 'priority' | 'unread' | 'snoozed_until' | 'waiting_since' | 'answer_due_at'>
    >,
    extra: { woke_for?: number } = {},
  ): void {
    const row = this.rows.get(id);
    if (!row) return;
    const before = row.card;
    row.card = { ...before, ...marks };
    this.#cardEvent('UPDATE_CONVERSATION_CARD', row, before, extra);
  }
  /** Somebody follows it, or does not any more. */
  follow(id: string, userId: number, follow: boolean): void {
    const row = this.rows.get(id);
    if (!row) return;
    const before = row.card;
    const others = (before.followers ?? []).filter((one) => one !== userId);
    row.card = { ...before, followers: follow ? [...others, userId] : others };
    this.#cardEvent('UPDATE_CONVERSATION_CARD', row, before, { last_followers: before.followers ?? [] });
  }
  /** A note names somebody, who has not looked at it. */
  mention(id: string, userId: number): void {
    const row = this.rows.get(id);
    if (!row) return;
    const last_mention_unseen = row.card.mention_unseen ?? [];
    row.card = {
      ...row.card,
      mentioned: [...new Set([...(row.card.mentioned ?? []), userId])],
      mention_unseen: [...new Set([...last_mention_unseen, userId])],
    };
    this.write(id, { from: 'agent', note: true }, { last_mention_unseen });
  }
  look(id: string, userId: number): void {
    const row = this.rows.get(id);
    if (!row) return;
    const before = row.card;
    const last_mention_unseen = before.mention_unseen ?? [];
    row.card = { ...before, mention_unseen: last_mention_unseen.filter((one) => one !== userId) };
    this.#cardEvent('UPDATE_CONVERSATION_CARD', row, before, { last_mention_unseen });
  }
  /** The deadline of its answer comes near or passes; null: there is none any more. */
  owe(id: string, level: 'near' | 'late' | null): void {
    const row = this.rows.get(id);
    if (!row) return;
    const before = row.card;
    const { answer_level: last = null, ...card } = before;
    row.card = level === null ? card : { ...card, answer_level: level };
    this.#cardEvent('UPDATE_CONVERSATION_CARD', row, before, { last_answer_level: last });
  }
  reply(id: string): void {
    if (this.rows.get(id)?.card.state === 'taken') this.#message(id, 'agent');
  }
  #message(id: string, from: MessageFrom): void {
    this.write(id, { from });
  }
  /** Writes a message with the facts that a test cares about. @returns it, or null where there is no conversation */
  write(id: string, facts: Partial<Message> & { from: MessageFrom }, marks: object = {}): Message | null {
    const row = this.rows.get(id);
    if (!row) return null;
    const { from } = facts;
    const _id = this.#id('message');
    const message: Message = {
      _id,
      conversation_id: id,
      mid: _id,
      temporal_id: `temporal-${_id}`,
      message_status: 'queued',
      reason: null,
      text: `Texto ${_id}`,
      agent: null,
      note: false,
      buttons: [],
      attachments: [],
      created_at: this.#now(),
      order: (row.messages.at(-1)?.order ?? 0) + 1 + (this.#ids % 2),
      ...facts,
    };
    row.messages.push(message);
    row.card = {
      ...row.card,
      last_message: message.text,
      last_message_from: from,
      last_message_date: this.#now(),
    };
    const about = { conversationId: id, before: row.card, after: row.card };
    this.#append('NEW_MESSAGE', { message, conversation: row.card, ...marks }, about);
    return message;
  }
  report(id: string, at: number, status: MessageStatus, by: 'mid' | 'temporal_id'): void {
    const row = this.rows.get(id);
    const message = row?.messages[at];
    if (!row || !message) return;
    const message_status = nextStatus(message.message_status, status);
    row.messages[at] = { ...message, message_status };
    this.#append(
      'NEW_MESSAGE_STATUS',
      { conversation_id: id, [by]: message[by], message_status: status },
      { conversationId: id, before: row.card, after: row.card },
    );
  }
  agentStatus(agent_id: number, status: AgentStatus): void {
    const colleague = this.colleagues.get(agent_id);
    if (!colleague) return;
    const since = this.#now();
    this.colleagues.set(agent_id, { ...colleague, status, since, connected: status === 'active' });
    this.#append(
      'AGENT_STATUS',
      { agent_id, status, since },
      { conversationId: null, before: 'everyone', after: 'everyone' },
    );
  }

  // What a fresh load answers.

  matrix(viewer: Viewer): CounterMatrix {
    const matrix = emptyMatrix();
    for (const { card } of this.rows.values()) if (sees(viewer, card)) matrix[card.state][card.channel] += 1;
    return matrix;
  }
  /** The viewer's own figures. */
  own({ user_id, ...rest }: Viewer): Record<OwnFigure, number> {
    const cards = [...this.rows.values()].map(({ card }) => card);
    const seen = cards.filter((card) => sees({ user_id, ...rest }, card));
    return {
      mine: cards.filter((card) => holds(user_id, card)).length,
      following: seen.filter(({ followers = [] }) => followers.includes(user_id)).length,
      mentions: seen.filter(({ mention_unseen = [] }) => mention_unseen.includes(user_id)).length,
      overdue: seen.filter(({ answer_level }) => answer_level === 'late').length,
    };
  }
  list(viewer: Viewer, query: ListQuery, after?: SortKey): Conversation[] {
    return [...this.rows.values()]
      .map(({ card }) => card)
      .filter(
        (card) =>
          sees(viewer, card) && matches(query, card) && (!after || compareKeys(card, after, query.order) > 0),
      )
      .sort((a, b) => compareKeys(a, b, query.order));
  }
  /** Null where the viewer is answered 404. */
  messages(viewer: Viewer, id: string, items = Number.POSITIVE_INFINITY, before?: string): Message[] | null {
    const row = this.rows.get(id);
    if (!row || !sees(viewer, row.card)) return null;
    const end =
      before === undefined ? row.messages.length : row.messages.findIndex(({ _id }) => _id === before);
    return structuredClone(row.messages.slice(Math.max(0, end - items), end));
  }

  /**
   * The frames after a number for one viewer.
   * @param replay what is not seen now loses its texts
   */
  frames(viewer: Viewer, after: number, replay: boolean): LoggedFrame[] {
    const frames: LoggedFrame[] = [];
    for (const { event, conversationId, before, after: facts } of this.log.slice(after)) {
      const card = conversationId === null ? undefined : this.rows.get(conversationId)?.card;
      const seenNow = !replay || !card || sees(viewer, card);
      const cut = asCut(event, cutOf(viewer, before, facts, seenNow));
      const last = frames.at(-1);
      if (cut !== 'redacted') frames.push(structuredClone(cut));
      else if (last?.name === 'REDACTED') Object.assign(last, { to: event.seq, id: event.id });
      else frames.push({ name: 'REDACTED', bot_id: BOT, seq: event.seq, id: event.id });
    }
    return frames;
  }
}
