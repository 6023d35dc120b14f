/**
 * Loads what a bot's screens show and the fold does not know: lists, messages, single cards, colleagues. A page that
 * was read ahead of the fold waits for it; one that was overtaken gets the frames in between (machines/inbox/pages.ts).
 */
import { conversationCalls } from '../../../contract/calls/conversations.ts';
import { mainCalls } from '../../../contract/calls/main.ts';
import { ERRORS } from '../../../contract/errors.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { GapError } from '../../../machines/inbox/changes.ts';
import type { InboxState } from '../../../machines/inbox/inbox-state.ts';
import { listKey, listView } from '../../../machines/inbox/lists.ts';
import {
  type Merged,
  mergeColleagues,
  mergeConversation,
  mergeListPage,
  mergeMessagePage,
  type Reading,
} from '../../../machines/inbox/pages.ts';
import { ApiError, badAnswer } from '../../shared/api-error.ts';
import type { BotRoom } from '../room/bot-room.ts';
import { type Collector, FoldReplaced } from '../room/fold-host.ts';
import type { RoomHost } from '../room/room-host.ts';
import { FURTHER_ITEMS, listQuestion } from '../surface/list-question.ts';
import { type Topic, topicKey } from '../surface/topics.ts';
import { OpenedMessages } from './opened-messages.ts';

export const MESSAGE_ITEMS = 50;
/** Bases come and go while a page is on its way; after so many the next change of the room asks again. */
const MOST_TRIES = 4;

export type PagedTopic = Extract<Topic, { kind: 'list' | 'messages' | 'conversation' | 'colleagues' }>;
export interface PageStatus {
  loading: boolean;
  /** Spanish sentence. */
  error: string | null;
  /** The conversation is not there or out of sight. */
  absent: boolean;
}
const QUIET: PageStatus = { loading: false, error: null, absent: false };

/** A page as the server answered it. */
interface Page {
  seq: number;
  sight: string | null;
  merge: (state: InboxState, reading: Reading) => Merged;
}
/** One that is on its way, with what passes meanwhile. */
interface Asked {
  collector: Collector;
  answer: Promise<Page>;
}

/** Loads pages of lists and messages of one bot and merges them into its fold. */
export class PageLoader {
  readonly #room: BotRoom;
  readonly #host: RoomHost;
  readonly #changed: (topic: PagedTopic) => void;
  readonly #status = new Map<string, PageStatus>();
  readonly opened = new OpenedMessages();
  /** First pages that were asked for beside the base that they are merged into. */
  readonly #ahead = new Map<string, Asked>();
  /** Those of them whose base is there and the present is not. */
  readonly #following = new Set<string>();

  constructor(room: BotRoom, host: RoomHost, changed: (topic: PagedTopic) => void) {
    this.#room = room;
    this.#host = host;
    this.#changed = changed;
  }

  status(topic: PagedTopic): PageStatus {
    return this.#status.get(pageKey(topic)) ?? QUIET;
  }

  /** Whether the fold can show the topic without asking. */
  known(topic: PagedTopic): boolean {
    const state = this.#room.fold.state;
    if (!state) return false;
    switch (topic.kind) {
      case 'list':
        return listView(state, topic.query).known;
      case 'messages':
        return state.messages.has(topic.conversationId);
      case 'conversation':
        return state.cards.has(topic.conversationId);
      case 'colleagues':
        return state.colleagues !== null;
    }
  }

