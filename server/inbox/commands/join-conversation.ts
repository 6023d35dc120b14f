/**
 * Two conversations of one client become one to whoever answers (docs/decisions/0072-joined-conversations.md), in one
 * transaction: the source is over and points at the target, whose card names it from now on. No message moves.
 *
 *   both locked ─▶ joined before? its answer ─▶ sight, one client, who has them, nobody's unseen answer
 *               ─▶ source over, its wait and unread at the target ─▶ the join's row, the audit ─▶ events of both
 */
import type { ConversationJoin, JoinedPart } from '../../../contract/entities/joining.ts';
import { JOIN_LIMITS } from '../../../contract/join-limits.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { CHANNEL_LABELS } from '../../../contract/texts.ts';
import { agentActor } from '../../access/agent-actor.ts';
import type { App } from '../../platform/app.ts';
import { json, sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { applyMove } from '../apply-move.ts';
import { readBotRules } from '../bot-rules.ts';
import type { ConversationRow } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import { findJoinOnce, type JoinRow, toJoin } from '../join-row.ts';
import { authorOfUser, onceMore } from '../once.ts';
import { setSnooze, setTimers } from '../timers.ts';
import { lockClientOf } from './change-state.ts';
import { requireInSight } from './open-conversation.ts';
import { requireFreshView } from './send-message.ts';
import { flushBoth, lockBoth, recordJoined, requireNotAnothers } from './two-conversations.ts';

export interface JoinInput {
  source_id: string;
  temporal_id: string;
  /** The highest `order` of the target that was seen. */
  last_seen: number;
  /** Of the source: `last_message_date` of the card that was seen. */
  source_seen: string;
}

const rule = (message: string) => new Refused('rule', { message });

/** Once per person and `temporal_id`. Throws `Refused` as the call says (contract/calls/joining.ts); then nothing happened. */
export async function joinConversation(
  app: App,
  by: BotSession,
  targetId: string,
  input: JoinInput,
): Promise<ConversationJoin> {
  if (input.source_id === targetId) throw rule('Una conversación no se puede unir a sí misma.');
  const once = `${authorOfUser(by.user.id)}:${input.temporal_id}`;
  const join = async (tx: Transaction): Promise<ConversationJoin> => {
    // Of one client's doors several write at once: they are before or after, and none waits for one that waits for it.
    await lockClientOf(tx, by, targetId);
    const { source, target } = await lockBoth(tx, by, input.source_id, targetId);
    const known = await findJoinOnce(tx, once);
    if (known && (known.source_id !== source.id || known.target_id !== target.id))
      throw rule('Esta unión ya se hizo con otra conversación.');
    if (known) return toJoin(known);
    requireInSight(by, target);
    requireInSight(by, source);
    requireJoinable(source, target);
    requireNotAnothers(by, target);
    requireNotAnothers(by, source);
    await requireFreshView(tx, by, target, input.last_seen);
    await requireFreshView(tx, by, source, { at: input.source_seen });
    return carryOut(tx, app, by, { source, target, once });
  };
  return onceMore(() => app.db.transaction(join, { retries: 3 }), 'conversation_joins_once');
}

/** What no right helps against. */
function requireJoinable(source: ConversationRow, target: ConversationRow): void {
  if (source.lead_id !== target.lead_id) throw rule('Son de clientes distintos: no se pueden unir.');
  if (source.joined_into !== null) throw rule('Esa conversación ya está unida a otra.');
  if (source.state === 'closed' || source.state === 'archived')
    throw rule('Esa conversación ya terminó: solo se unen las que siguen abiertas.');
  if (target.joined_into !== null)
    throw rule('Esta conversación está unida a otra: une la nueva a esa, donde sigue.');
  if (target.state !== 'taken')
    throw rule('Toma primero esta conversación: quien la tiene responde por las dos.');
  if (source.scheduled_count > 0)
    throw rule('Esa conversación tiene mensajes programados: envíalos o cancélalos antes de unirla.');
  if (target.joined.length + source.joined.length + 1 > JOIN_LIMITS.joined)
    throw rule(`Una conversación puede tener hasta ${JOIN_LIMITS.joined} unidas.`);
}

interface Both {
  source: ConversationRow;
  target: ConversationRow;
  once: string;
}

async function carryOut(
  tx: Transaction,
  app: App,
  by: BotSession,
  { source, target, once }: Both,
): Promise<ConversationJoin> {
  const actor = agentActor(by);
  const over = ConversationWork.on(source, app);
  const kept = ConversationWork.on(target, app);
  const at = over.now.toISOString();
  const id = app.ids();
  const waits =
    source.waiting_since !== null &&
    (target.waiting_since === null || source.waiting_since < target.waiting_since);
  const room = Math.max(0, LIMITS.followers - target.followers.length);
  const followers = source.followers.filter((one) => !target.followers.includes(one)).slice(0, room);
  const row: JoinRow = {
    id,
    source_id: source.id,
    target_id: target.id,
    user_id: by.user.id,
    before: {
      state: source.state,
      waiting_since: source.waiting_since,
      answer_kind: source.answer_kind,
      unread: source.unread,
      snoozed_until: source.snoozed_until,
      pending_messages_count: source.pending_messages_count,
    },
    gained: {
      position: target.message_count,
      waits,
      waiting_since: target.waiting_since,
      answer_kind: target.answer_kind,
      unread: source.unread && !target.unread,
      pending_messages_count: source.pending_messages_count,
      followers,
    },
    separated_at: null,
    restored: false,
  };
  over.set({ joined_into: target.id, pending_messages_count: 0 });
  applyMove(over, { type: 'join' }, { actor });
  const part: JoinedPart = { id: source.id, channel: source.channel, join_id: id, at };
  const along = source.joined.map((one): JoinedPart => ({ ...one, through: source.id }));
  kept.set({
    joined: [...target.joined, ...along, part],
    followers: [...target.followers, ...followers],
    unread: target.unread || source.unread,
    pending_messages_count: target.pending_messages_count + source.pending_messages_count,
    // Who waits is not put off.
    ...(waits ? { snoozed_until: null } : {}),
  });
  if (waits) kept.waitsAs(source.waiting_since, source.answer_kind);
  kept.cardChanged(actor);
  kept.transition('joined_here', actor, target);
  kept.systemLine(actor, `${by.user.name} unió aquí la conversación de ${CHANNEL_LABELS[source.channel]}`);
  await insertJoin(tx, row, { botId: target.bot_id, once, at });
  await setTimers(tx, app, over.row, source.state, await readBotRules(tx, source.bot_id));
  if (source.snoozed_until !== null) await setSnooze(tx, app, source.id, null);
  if (waits && target.snoozed_until !== null) await setSnooze(tx, app, target.id, null);
  await recordJoined(tx, app, by, target, kept.row);
  await flushBoth(tx, app, [over, kept]);
  return toJoin(row);
}

async function insertJoin(
  tx: Transaction,
  { id, source_id, target_id, user_id, before, gained }: JoinRow,
  { botId, once, at }: { botId: number; once: string; at: string },
): Promise<void> {
  await tx.query(sql`
    insert into conversation_joins (id, bot_id, source_id, target_id, user_id, once, before, gained, at)
    values (${id}, ${botId}, ${source_id}, ${target_id}, ${user_id}, ${once}, ${json(before)}, ${json(gained)}, ${at})`);
}
