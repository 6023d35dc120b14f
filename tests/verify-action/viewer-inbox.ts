/**
 * One viewer's inbox as a client holds it: bases from the server's own queries, events from its log, cut for them,
 * folded by the machine that the client uses. `freshLoad` asks the server again; both must say the same.
 */
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { CounterMatrix } from '../../contract/entities/counters.ts';
import type { Message } from '../../contract/entities/message.ts';
import type { LoggedFrame } from '../../contract/realtime/events.ts';
import { parseFrame } from '../../contract/realtime/events.ts';
import { CHANNELS, CONVERSATION_STATES } from '../../contract/states.ts';
import { applyFrame, startInbox } from '../../machines/inbox/fold.ts';
import type { InboxState, ListQuery } from '../../machines/inbox/inbox-state.ts';
import { filtersOf, listView } from '../../machines/inbox/lists.ts';
import type { OwnFigures } from '../../machines/inbox/own.ts';
import { mergeListPage, mergeMessagePage } from '../../machines/inbox/pages.ts';
import { framesFor, readReplayRows, readRows, seenNow } from '../../server/inbox/live/log-rows.ts';
import { listMessages } from '../../server/inbox/queries/conversation.ts';
import { countStates } from '../../server/inbox/queries/counters.ts';
import { listConversations } from '../../server/inbox/queries/list.ts';
import type { App } from '../../server/platform/app.ts';
import type { Database, Queryable, Sql } from '../../server/platform/database/database.ts';
import type { BotSession } from '../../server/platform/http/session.ts';

const ALL = 10_000;
/** Lists asked for at once: a round trip is most of what a list of a few conversations costs. */
const TOGETHER = 10;

/** What a viewer's screen could show, in a form that compares. */
export interface Shown {
  matrix: CounterMatrix;
  own: OwnFigures;
  /** By state and by state/channel. */
  lists: Record<string, Conversation[]>;
  messages: Record<string, Message[]>;
}

const queries: ListQuery[] = (
  [...CONVERSATION_STATES, 'held', 'followed', 'mentioned', 'overdue'] as const
).flatMap((state) =>
  [null, ...CHANNELS].map((channel) => ({ state, channel, agent_id: null, category: null })),
);
const nameOf = ({ state, channel }: ListQuery) => `${state}/${channel ?? '*'}`;
/** Live presence is not part of the log. */
const still = (card: Conversation): Conversation => ({ ...card, isUserOnline: false });
/** Addresses are signed per answer. */
const bare = (message: Message): Message => ({
  ...message,
  attachments: message.attachments.map(({ url: _, ...rest }) => rest),
});

/**
 * The database as it is at one moment, for many queries of the server that take a snapshot each: theirs is this one.
 * What is asked twice (who the viewer is, where the log ends: every list asks it) is answered once, as nothing moves.
 */
function atOneMoment<T>(db: Database, work: (still: Database) => Promise<T>): Promise<T> {
  return db.snapshot((tx) => {
    const asked = new Map<string, Promise<object[]>>();
    const once: Queryable = {
      query<R extends object>(statement: Sql): Promise<R[]> {
        const key = JSON.stringify([statement.text, statement.values]);
        const answer = asked.get(key) ?? tx.query<R>(statement);
        asked.set(key, answer);
        return answer as Promise<R[]>;
      },
    };
    return work({ ...db, ...once, snapshot: (inner) => inner(once) });
  });
}

/** The inbox of a viewer from bases alone: counters, every list, every message. */
export async function load(app: App, by: BotSession): Promise<InboxState> {
  const botId = by.link.bot_id;
  return atOneMoment(app.db, async (db) => {
    const base = await countStates(db, by.user.id, botId);
    const state = startInbox({ bot_id: botId, ...base });
    for (let from = 0; from < queries.length; from += TOGETHER) {
      const some = queries.slice(from, from + TOGETHER);
      const pages = await Promise.all(
        some.map((query) => listConversations(db, by.user.id, filtersOf(botId, query), { items: ALL })),
      );
      for (const [at, { conversations, seq, pages: count }] of pages.entries()) {
        if (seq !== state.seq) throw new Error('The log moved while a base was loaded');
        if (count > 1) throw new Error(`More than ${ALL} conversations in a list`);
        mergeListPage(state, some[at] as ListQuery, { conversations, items: ALL }, { since: [], seq });
      }
    }
    const ids = [...state.cards.keys()];
    const found = await Promise.all(ids.map((id) => messagesOf(db, by, id)));
    for (const merge of found) merge(state);
    return state;
  });
}

/** Reads the messages of a conversation that the viewer sees. @returns what puts them into an inbox */
async function messagesOf(db: Database, by: BotSession, id: string): Promise<(state: InboxState) => void> {
  const { messages, base } = await listMessages(db, by.user.id, by.link.bot_id, id, { items: 1000 });
  return (state) => mergeMessagePage(state, id, messages, { since: [], items: 1000, seq: base.seq });
}

/** Loads the messages of a conversation that the viewer sees. */
export async function loadMessages(app: App, by: BotSession, state: InboxState, id: string): Promise<void> {
  (await messagesOf(app.db, by, id))(state);
}

/** What an inbox shows. Only conversations whose messages it knows have them here. */
export function shown(state: InboxState): Shown {
  return {
    matrix: state.matrix,
    own: state.own,
    lists: Object.fromEntries(
      queries.map((query) => [nameOf(query), listView(state, query).cards.map(still)]),
    ),
    messages: Object.fromEntries([...state.messages].map(([id, window]) => [id, window.messages.map(bare)])),
  };
}

/** The frames after a number, cut for the viewer as live sending does; through JSON and the contract's schemas. */
export async function liveFrames(app: App, by: BotSession, after: number): Promise<LoggedFrame[]> {
  const rows = await readRows(app.db, by.link.bot_id, after, 100_000);
  return framesFor(by.viewer, rows).map(parsed);
}

/** The same as AUTO_RECONNECT replays them. */
export async function replayedFrames(app: App, by: BotSession, after: number): Promise<LoggedFrame[]> {
  const rows = await readReplayRows(app.db, by.link.bot_id, after, 100_000);
  return framesFor(by.viewer, rows, seenNow(by.viewer)).map(parsed);
}

function parsed(frame: LoggedFrame): LoggedFrame {
  const { name, ...content } = JSON.parse(JSON.stringify(frame)) as LoggedFrame;
  const read = parseFrame(name, content);
  if (!read) throw new Error(`${name} does not fit its schema: ${JSON.stringify(content)}`);
  return read;
}

/** Folds frames into an inbox. */
export function fold(state: InboxState, frames: readonly LoggedFrame[]): void {
  for (const frame of frames) applyFrame(state, frame);
}

/** The part of a fresh load that a folded inbox can know: messages of conversations that it has opened. */
export function comparable(fresh: Shown, folded: Shown): Shown {
  return {
    ...fresh,
    messages: Object.fromEntries(Object.entries(fresh.messages).filter(([id]) => id in folded.messages)),
  };
}
