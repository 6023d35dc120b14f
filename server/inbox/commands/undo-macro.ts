/**
 * What a macro did is brought back in one transaction, but for what it said. Only what is as the run left it: anything
 * that somebody did since is theirs, and then nothing is brought back.
 */
import type { MacroRun } from '../../../contract/entities/macro.ts';
import { allows } from '../../../contract/permissions.ts';
import type { ConversationCommand } from '../../../machines/conversation/commands.ts';
import { wayBack } from '../../../machines/conversation/way-back.ts';
import { agentActor } from '../../access/agent-actor.ts';
import type { App } from '../../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { applyMove, conflict } from '../apply-move.ts';
import { readBotRules } from '../bot-rules.ts';
import type { ConversationRow } from '../conversation-row.ts';
import { ConversationWork, type Person } from '../conversation-work.ts';
import { findRun, isTooLate, type MacroRunRow, sameMove, sameTags, toMacroRun } from '../macro-run-row.ts';
import { setSnooze, setTimers } from '../timers.ts';
import { setCategory, setPriority, setTags } from './change-card.ts';
import { lockClientOf, requireLatest } from './change-state.ts';
import { lockAtBot } from './open-conversation.ts';

/** The same again changes nothing. Throws `Refused` as the call says (contract/calls/macros.ts). */
export async function undoMacro(
  app: App,
  by: BotSession,
  conversationId: string,
  runId: string,
): Promise<MacroRun> {
  return app.db.transaction(async (tx) => {
    const own = (run: MacroRunRow | null): run is MacroRunRow =>
      run?.user_id === by.user.id && run.conversation_id === conversationId;
    const found = await findRun(tx, runId);
    if (!own(found)) throw new Refused('not_found');
    // As whoever reopens does: a customer who writes at the same time is before or after, never both.
    if (found.after.state === 'closed') await lockClientOf(tx, by, conversationId);
    const row = await lockAtBot(tx, by, conversationId);
    // Read again: it may have been undone while the lock was waited for.
    const run = await findRun(tx, runId);
    if (!own(run)) throw new Refused('not_found');
    if (run.undone_at !== null) return toMacroRun(run);
    if (isTooLate(run, app.clock.now()))
      throw new Refused('rule', { message: 'Ya pasó el tiempo para deshacer la macro.' });
    await requireAsLeft(tx, by, row, run);
    const work = ConversationWork.on(row, app);
    work.systemLine(agentActor(by), `${by.user.name} deshizo la macro «${run.name}»`);
    await bringBack(tx, app, by, work, run);
    const undone_at = app.clock.now().toISOString();
    await tx.query(sql`update macro_runs set undone_at = ${undone_at} where id = ${run.id}`);
    await setTimers(tx, app, work.row, row.state, await readBotRules(tx, row.bot_id));
    await work.flush(tx);
    return toMacroRun({ ...run, undone_at });
  });
}

/** Throws conflict where what the run changed was changed again, or a colleague spoke since. */
async function requireAsLeft(
  tx: Queryable,
  by: BotSession,
  row: ConversationRow,
  { before, after }: MacroRunRow,
): Promise<void> {
  const moved = !sameMove(before, after);
  const same =
    (!moved || sameMove(row, after)) &&
    (sameTags(before, after) || sameTags(row, after)) &&
    (before.category === after.category || row.category === after.category) &&
    (before.priority === after.priority || row.priority === after.priority);
  if (same && !(moved && (await answeredSince(tx, by, row.id, after.message_count)))) return;
  const { details } = conflict('conflict', row);
  const message = 'La conversación cambió después de la macro: ya no se puede deshacer.';
  throw new Refused('conflict', { message, details });
}

/** A colleague who got it has spoken: it is theirs. */
async function answeredSince(
  tx: Queryable,
  by: BotSession,
  conversationId: string,
  position: number,
): Promise<boolean> {
  const [later] = await tx.query<{ id: string }>(sql`
    select m.id from messages m
    where m.conversation_id = ${conversationId} and m.position > ${position} and m.sender = 'agent' and not m.note
      and m.agent_id is distinct from ${by.user.id}::int
    order by m.position limit 1`);
  return later !== undefined;
}

async function bringBack(
  tx: Transaction,
  app: App,
  by: BotSession,
  work: ConversationWork,
  { before, after, sent }: MacroRunRow,
): Promise<void> {
  // Given to a team since, it waits for that one.
  const waits = isSameWait(work.row.waits_for, after.waits_for) ? before.waits_for : work.row.waits_for;
  if (!sameTags(before, after)) setTags(work, by, before.tags);
  if (before.category !== after.category) setCategory(work, by, before.category);
  if (before.priority !== after.priority) setPriority(work, by, before.priority);
  if (sameMove(before, after)) {
    if (before.category !== after.category) waitAgain(work, waits);
    return;
  }
  // Away from somebody it is a hand-over, and asks the same right.
  const given = after.agent_id !== null && after.agent_id !== by.user.id;
  if (given && !allows(by.link.role.permissions, 'live', 'shunt-agent')) throw new Refused('forbidden');
  const moves = wayBack(work.row, before, by.user.id);
  if (!moves) throw conflict('illegal_move', work.row);
  if (moves.some(({ type }) => type === 'reopen')) await requireLatest(tx, work.row);
  for (const move of moves) {
    const agent = await personOf(tx, move);
    applyMove(work, move, { actor: agentActor(by), ...(agent ? { agent } : {}) });
  }
  const snoozed = before.snoozed_until;
  const asleep = snoozed !== null && Date.parse(snoozed) > work.now.getTime();
  work.set({
    unread: before.unread,
    snoozed_until: asleep ? snoozed : null,
    // Who was answered does not wait.
    waiting_since: sent ? work.row.waiting_since : before.waiting_since,
  });
  waitAgain(work, waits);
  work.cardChanged(agentActor(by));
  if (asleep) await setSnooze(tx, app, work.row.id, new Date(snoozed), by.user.id);
}

const isSameWait = (a: MacroRunRow['before']['waits_for'], b: typeof a): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What waited for a team before waits for it again; `flush` has somebody looked for. */
function waitAgain(work: ConversationWork, waits: MacroRunRow['before']['waits_for']): void {
  if (work.row.state === 'pending') work.set({ waits_for: waits ?? null });
}

/** Whom a move names: oneself, or who had it. */
async function personOf(tx: Queryable, move: ConversationCommand): Promise<Person | null> {
  if (!('agent_id' in move)) return null;
  const [person] = await tx.query<Person>(sql`select id, name, image from users where id = ${move.agent_id}`);
  if (!person)
    throw new Refused('rule', { message: 'Quien tenía la conversación ya no está: no se puede deshacer.' });
  return person;
}
