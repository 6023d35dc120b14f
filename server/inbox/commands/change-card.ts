/** What changes on a card without a move: tags, area, priority, unread, snooze. */

import type { ConversationChange } from '../../../contract/calls/conversations.ts';
import type { BulkChange } from '../../../contract/calls/inbox-bulk.ts';
import type { Area, ConversationPriority } from '../../../contract/states.ts';
import { PRIORITY_LABELS } from '../../../contract/texts.ts';
import { agentActor } from '../../access/agent-actor.ts';
import { zoneOf } from '../../calendar/calendar.ts';
import type { App } from '../../platform/app.ts';
import { cleanLine } from '../../platform/clean-text.ts';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { conflict } from '../apply-move.ts';
import { ConversationWork, type Flushed } from '../conversation-work.ts';
import type { StoredStatus } from '../message-row.ts';
import { momentIn } from '../moment-in.ts';
import { setSnooze } from '../timers.ts';
import { lockSeen } from './open-conversation.ts';

type CardChange =
  | Exclude<ConversationChange, { state: unknown } | { team: unknown }>
  | Exclude<BulkChange, { state: unknown } | { macro: unknown }>;

/** Tags on one card. */
const MOST_TAGS = 30;

/** One change, in one transaction; appends nothing when nothing changes. Throws not_found, conflict, rule. */
export async function changeCard(app: App, by: BotSession, id: string, change: CardChange): Promise<Flushed> {
  return app.db.transaction(async (tx) => {
    const work = ConversationWork.on(await lockSeen(tx, by, id), app);
    if ('tags' in change) setTags(work, by, change.tags);
    else if ('add_tags' in change) setTags(work, by, [...work.row.tags, ...change.add_tags]);
    else if ('remove_tags' in change) {
      const gone = new Set(change.remove_tags.map(cleanLine));
      setTags(
        work,
        by,
        work.row.tags.filter((tag) => !gone.has(tag)),
      );
    } else if ('category' in change) setCategory(work, by, change.category);
    else if ('priority' in change) setPriority(work, by, change.priority);
    else if ('unread' in change) await setUnread(tx, app, work, by, change.unread);
    else await snooze(tx, app, work, by, change.snoozed_until);
    return work.flush(tx);
  });
}

/** Within other work; nothing where nothing changes. Throws rule beyond the most that one card carries. */
export function setTags(work: ConversationWork, by: BotSession, given: readonly string[]): void {
  const tags = [...new Set(given.flatMap((tag) => cleanLine(tag) ?? []))];
  if (JSON.stringify(tags) === JSON.stringify(work.row.tags)) return;
  if (tags.length > MOST_TAGS) {
    throw new Refused('rule', { message: `Una conversación puede tener hasta ${MOST_TAGS} etiquetas.` });
  }
  work.set({ tags });
  work.cardChanged(agentActor(by));
}

/** Within other work, with its line in the thread. */
export function setCategory(work: ConversationWork, by: BotSession, category: Area | null): void {
  if (category === work.row.category) return;
  const before = work.facts;
  // What waits for a team waits for the one that it belongs to now.
  const waits_for = work.row.waits_for && category !== null ? { area: category } : null;
  work.set({ category, waits_for });
  work.cardChanged(agentActor(by));
  work.transition('category', agentActor(by), before);
  const text = category === null ? 'quitó el área' : `cambió el área a ${category}`;
  work.systemLine(agentActor(by), `${by.user.name} ${text}`);
}

/** Within other work, with its line in the thread. */
export function setPriority(
  work: ConversationWork,
  by: BotSession,
  priority: ConversationPriority | null,
): void {
  if (priority === work.row.priority) return;
  work.set({ priority });
  work.cardChanged(agentActor(by));
  const text =
    priority === null ? 'quitó la prioridad' : `cambió la prioridad a ${PRIORITY_LABELS[priority]}`;
  work.systemLine(agentActor(by), `${by.user.name} ${text}`);
}

/**
 * true: marked by hand. false: the mark goes; and when it is the owner's word, they have read what the customer
 * wrote: the count goes to zero and the customer's messages become read.
 */
async function setUnread(
  tx: Transaction,
  app: Pick<App, 'bus'>,
  work: ConversationWork,
  by: BotSession,
  unread: boolean,
): Promise<void> {
  const actor = agentActor(by);
  if (unread) {
    if (work.row.unread) return;
    work.set({ unread: true });
    work.cardChanged(actor);
    return;
  }
  const owner = work.row.agent_id === by.user.id;
  const count = owner ? 0 : work.row.pending_messages_count;
  if (owner) {
    const messages = await tx.query<{
      id: string;
      mid: string;
      temporal_id: string | null;
      status: StoredStatus;
    }>(sql`
      select id, mid, temporal_id, status from messages
      where conversation_id = ${work.row.id} and sender = 'Cliente' and status <> 'read' and status <> 'failed'
      order by position`);
    for (const message of messages) work.status(message, 'read', actor);
    const { id, bot_id, connection_id } = work.row;
    if (messages.length > 0 && connection_id !== null)
      tx.afterCommit(() => app.bus.publish('customerRead', { botId: bot_id, conversationId: id }));
  }
  if (!work.row.unread && work.row.pending_messages_count === count) return;
  work.set({ unread: false, pending_messages_count: count });
  work.cardChanged(actor);
}

async function snooze(
  tx: Transaction,
  app: App,
  work: ConversationWork,
  by: BotSession,
  until: string | null,
): Promise<void> {
  const { state } = work.row;
  if (until !== null && (state === 'closed' || state === 'archived'))
    throw conflict('illegal_move', work.row);
  const at = until === null ? null : new Date(until);
  if (at && !(at.getTime() > work.now.getTime())) {
    throw new Refused('rule', { message: 'Elige un momento futuro para recordar la conversación.' });
  }
  const next = at?.toISOString() ?? null;
  if (next === work.row.snoozed_until) return;
  work.set({ snoozed_until: next });
  work.cardChanged(agentActor(by));
  work.systemLine(
    agentActor(by),
    at
      ? `${by.user.name} pospuso la conversación hasta el ${momentIn(await zoneOf(tx, by.link.bot_id, work.now), at)}`
      : `${by.user.name} dejó de posponer la conversación`,
  );
  await setSnooze(tx, app, work.row.id, at, by.user.id);
}
