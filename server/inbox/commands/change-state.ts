/** Every move by a person, from take to reopen: `PUT conversations/{id}`. */
import type { ConversationChange } from '../../../contract/calls/conversations.ts';
import { allows } from '../../../contract/permissions.ts';
import { commandOf } from '../../../machines/conversation/changes.ts';
import type { ConversationCommand } from '../../../machines/conversation/commands.ts';
import { decide } from '../../../machines/conversation/moves.ts';
import { agentActor } from '../../access/agent-actor.ts';
import { isBlockedLead } from '../../crm/consents.ts';
import { notifyTransfer } from '../../notices/notifications.ts';
import type { App } from '../../platform/app.ts';
import { cleanText } from '../../platform/clean-text.ts';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { assignee } from '../agents.ts';
import { applyMove, BOT, conflict } from '../apply-move.ts';
import { type BotRules, readBotRules } from '../bot-rules.ts';
import type { ConversationRow } from '../conversation-row.ts';
import { ConversationWork, type Flushed, type Person } from '../conversation-work.ts';
import { ringAfterCommit } from '../sounds.ts';
import { tellWaiting } from '../tell-waiting.ts';
import { setTimers } from '../timers.ts';
import { handOff } from './handoff.ts';
import { lockAtBot, refuseSecondTake, requireSight } from './open-conversation.ts';

type StateChange = Extract<ConversationChange, { state: unknown }>;

/**
 * One move by a person, in one transaction. Throws `Refused`: not_found (absent, or not seen), forbidden (derive
 * without shunt-agent), rule (a target that may not have it), already_taken or illegal_move (409, with who has it).
 */
export async function changeState(
  app: App,
  by: BotSession,
  id: string,
  change: StateChange,
): Promise<Flushed> {
  return app.db.transaction(async (tx) => {
    if (mayReopen(change, by)) await lockClientOf(tx, by, id);
    const row = await lockAtBot(tx, by, id);
    const command = commandOf(change, row, by.user.id);
    if (!command) throw new Refused('bad_request');
    mayTry(by, row, command);
    if (change.state === 'taken' && change.from_agent_id !== undefined)
      requireHolder(row, change.from_agent_id);
    if (command.type === 'reopen') await requireLatest(tx, row);
    const work = ConversationWork.on(row, app);
    const rules = await readBotRules(tx, row.bot_id);
    const toldTo = await moveIn(tx, by, work, rules, change);
    if (toldTo !== null)
      await tellGiven(tx, app, by, work, toldTo, change.state === 'taken' ? (change.reason ?? null) : null);
    await tellWaiting(tx, app, work);
    await setTimers(tx, app, work.row, row.state, rules);
    const flushed = await work.flush(tx);
    ringAfterCommit(tx, app, flushed);
    return flushed;
  });
}

/**
 * The move within other work on the locked conversation, of which sight was judged; clocks and notices are the caller's.
 * Throws `Refused` as `changeState`.
 * @returns to whom it was given by somebody else, who is to be told (`tellGiven`); null: nobody
 */
export async function moveIn(
  tx: Transaction,
  by: BotSession,
  work: ConversationWork,
  rules: BotRules,
  change: StateChange,
): Promise<number | null> {
  const row = { ...work.row };
  const command = commandOf(change, row, by.user.id);
  if (!command) throw new Refused('bad_request');
  const agent = await named(tx, by, row, command);
  const actor = agentActor(by);
  if (command.type === 'handoff') await handOff(tx, work, rules, actor);
  else {
    const { reason = null, category } = change.state === 'taken' ? change : {};
    applyMove(work, command, {
      actor,
      ...(agent ? { agent } : {}),
      reason: reason === null ? null : cleanText(reason),
      category,
      byAdmin: by.viewer.base === 'administrador',
    });
    // The customer learns that the bot answers again.
    const returned = row.state === 'taken' && work.row.state === 'active';
    if (returned && rules.returned_message !== '' && !(await isBlockedLead(tx, row.lead_id)))
      work.say(BOT, { from: 'bot', text: rules.returned_message });
  }
  return (command.type === 'derive' || command.type === 'assign') && agent ? agent.id : null;
}

