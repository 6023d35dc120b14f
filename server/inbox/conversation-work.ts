/**
 * One conversation under its row lock, being changed. Commands speak to it in the order in which things happen; it
 * keeps the row in memory, notes every event with the card as it is at that moment and with what the event before
 * left, and `flush` writes everything at once. So rows and log cannot disagree, and `last_*` is right by construction.
 */
import type { AnswerLevel } from '../../contract/entities/answer-deadlines.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import type {
  Attachment,
  Button,
  Mention,
  Message,
  MessageExtra,
  MessageFrom,
} from '../../contract/entities/message.ts';
import type { ProductCard } from '../../contract/entities/product-card.ts';
import type { RoutingReason } from '../../contract/entities/routing.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Actor, CardEventName, EventData, EventName } from '../../contract/realtime/events.ts';
import type { AnsweredBy } from '../../contract/rules/answered-by.ts';
import { clientName } from '../../contract/rules/client-name.ts';
import { isLocked, lockText } from '../../contract/rules/lock.ts';
import { readingOf } from '../../contract/rules/message-reading.ts';
import { fillNames } from '../../contract/rules/quick-reply.ts';
import { nextStatus } from '../../machines/inbox/message-status.ts';
import type { SightFacts } from '../../machines/inbox/sight.ts';
import { readAboutAnswer } from '../notices/marking.ts';
import { touchNoticesOf } from '../notices/touch-notices.ts';
import type { App } from '../platform/app.ts';
import { type Transaction, together } from '../platform/database/database.ts';
import { wakeRouting } from '../routing/wake.ts';
import { answerOwed, mayBeDueAnew, setAnswerClock, type WaitFacts, waitFacts } from './answer-due.ts';
import { keepOutcome, type Owed, owedBy } from './answer-outcomes.ts';
import { inWords } from './cards-in-words.ts';
import type { ConversationRow } from './conversation-row.ts';
import { toCard } from './conversation-row.ts';
import type { EventDraft, LogPorts } from './event-log.ts';
import { appendEvents, logHead } from './event-log.ts';
import { type News, tellFollowers, whoSee } from './follow-news.ts';
import { type LastMarks, lastMarks, type Marks, marksOf } from './marks.ts';
import { type MessageRow, preview, type StoredStatus, toMessage } from './message-row.ts';
import { namedStill } from './named-still.ts';
import { queueSends } from './outgoing.ts';
import { type NewMessageRow, type NewStatus, type TransitionRow, writeWork } from './write-work.ts';

type CardExtra<N extends CardEventName> = Omit<
  EventData<N>,
  'conversation' | 'last_state' | 'last_agent_id' | 'last_category'
>;

export interface Person {
  id: number;
  name: string;
  image: string | null;
}

export interface Saying {
  from: MessageFrom;
  text: string;
  /** 'u:<user id>' or 'v:<visitor id>' with `temporal_id`; null for bot and system. */
  author?: string | null;
  temporal_id?: string | null;
  agent?: Person | null;
  /** Default 'sent': durable. */
  status?: StoredStatus;
  /** Why it is failed. */
  reason?: string;
  note?: boolean;
  buttons?: Button[];
  attachments?: Attachment[];
  cards?: ProductCard[];
  mentions?: Mention[];
  template?: NonNullable<MessageRow['template']>;
  /** The channel's own id, where it came from there. */
  mid?: string;
  extra?: MessageExtra;
  /** Of the bot's answers: by what; for the figures alone. */
  answered?: AnsweredBy;
}

export interface Flushed {
  conversation: Conversation;
  /** Number of the last event, or the log's head when nothing happened. */
  seq: number;
  /** What was logged, in order; ids for sounds and notices. */
  events: { name: EventName; id: string }[];
}

/** With the jobs by which followers are told. */
type WorkPorts = LogPorts & Pick<App, 'jobs'>;

