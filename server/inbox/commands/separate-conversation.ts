/**
 * A join is taken back in one transaction: the source stands where it stood, with whom it stood, and the target loses
 * what it had got by it. What was done meanwhile stays done: who was answered does not wait, what was read is read.
 */
import type { ConversationJoin } from '../../../contract/entities/joining.ts';
import { CHANNEL_LABELS } from '../../../contract/texts.ts';
import { agentActor } from '../../access/agent-actor.ts';
import type { App } from '../../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { assignee } from '../agents.ts';
import { applyMove } from '../apply-move.ts';
import { readBotRules } from '../bot-rules.ts';
import type { ConversationRow } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import { findJoin, type JoinRow, toJoin } from '../join-row.ts';
import { setSnooze, setTimers } from '../timers.ts';
import { lockClientOf } from './change-state.ts';
import { requireInSight } from './open-conversation.ts';
import { flushBoth, lockBoth, recordJoined, requireNotAnothers } from './two-conversations.ts';

const rule = (message: string) => new Refused('rule', { message });

/** The same again changes nothing. Throws `Refused` as the call says (contract/calls/joining.ts). */
export async function separateConversation(
  app: App,
  by: BotSession,
  targetId: string,
  joinId: string,
): Promise<ConversationJoin> {
  const separate = async (tx: Transaction) => {
    const found = await findJoin(tx, joinId);
    if (found?.target_id !== targetId) throw new Refused('not_found');
    // As whoever reopens does: a customer who writes at the same time is before or after, never both.
    await lockClientOf(tx, by, found.source_id);
    const { source, target } = await lockBoth(tx, by, found.source_id, targetId);
    requireInSight(by, target);
    // Read again: it may have been separated while the locks were waited for.
    const join = await findJoin(tx, joinId);
    if (!join) throw new Refused('not_found');
    if (join.separated_at !== null) return toJoin(join);
    if (target.joined_into !== null)
      throw rule('Esta conversación está unida a otra: separa primero esa unión.');
    if (target.state === 'closed' || target.state === 'archived')
      throw rule('Esta conversación terminó: reábrela para separar las que tiene unidas.');
    requireNotAnothers(by, target);
    return part(tx, app, by, { source, target, join });
  };
  return app.db.transaction(separate, { retries: 3 });
}

interface Parted {
  source: ConversationRow;
  target: ConversationRow;
  join: JoinRow;
}

async function part(
  tx: Transaction,
  app: App,
  by: BotSession,
  { source, target, join }: Parted,
): Promise<ConversationJoin> {
  const actor = agentActor(by);
  const over = ConversationWork.on(source, app);
  const kept = ConversationWork.on(target, app);
  const answered = await answeredAfter(tx, target.id, join.gained.position);
  const restored = source.state === 'closed' && !(await wroteElsewhere(tx, source));
  over.set({ joined_into: null });
  if (restored) await restore(tx, app, by, { over, join, answered, read: isRead(target, join) });
  else over.cardChanged(actor);
  if (!restored) over.systemLine(actor, `${by.user.name} separó esta conversación, que queda terminada`);
  await takeBack(tx, kept, join, answered);
  kept.cardChanged(actor);
  kept.transition('separated_here', actor, target);
  kept.systemLine(actor, `${by.user.name} separó la conversación de ${CHANNEL_LABELS[source.channel]}`);
  await tx.query(sql`
    update conversation_joins set separated_at = ${over.now.toISOString()}, restored = ${restored} where id = ${join.id}`);
  await recordJoined(tx, app, by, target, kept.row);
  await flushBoth(tx, app, [over, kept]);
  return { ...toJoin(join), separated: true, restored };
}

/** Somebody has read at the target what had come from the source. */
const isRead = (target: ConversationRow, { gained }: JoinRow): boolean =>
  target.pending_messages_count < gained.pending_messages_count;

async function restore(
  tx: Transaction,
  app: App,
  by: BotSession,
  { over, join, answered, read }: { over: ConversationWork; join: JoinRow; answered: boolean; read: boolean },
): Promise<void> {
  const { before } = join;
  const { row } = over;
  const from = row.state;
  // Whoever had it may be gone from the bot: then somebody is waited for.
  const gone =
    row.agent_id !== null &&
    row.agent_id !== by.user.id &&
    (await assignee(tx, row.bot_id, row.agent_id)) === null;
  applyMove(over, { type: 'separate', to: gone ? 'pending' : before.state }, { actor: agentActor(by) });
  const asleep = before.snoozed_until !== null && Date.parse(before.snoozed_until) > over.now.getTime();
  over.set({
    unread: before.unread,
    snoozed_until: asleep ? before.snoozed_until : null,
    pending_messages_count: read ? 0 : before.pending_messages_count,
  });
  if (over.row.state === 'taken' || over.row.state === 'pending') {
    const waiting = over.row.state === 'taken' && answered ? null : before.waiting_since;
    over.waitsAs(waiting ?? (gone ? over.row.waiting_since : null), before.answer_kind);
  }
  over.cardChanged(agentActor(by));
  await setTimers(tx, app, over.row, from, await readBotRules(tx, row.bot_id));
  if (asleep && before.snoozed_until !== null)
    await setSnooze(tx, app, row.id, new Date(before.snoozed_until), join.user_id);
}

/** What the target had got: the conversation itself with what came along, who followed it, its unread, its wait. */
async function takeBack(
  tx: Queryable,
  kept: ConversationWork,
  join: JoinRow,
  answered: boolean,
): Promise<void> {
  const { gained, source_id } = join;
  const { row } = kept;
  kept.set({
    joined: row.joined.filter(({ id, through }) => id !== source_id && through !== source_id),
    followers: row.followers.filter((one) => !gained.followers.includes(one)),
    follow_news: row.follow_news.filter((one) => !gained.followers.includes(one)),
    unread: row.unread && !gained.unread,
    pending_messages_count: isRead(row, join)
      ? row.pending_messages_count
      : row.pending_messages_count - gained.pending_messages_count,
  });
  if (!gained.waits || answered || row.waiting_since !== join.before.waiting_since) return;
  const own = gained.waiting_since ?? (await firstWordAfter(tx, row.id, gained.position));
  kept.waitsAs(own, gained.waiting_since === null ? 'next' : gained.answer_kind);
}

/** A person has answered in it since. */
async function answeredAfter(tx: Queryable, id: string, position: number): Promise<boolean> {
  const [later] = await tx.query<{ id: string }>(sql`
    select m.id from messages m
    where m.conversation_id = ${id} and m.position > ${position} and m.sender = 'agent' and not m.note
    order by m.position limit 1`);
  return later !== undefined;
}

/** Since when its own customer waits, who wrote while it had another's wait. */
async function firstWordAfter(tx: Queryable, id: string, position: number): Promise<string | null> {
  const [word] = await tx.query<{ created_at: string }>(sql`
    select m.created_at from messages m
    where m.conversation_id = ${id} and m.position > ${position} and m.sender = 'Cliente'
    order by m.position limit 1`);
  return word?.created_at ?? null;
}

/** Whoever wrote in it has begun another since: their words go there. */
async function wroteElsewhere(tx: Queryable, { id, visitor_id }: ConversationRow): Promise<boolean> {
  if (visitor_id === null) return false;
  const [newer] = await tx.query<{ id: string }>(sql`
    select n.id from conversations n
    where n.visitor_id = ${visitor_id} and n.id <> ${id}
      and (n.created_at, n.id) > (select o.created_at, o.id from conversations o where o.id = ${id})
    order by n.created_at desc, n.id desc limit 1`);
  return newer !== undefined;
}