/** Notifies who got the conversation of it; before `flush`. */
export async function tellGiven(
  tx: Transaction,
  app: App,
  by: BotSession,
  work: ConversationWork,
  toId: number,
  reason: string | null,
): Promise<void> {
  await notifyTransfer(tx, app, {
    conversation: work.row,
    from: { id: by.user.id, name: by.user.name },
    toId,
    reason,
    eventId: work.eventId('DERIVE_CONVERSATION') ?? undefined,
  });
}

/** A person who takes reads who was first; for every other command what one does not see does not exist. */
function mayTry(by: BotSession, row: ConversationRow, command: ConversationCommand): void {
  if (command.type === 'take') refuseSecondTake(by, row);
  requireSight(by, row);
}

const mayReopen = (change: StateChange, by: BotSession): boolean =>
  change.state === 'taken' && change.agent_id === by.user.id && change.reopen !== false;

/**
 * Locks visitor and client before the conversation, as a customer's message and a new conversation do: of a customer
 * who writes and a person who reopens at once, the second finds what the first left.
 */
export async function lockClientOf(tx: Transaction, by: BotSession, id: string): Promise<void> {
  await tx.query(sql`
    select v.id from conversations c join visitors v on v.lead_id = c.lead_id
    where c.id = ${id} and c.bot_id = ${by.link.bot_id} order by v.id for update of v`);
  await tx.query(sql`
    select l.id from conversations c join leads l on l.id = c.lead_id
    where c.id = ${id} and c.bot_id = ${by.link.bot_id} for no key update of l`);
}

/** What went on in another conversation can't be taken up in this one: the customer's words would go to that one. */
export async function requireLatest(tx: Transaction, row: ConversationRow): Promise<void> {
  if (row.state !== 'closed') return;
  const [other] = await tx.query<{ id: string; state: ConversationRow['state'] }>(sql`
    select id, state from conversations
    where lead_id = ${row.lead_id} and id <> ${row.id} and id <> all(${row.joined.map(({ id }) => id)}::text[])
      and (state not in ('closed', 'archived') or (created_at, id) > (select created_at, id from conversations where id = ${row.id}))
    order by created_at desc, id desc limit 1`);
  if (!other) return;
  throw new Refused('conflict', {
    message: 'Este cliente ya tiene una conversación más reciente: esta no se puede reabrir.',
    details: { state: row.state, conversation_id: other.id },
  });
}

/** A take-over is from the person whom one saw: if somebody else has it meanwhile, it is refused and says who. */
function requireHolder(row: ConversationRow, holder: number): void {
  if (row.state !== 'taken') throw conflict('illegal_move', row);
  if (row.agent_id !== holder) throw conflict('already_taken', row);
}

/** Whom the command names. Throws when the caller may not give it away, or that person may not have it. */
async function named(
  tx: Transaction,
  by: BotSession,
  row: ConversationRow,
  command: ConversationCommand,
): Promise<Person | null> {
  if (!('agent_id' in command)) return null;
  const self = { id: by.user.id, name: by.user.name, image: by.user.image };
  if (command.type === 'take' || command.type === 'reopen') return self;
  if (!allows(by.link.role.permissions, 'live', 'shunt-agent')) throw new Refused('forbidden');
  // The state's refusal before the target's: who has it matters more than who might.
  const decision = decide(row, command);
  if (!decision.ok) throw conflict(decision.error, row);
  if (command.agent_id === by.user.id) return self;
  const agent = await assignee(tx, row.bot_id, command.agent_id);
  if (!agent) {
    throw new Refused('rule', { message: 'Esa persona no puede recibir conversaciones de este chatbot.' });
  }
  return agent;
}