export class ConversationWork {
  readonly row: ConversationRow;
  readonly #isNew: boolean;
  readonly #ports: WorkPorts;
  readonly #drafts: EventDraft[] = [];
  readonly #messages: NewMessageRow[] = [];
  readonly #statuses = new Map<string, NewStatus>();
  readonly #transitions: TransitionRow[] = [];
  readonly #reworded: MessageRow[] = [];
  /** What the event before left; null: the conversation did not exist. */
  #logged: SightFacts | null;
  /** What it was when this work began; null: it did not exist. */
  readonly #began: SightFacts | null;
  /** The team that it waited for then, as JSON. */
  readonly #waitedFor: string | null;
  /** What figures counted it by, by the last event with a card. */
  #marked: Marks;
  /** Since when its customer waited when this work began, and what the deadline hung on; null: it did not exist. */
  #waited: WaitFacts | null;
  /** What was owed then. */
  readonly #owed: Owed;
  /** Deadlines are other ones than when it was set. */
  #dueAnew = false;
  readonly #happened: { what: News['what']; actor: Actor }[] = [];
  #changed = false;
  #now: Date | null = null;

  private constructor(row: ConversationRow, ports: WorkPorts, isNew: boolean) {
    this.row = { ...row };
    this.#ports = ports;
    this.#isNew = isNew;
    this.#logged = isNew ? null : facts(row);
    this.#began = this.#logged;
    this.#marked = marksOf(row);
    this.#waited = isNew ? null : waitFacts(row);
    this.#owed = owedBy(row);
    this.#waitedFor = isNew ? null : JSON.stringify(row.waits_for);
  }

  /** Work on a row that `lockConversation` returned. */
  static on(row: ConversationRow, ports: WorkPorts): ConversationWork {
    return new ConversationWork(row, ports, false);
  }