  /** Loads the topic unless it is known or on its way. Waits for the room to be live. */
  async ensure(topic: PagedTopic): Promise<void> {
    const { error, absent } = this.status(topic);
    if (!this.#room.live || error !== null || absent || this.known(topic)) return;
    await this.#load(topic, false);
  }

  /** Asks for its first page while the base that it is merged into is still on its way. */
  askAhead(topic: PagedTopic): void {
    const key = pageKey(topic);
    this.#ahead.get(key)?.collector.stop();
    const asked = this.#askNow(topic, false);
    this.#ahead.set(key, asked);
    // Who takes it hears of it; where nobody does, nobody waits for it.
    asked.answer.catch((error: unknown) => console.warn('a page ahead of its base', error));
  }
  /** Merges what was asked for beside a base that is there before the socket is. */
  async follow(topic: PagedTopic): Promise<void> {
    const key = pageKey(topic);
    if (!this.#ahead.has(key) || this.#following.has(key)) return;
    this.#following.add(key);
    try {
      await this.#load(topic, false);
    } finally {
      this.#following.delete(key);
      this.#changed(topic);
    }
  }
  /** Whether its first page is on its way though the room is not live. */
  follows(topic: PagedTopic): boolean {
    return this.#following.has(pageKey(topic));
  }
  /** Forgets what was asked for and not taken: nobody shows it any more. */
  dropAhead(): void {
    for (const { collector } of this.#ahead.values()) collector.stop();
    this.#ahead.clear();
  }

  /** Loads it (again), known or not. */
  async reload(topic: PagedTopic): Promise<void> {
    if (this.#room.live) await this.#load(topic, false);
  }

  /** The page below (lists) or before (messages) what is known. */
  async more(topic: PagedTopic): Promise<void> {
    if (topic.kind === 'messages') {
      const known = this.#room.fold.state?.messages.get(topic.conversationId)?.messages ?? [];
      if (this.opened.further(topicKey(topic), known)) return this.#changed(topic);
    }
    if (this.#room.live) await this.#load(topic, this.known(topic));
  }

  /** Forgets errors and absences: the base they were found under is gone. Said of each: what is known by now asks no page. */
  clear(): void {
    // A topic's key is the topic written as JSON (surface.ts).
    for (const [key, { loading }] of [...this.#status])
      if (!loading) this.#set(JSON.parse(key) as PagedTopic, QUIET);
  }

  /** The viewer lost sight of a conversation: nobody needs to ask the server whether it is there. */
  lost(conversationId: string): void {
    for (const kind of ['conversation', 'messages'] as const) {
      this.#set({ kind, botId: this.#room.botId, conversationId }, { ...QUIET, absent: true });
    }
  }
  /** It is seen (again). */
  found(conversationId: string): void {
    // Said of every card that changed: in a burst asking by key would cost a tenth of it.
    if (this.#status.size === 0) return;
    for (const kind of ['conversation', 'messages'] as const) {
      const topic = { kind, botId: this.#room.botId, conversationId };
      if (this.status(topic).absent) this.#set(topic, QUIET);
    }
  }

  async #load(topic: PagedTopic, more: boolean): Promise<void> {
    if (this.status(topic).loading) return;
    this.#set(topic, { ...QUIET, loading: true });
    let outcome = QUIET;
    try {
      const merged = await this.#tries(topic, more);
      if (!merged) outcome = { ...QUIET, error: ERRORS.unavailable.message };
    } catch (error) {
      if (!(error instanceof ApiError)) console.error('page', error);
      outcome = {
        loading: false,
        error: error instanceof ApiError ? error.message : ERRORS.server.message,
        absent: isGone(error),
      };
    }
    this.#set(topic, outcome);
  }

  async #tries(topic: PagedTopic, more: boolean): Promise<boolean> {
    const may = (tries: number) => this.#room.live || (tries === 0 && this.follows(topic));
    for (let tries = 0; tries < MOST_TRIES && may(tries); tries += 1) {
      const ahead = this.#takeAhead(topic, more);
      const { collector, answer: asked } = ahead ?? this.#askNow(topic, more);
      try {
        const generation = this.#room.fold.generation;
        const answer = await asked;
        if (generation !== this.#room.fold.generation) continue;
        await this.#reached(answer.seq);
        const state = this.#room.fold.state;
        if (!state || generation !== this.#room.fold.generation) continue;
        if (answer.sight !== null && answer.sight !== state.sight) continue;
        const reading = { since: collector.frames, seq: answer.seq, online: collector.online };
        const merged = answer.merge(state, reading);
        if (!merged.merged) {
          more = false;
          continue;
        }
        this.#room.merged(merged);
        return true;
      } catch (error) {
        const overtaken = error instanceof GapError || error instanceof FoldReplaced;
        // Refused before it came into sight: what the fold knows by now is newer. A refusal that lasts is believed.
        const seen = isGone(error) && this.#inSight(topic) && tries < MOST_TRIES - 1;
        // What failed was asked for some time ago.
        if (!overtaken && !seen && !ahead) throw error;
      } finally {
        collector.stop();
      }
    }
    // Not live any more: the room's return to live asks again for what is shown.
    return !this.#room.live;
  }

  #inSight(topic: PagedTopic): boolean {
    return 'conversationId' in topic && (this.#room.fold.state?.cards.has(topic.conversationId) ?? false);
  }

  /** Waits for the fold; a page that stays ahead of it is a sign of lost frames. */
  async #reached(seq: number): Promise<void> {
    if (seq <= (this.#room.fold.state?.seq ?? -1)) return;
    const { clock } = this.#host.platform;
    const nudge = clock.setTimeout(() => {
      if (this.#host.socket()) this.#room.catchUp();
    }, LIMITS.pageAheadOfFold);
    try {
      await this.#room.fold.reached(seq);
    } finally {
      clock.clearTimeout(nudge);
    }
  }

  #takeAhead(topic: PagedTopic, more: boolean): Asked | undefined {
    const key = pageKey(topic);
    const asked = more ? undefined : this.#ahead.get(key);
    if (asked) this.#ahead.delete(key);
    return asked;
  }

  #askNow(topic: PagedTopic, more: boolean): Asked {
    return { collector: this.#room.fold.collect(), answer: this.#ask(topic, more) };
  }

  async #ask(topic: PagedTopic, more: boolean): Promise<Page> {
    const { botId } = this.#room;
    switch (topic.kind) {
      case 'list': {
        const { query } = topic;
        const after = more
          ? (this.#room.fold.state?.windows.get(listKey(query))?.floor ?? undefined)
          : undefined;
        const { call, input } = listQuestion(topic, after);
        const { items } = input.body;
        const { data } = await this.#host.call(call, input);
        const page = { conversations: data.conversations, items };
        return {
          seq: data.seq,
          sight: data.sight,
          merge: (state, reading) =>
            mergeListPage(state, query, page, { ...reading, ...(after ? { after } : {}) }),
        };
      }
      case 'conversation': {
        const { data } = await this.#host.call(conversationCalls.show, {
          params: { id: topic.conversationId },
        });
        return {
          seq: data.seq,
          sight: data.sight,
          merge: (state, reading) => mergeConversation(state, data.conversation, reading),
        };
      }
      case 'messages': {
        const before = more
          ? this.#room.fold.state?.messages.get(topic.conversationId)?.messages[0]?._id
          : undefined;
        const query = before ? { items: FURTHER_ITEMS, before } : { items: MESSAGE_ITEMS };
        const answer = await this.#host.call(conversationCalls.messages, {
          params: { id: topic.conversationId },
          query,
        });
        return {
          seq: required(answer.seq),
          sight: answer.sight,
          merge: (state, reading) =>
            mergeMessagePage(state, topic.conversationId, answer.data, { ...reading, ...query }),
        };
      }
      case 'colleagues': {
        const answer = await this.#host.call(mainCalls.colleagues, { params: { botId } });
        return {
          seq: required(answer.seq),
          sight: null,
          merge: (state, reading) => mergeColleagues(state, answer.data, reading),
        };
      }
    }
  }

  #set(topic: PagedTopic, status: PageStatus): void {
    if (status === QUIET) this.#status.delete(pageKey(topic));
    else this.#status.set(pageKey(topic), status);
    this.#changed(topic);
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403);

/** A bare array without its number can't be placed in the log. */
function required(seq: number | null): number {
  if (seq === null) throw badAnswer();
  return seq;
}

/** The topics whose values come in pages. */
export function pagedOf(topic: Topic): PagedTopic | null {
  const { kind } = topic;
  return kind === 'list' || kind === 'messages' || kind === 'conversation' || kind === 'colleagues'
    ? topic
    : null;
}

/** All readers of a conversation wait for the same pages. */
function pageKey(topic: PagedTopic): string {
  if (topic.kind !== 'messages') return topicKey(topic);
  const { kind, botId, conversationId } = topic;
  return topicKey({ kind, botId, conversationId });
}

/** Whether a topic's page concerns a paged topic: lists share cards, so all of a bot's are one. */
export function same(a: Topic, b: PagedTopic): boolean {
  if (a.kind !== b.kind || a.botId !== b.botId) return false;
  if (a.kind === 'list') return true;
  return 'conversationId' in a && 'conversationId' in b ? a.conversationId === b.conversationId : true;
}