  /** Work on a conversation that `flush` will insert; notes NEW_CONVERSATION and its counter event. */
  static create(row: ConversationRow, ports: WorkPorts, actor: Actor): ConversationWork {
    const work = new ConversationWork(row, ports, true);
    const { id, state, channel, category } = row;
    work.#note({ name: 'NEW_CONVERSATION', actor, data: { conversation: work.card() } });
    work.#note({
      name: 'NEW_CONVERSATION_COUNTER',
      actor,
      data: { conversation_id: id, state, channel, category },
    });
    return work;
  }

  /** The one moment at which all of this work happens: rows, steps and events say the same time. */
  get now(): Date {
    this.#now ??= this.#ports.clock.now();
    return this.#now;
  }

  /** The conversation as it is now, as events carry it. */
  card(): Conversation {
    return toCard(this.row);
  }

  get facts(): SightFacts {
    return facts(this.row);
  }

  /** Changes columns; an event has to follow that tells of it. */
  set(patch: Partial<ConversationRow>): void {
    Object.assign(this.row, patch);
    this.#changed = true;
  }

  /** Notes a card event about the row as it is now. */
  cardEvent<N extends CardEventName>(name: N, actor: Actor, extra: CardExtra<N>): void {
    const last = this.#logged ?? this.facts;
    this.#tellMove(actor, last);
    const data = {
      ...extra,
      conversation: this.card(),
      last_state: last.state,
      last_agent_id: last.agent_id,
      last_category: last.category,
    };
    this.#note({ name, actor, data } as unknown as EventDraft);
  }

  /** Notes that the card changed in some other way. */
  cardChanged(actor: Actor): void {
    this.cardEvent('UPDATE_CONVERSATION_CARD', actor, {});
  }

  /** A note that is written next names these: they have not looked at it. The last so many are kept. */
  mention(userIds: readonly number[]): void {
    if (userIds.length === 0) return;
    const mentioned = [...without(this.row.mentioned, userIds), ...userIds].slice(-LIMITS.followers);
    const unseen = [...without(this.row.mention_unseen, userIds), ...userIds];
    this.set({ mentioned, mention_unseen: unseen.filter((id) => mentioned.includes(id)) });
  }

  /** No note names these any more. */
  unmention(userIds: readonly number[]): void {
    const { mentioned, mention_unseen } = this.row;
    if (!userIds.some((id) => mentioned.includes(id))) return;
    this.set({ mentioned: without(mentioned, userIds), mention_unseen: without(mention_unseen, userIds) });
  }

  /** What happened concerns those who follow it: `#markNews` says whom. */
  #tell(what: News['what'], actor: Actor): void {
    if (this.row.followers.length > 0) this.#happened.push({ what, actor });
  }

  /**
   * Marks who is to be told: each follower who sees it, once until they look. Nobody is told of their own doing, and who
   * has it hears of its customer as its owner. Notes it on the last card, which is what the row says.
   */
  async #markNews(tx: Transaction): Promise<void> {
    const happened = this.#happened.splice(0);
    if (happened.length === 0) return;
    const seeing = await whoSee(tx, this.row, without(this.row.followers, this.row.follow_news));
    for (const { what, actor } of happened) {
      const { follow_news, agent_id } = this.row;
      const to = without(seeing, follow_news).filter(
        (id) => !(actor.kind === 'agent' && actor.id === id) && !(what === 'wrote' && id === agent_id),
      );
      if (to.length === 0) continue;
      this.set({ follow_news: [...follow_news, ...to] });
      await tellFollowers(tx, this.#ports, this.row.id, {
        to,
        what,
        who: actor.kind === 'agent' ? (actor.name ?? null) : null,
      });
    }
    this.#tellLast();
  }

  /** What the row says now is said by the last card. @returns whether there is one */
  #tellLast(): boolean {
    const last = this.#drafts.findLast(({ data }) => 'conversation' in data);
    if (last) Object.assign(last.data, { conversation: this.card(), ...this.#lastMarks() });
    return last !== undefined;
  }

  /** The bot's deadlines or its calendar changed: the one of this conversation is worked out anew by `flush` or `write`. */
  dueAnew(): void {
    this.#dueAnew = true;
  }

  /** Its customer waits since another moment, and is owed the same answer as they were before it was set: not the next. */
  waitsAs(since: string | null, kind: ConversationRow['answer_kind']): void {
    this.set({ waiting_since: since, answer_kind: since === null ? null : kind });
    this.#waited = waitFacts(this.row);
    this.#dueAnew = true;
  }

  /** The deadline of its answer has come near, or passed. */
  answerIs(level: AnswerLevel): void {
    this.set({ answer_level: level });
    this.cardChanged({ kind: 'system' });
  }

  /** What its customer is owed, where that may be another deadline now, with the clock that tells of it. */
  async #setAnswer(tx: Transaction): Promise<void> {
    if (!this.#dueAnew && !mayBeDueAnew(this.#waited, this.row)) return;
    const { answer_kind, answer_warn_at, answer_due_at, answer_level, answer_by } = this.row;
    const owed = await answerOwed(tx, this.#waited, this.row, this.now);
    const moved = owed.answer_due_at !== answer_due_at || owed.answer_warn_at !== answer_warn_at;
    const same = !moved && owed.answer_level === answer_level && owed.answer_by === answer_by;
    if (same && owed.answer_kind === answer_kind) return;
    this.set(owed);
    if (same) return;
    if (!this.#tellLast()) this.cardChanged({ kind: 'system' });
    await setAnswerClock(tx, this.#ports, this.row);
    if (answer_level !== null && owed.answer_level === null) await readAboutAnswer(tx, this.#ports, this.row);
  }

  /** How a deadline ended by this work, for the figures. */
  async #keepOutcome(tx: Transaction): Promise<void> {
    const answer = this.#messages.find(({ sender, note }) => sender === 'agent' && !note);
    await keepOutcome(tx, this.#owed, this.row, answer ?? null, this.now);
  }

  #tellMove(actor: Actor, last: SightFacts): void {
    const { state, agent_id } = this.row;
    if (state === 'taken' && (last.state !== 'taken' || last.agent_id !== agent_id))
      this.#tell(actor.kind === 'agent' && actor.id !== agent_id ? 'given' : 'taken', actor);
    if (state === 'closed' && last.state !== 'closed') this.#tell('closed', actor);
  }

  /** A step of the conversation's life, kept for good. @param why as the server decided who gets it */
  transition(
    event: string,
    actor: Actor,
    from: SightFacts | null,
    reason: string | null = null,
    why: RoutingReason | null = null,
  ): void {
    this.#transitions.push({
      id: this.#ports.ids(),
      bot_id: this.row.bot_id,
      conversation_id: this.row.id,
      event,
      from_state: from?.state ?? null,
      to_state: this.row.state,
      from_agent: from?.agent_id ?? null,
      to_agent: this.row.agent_id,
      actor,
      reason,
      why,
      at: this.now.toISOString(),
    });
  }

  /**
   * Adds a message at the end. Only what a customer could know of touches the preview: notes and the system's lines
   * leave `last_message` and the list's order alone.
   */
  say(actor: Actor, saying: Saying, patch: Partial<ConversationRow> = {}): Message {
    const at = this.now;
    const id = this.#ports.ids();
    const note = saying.note ?? false;
    const attachments = saying.attachments ?? [];
    // The bot speaks by whatever channel it is, and none takes its words after the customer's 24 h.
    // But for a template, which is what may be said then.
    const late =
      saying.from === 'bot' &&
      !saying.template &&
      this.row.connection_id !== null &&
      isLocked(this.row.channel, this.row.last_customer_message_at, at);
    const leaves = this.row.connection_id !== null && !note && !saying.mid && saying.from === 'bot';
    const row: MessageRow = {
      id,
      conversation_id: this.row.id,
      mid: saying.mid ?? id,
      temporal_id: saying.temporal_id ?? null,
      status: late ? 'failed' : (saying.status ?? (leaves ? 'queued' : 'sent')),
      reason: late ? lockText(this.row.channel, 'bot') : (saying.reason ?? null),
      sender: saying.from,
      text: inWords(
        this.row.channel,
        saying.from === 'bot' && !saying.template ? this.#named(saying.text) : saying.text,
        saying.cards ?? [],
      ),
      agent_id: saying.agent?.id ?? null,
      agent_name: saying.agent?.name ?? null,
      agent_image: saying.agent?.image ?? null,
      note,
      buttons: saying.buttons ?? [],
      attachments,
      cards: saying.cards?.length ? saying.cards : null,
      mentions: saying.mentions?.length ? saying.mentions : null,
      template: saying.template ?? null,
      created_at: at.toISOString(),
      edited_at: null,
      revision: 0,
      extra: saying.extra ?? null,
      position: this.row.message_count + 1,
    };
    const visible = !note && saying.from !== 'system';
    if (saying.from === 'Cliente') this.#tell('wrote', actor);
    if (saying.from === 'agent' && !note) this.#tell('answered', actor);
    const [card] = saying.cards ?? [];
    const shown = preview(
      card && saying.text.trim() === '' ? `Producto: ${card.title}` : saying.text,
      attachments,
      readingOf({ from: saying.from, note }, this.row.channel),
    );
    this.set({
      ...patch,
      message_count: row.position,
      notes_count: this.row.notes_count + (note ? 1 : 0),
      ...(visible
        ? {
            last_message: shown,
            last_message_from: saying.from,
            last_message_date: at.toISOString(),
            ...(this.#asks(saying) ? { last_question: shown } : {}),
          }
        : {}),
    });
    this.#messages.push({
      ...row,
      author: saying.author ?? null,
      node: saying.answered?.node ?? null,
      subject: saying.answered?.subject ?? null,
    });
    const message = toMessage(row);
    this.#note({ name: 'NEW_MESSAGE', actor, data: { message, conversation: this.card() } });
    return message;
  }

  /** Their words, not the button that led to a person; that one only as long as they have said nothing else. */
  #asks({ from, buttons = [] }: Saying): boolean {
    return from === 'Cliente' && (buttons.length === 0 || this.row.last_question === null);
  }

  /** Gives a message that was written before another text; `gone` takes a note off the count. */
  reword(actor: Actor, row: MessageRow, text: string, gone: boolean): Message {
    const counted = row.note && (row.text !== '' || row.attachments.length > 0);
    if (row.text !== text || (gone && row.attachments.length > 0)) {
      const mentions = namedStill(row, text, gone);
      const next: MessageRow = {
        ...row,
        text,
        edited_at: this.now.toISOString(),
        mentions: mentions.length > 0 ? mentions : null,
        ...(gone ? { attachments: [] } : {}),
      };
      this.#reworded.push(next);
      if (gone && counted) this.set({ notes_count: Math.max(0, this.row.notes_count - 1) });
      const message = toMessage(next);
      this.#note({ name: 'NEW_MESSAGE', actor, data: { message, conversation: this.card() } });
      return message;
    }
    return toMessage(row);
  }

  /**
   * Changes a message that is already in the log, as its channel says: other words, a reaction, a file that arrived. It
   * moves no counter; the card's preview follows where the message is what it shows.
   */
  revise(
    actor: Actor,
    row: MessageRow,
    patch: Partial<Pick<MessageRow, 'text' | 'attachments' | 'extra'>>,
  ): Message {
    const next: MessageRow = { ...row, ...patch, revision: row.revision + 1 };
    this.#reworded.push(next);
    const reading = readingOf({ from: row.sender, note: row.note }, this.row.channel);
    const shown = preview(row.text, row.attachments, reading);
    if (row.position === this.row.message_count && this.row.last_message === shown)
      this.set({ last_message: preview(next.text, next.attachments, reading) });
    const message = toMessage(next);
    this.#note({ name: 'NEW_MESSAGE', actor, data: { message, conversation: this.card() } });
    return message;
  }

  /** A line in the team's own thread: 'Ana tomó la conversación'. Customers never get these. */
  systemLine(actor: Actor, text: string): Message {
    return this.say(actor, { from: 'system', text });
  }

  /** The bot's words with the client's name where they ask for it. */
  #named(text: string): string {
    const { lead_name, custom_name } = this.row;
    return fillNames(text, { cliente: clientName({ lead_name, custom: { name: custom_name } }) });
  }

  /** Moves a message's status on; says whether that was a move forward. */
  status(
    message: {
      id: string;
      mid: string;
      temporal_id: string | null;
      status: StoredStatus;
      reason?: string | null;
    },
    to: StoredStatus,
    actor: Actor,
    reason: string | null = null,
  ): boolean {
    const from = this.#statuses.get(message.id)?.status ?? message.status;
    if (nextStatus(from, to) === from) return false;
    this.#statuses.set(message.id, { status: to, reason });
    this.#note({
      name: 'NEW_MESSAGE_STATUS',
      actor,
      data: {
        conversation_id: this.row.id,
        mid: message.mid,
        temporal_id: message.temporal_id,
        message_status: to,
        ...(reason !== null || from === 'failed' ? { reason } : {}),
      },
    });
    return true;
  }

  /** Notes what became of a template that was sent here; no row changes by it. */
  templateMutation(actor: Actor, template: string, status: string): void {
    this.#note({
      name: 'SEND_TEMPLATE_MUTATION',
      actor,
      data: { conversation_id: this.row.id, template, status },
    });
  }

  /**
   * Writes rows, then appends the events: the last thing in the transaction. @param onRows what is to be done between
   */
  async flush(tx: Transaction, onRows?: () => Promise<void>): Promise<Flushed> {
    await this.#markNews(tx);
    await this.#setAnswer(tx);
    await this.#keepOutcome(tx);
    const writing = this.#writeRows(tx);
    if (onRows || this.#moved || this.#wakes) {
      await writing;
      await this.#tellMoved(tx);
      await this.#wake(tx);
      await onRows?.();
    }
    if (this.#drafts.length === 0) {
      await writing;
      return { conversation: this.card(), seq: await logHead(tx, this.row.bot_id), events: [] };
    }
    const appending = appendEvents(tx, this.#ports, this.row.bot_id, this.#drafts, this.now);
    const [, { seq, ids }] = await together([writing, appending]);
    const events = this.#drafts.map((draft, place) => ({ name: draft.name, id: ids[place] ?? '' }));
    return { conversation: this.card(), seq, events };
  }

  /** Writes the rows alone; for transactions that change several conversations and append once, with `drafts`. */
  async write(tx: Transaction): Promise<void> {
    await this.#markNews(tx);
    await this.#setAnswer(tx);
    await this.#keepOutcome(tx);
    await this.#writeRows(tx);
    await this.#tellMoved(tx);
    await this.#wake(tx);
  }

  /** All statements are on their way when it returns. */
  async #writeRows(tx: Transaction): Promise<void> {
    const rows = {
      now: this.now,
      row: this.row,
      isNew: this.#isNew,
      changed: this.#changed,
      messages: this.#messages,
      reworded: this.#reworded,
      statuses: this.#statuses,
      transitions: this.#transitions,
    };
    await together([writeWork(tx, rows), queueSends(tx, this.#ports.bus, this.row, this.#messages)]);
  }

  /** Who sees it is another one than before. */
  get #moved(): boolean {
    return this.#began !== null && !isSame(this.#began, this.facts);
  }

  async #tellMoved(tx: Transaction): Promise<void> {
    if (this.#moved) await touchNoticesOf(tx, this.#ports, this.row);
  }

  /** Somebody has room again, or it waits for a team from now on. */
  get #wakes(): boolean {
    const { state, agent_id, waits_for } = this.row;
    const had = this.#began?.state === 'taken' ? this.#began.agent_id : null;
    return (
      (had !== null && (state !== 'taken' || agent_id !== had)) ||
      (waits_for !== null && JSON.stringify(waits_for) !== this.#waitedFor)
    );
  }

  async #wake(tx: Transaction): Promise<void> {
    if (this.#wakes) await wakeRouting(tx, this.#ports, this.row.bot_id);
  }

  get drafts(): readonly EventDraft[] {
    return this.#drafts;
  }

  /** The id that the last event of this name will have; null: there is none. Notices name the event they tell. */
  eventId(name: EventName): string | null {
    return this.#drafts.findLast((draft) => draft.name === name)?.id ?? null;
  }

  #note(draft: EventDraft): void {
    const now = this.facts;
    this.#drafts.push({
      id: this.#ports.ids(),
      ...draft,
      ...('conversation' in draft.data ? { data: { ...draft.data, ...this.#lastMarks() } as never } : {}),
      conversation_id: this.row.id,
      seen_before: this.#logged,
      seen_after: now,
    });
    this.#logged = now;
  }

  /** What figures counted it by before, where that is another now. */
  #lastMarks(): LastMarks {
    const last = this.#marked;
    this.#marked = marksOf(this.row);
    return lastMarks(last, this.#marked);
  }
}

const without = (people: readonly number[], gone: readonly number[]): number[] =>
  people.filter((id) => !gone.includes(id));

function facts(row: SightFacts): SightFacts {
  return { state: row.state, category: row.category, agent_id: row.agent_id };
}

const isSame = (a: SightFacts, b: SightFacts): boolean =>
  a.state === b.state && a.category === b.category && a.agent_id === b.agent_id;
