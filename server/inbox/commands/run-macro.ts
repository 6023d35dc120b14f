/**
 * A macro on a conversation: all of its parts or none, in one transaction (docs/decisions/0063-macros.md).
 *
 *   lock ─▶ run before? its answer ─▶ sight, the macro as it was seen, nobody's unseen answer ─▶ every part's own rules
 *        ─▶ the answer, by a message's way ─▶ tags, area, priority, who has it, the end ─▶ the run's row ─▶ events
 */

import type { Macro, MacroRun, MacroSteps } from '../../../contract/entities/macro.ts';
import type { Attachment } from '../../../contract/entities/message.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { allows } from '../../../contract/permissions.ts';
import { clientName } from '../../../contract/rules/client-name.ts';
import { type MacroPart, MOVING_PARTS, partLabel, partsOf } from '../../../contract/rules/macro.ts';
import { fillNames } from '../../../contract/rules/quick-reply.ts';
import { agentActor } from '../../access/agent-actor.ts';
import type { App } from '../../platform/app.ts';
import { json, sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { copyHeldUploads, missingUpload } from '../../platform/uploads/upload-store.ts';
import { conflict } from '../apply-move.ts';
import { type BotRules, readBotRules } from '../bot-rules.ts';
import type { ConversationRow } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import { findMacro, ofMacro } from '../macro-row.ts';
import { findRunOnce, type MacroRunRow, toMacroRun, undoableOf } from '../macro-run-row.ts';
import { authorOfUser, onceMore } from '../once.ts';
import { ringAfterCommit } from '../sounds.ts';
import { tellWaiting } from '../tell-waiting.ts';
import { setTimers } from '../timers.ts';
import { setCategory, setPriority, setTags } from './change-card.ts';
import { moveIn, tellGiven } from './change-state.ts';
import { lockAtBot, requireInSight } from './open-conversation.ts';
import { requireFreshView, type Seen, sendIn } from './send-message.ts';

interface RunInput {
  macro_id: string;
  /** Of the macro, as it was seen. */
  revision: number;
  temporal_id: string;
  /** The highest `order` that was seen; or, of many that were seen as rows, until when (the server's time). */
  last_seen: Seen;
}

/** Once per person and `temporal_id`. Throws `Refused` as the call says (contract/calls/macros.ts), and then nothing happened. */
export async function runMacro(
  app: App,
  by: BotSession,
  conversationId: string,
  input: RunInput,
): Promise<MacroRun> {
  const once = `${authorOfUser(by.user.id)}:${input.temporal_id}`;
  const run = async (tx: Transaction): Promise<MacroRun> => {
    const row = await lockAtBot(tx, by, conversationId);
    const known = await findRunOnce(tx, once);
    if (known && known.conversation_id !== row.id)
      throw new Refused('rule', { message: 'Esta macro ya se aplicó en otra conversación.' });
    if (known) return toMacroRun(known);
    requireInSight(by, row);
    const macro = await findMacro(tx, by, input.macro_id);
    if (!macro) throw new Refused('rule', { message: 'Esta macro ya no existe.' });
    if (macro.revision !== input.revision) {
      const { details } = conflict('conflict', row);
      const message = 'La macro cambió después de que la viste. Revísala y vuelve a aplicarla.';
      throw new Refused('conflict', { message, details });
    }
    await requireFreshView(tx, by, row, input.last_seen);
    requireParts(by, row, macro.steps);
    return carryOut(tx, app, by, { row, macro, once, lastSeen: input.last_seen });
  };
  return onceMore(() => app.db.transaction(run), 'macro_runs_once');
}

/** What no part may be without, known before anything is written. */
function requireParts(by: BotSession, row: ConversationRow, steps: MacroSteps): void {
  const others = row.state === 'taken' && row.agent_id !== by.user.id;
  for (const part of partsOf(steps)) {
    if (others && MOVING_PARTS.has(part)) throw ofPart(part, steps, conflict('already_taken', row));
    if (part === 'text' && !allows(by.link.role.permissions, 'live', 'add'))
      throw ofPart(part, steps, new Refused('forbidden'));
  }
}

async function carryOut(
  tx: Transaction,
  app: App,
  by: BotSession,
  { row, macro, once, lastSeen }: { row: ConversationRow; macro: Macro; once: string; lastSeen: Seen },
): Promise<MacroRun> {
  const { name, steps, attachments, buttons, links } = macro;
  const rules = await readBotRules(tx, row.bot_id);
  const id = app.ids();
  const kept: { run: MacroRunRow | null } = { run: null };
  const said = (work: ConversationWork) => {
    work.systemLine(agentActor(by), `${by.user.name} aplicó la macro «${name}»`);
  };
  /** Everything but the words; the last before the events. */
  const rest = async (work: ConversationWork) => {
    let toldTo: number | null = null;
    for (const part of partsOf(steps)) {
      if (part === 'text') continue;
      toldTo = (await inPart(part, steps, () => doPart(tx, by, work, rules, steps, part))) ?? toldTo;
    }
    // What is over is nobody's to see to.
    if (toldTo !== null && work.row.state === 'taken') await tellGiven(tx, app, by, work, toldTo, null);
    await tellWaiting(tx, app, work);
    await setTimers(tx, app, work.row, row.state, rules);
    kept.run = {
      id,
      conversation_id: row.id,
      user_id: by.user.id,
      name,
      sent: steps.text !== null,
      before: undoableOf(row),
      after: undoableOf(work.row),
      at: app.clock.now().toISOString(),
      undone_at: null,
    };
    await insertRun(tx, kept.run, row.bot_id, once);
  };
  if (steps.text === null) {
    const work = ConversationWork.on(row, app);
    said(work);
    await rest(work);
    ringAfterCommit(tx, app, await work.flush(tx));
  } else {
    const text = wordsOf(steps.text, by, row);
    // What nobody has is taken by it, as 'Tomar y enviar' does.
    const take = row.state === 'taken' ? {} : { take: true };
    const seen = typeof lastSeen === 'number' ? { last_seen: lastSeen } : {};
    const body = { conversation_id: row.id, text, buttons, links, temporal_id: id, ...seen, ...take };
    await inPart('text', steps, () =>
      sendIn(tx, app, by, body, {
        ...(attachments.length > 0 ? { filesOf: () => copiesOf(tx, app, by, row, macro) } : {}),
        also: async (work) => {
          requireWay(row);
          said(work);
        },
        after: rest,
      }),
    );
  }
  if (!kept.run) throw new Error('The run of a macro was not kept');
  return toMacroRun(kept.run);
}

/** Files of its own for this message. Throws rule where one of the macro's is gone. */
async function copiesOf(
  tx: Transaction,
  app: App,
  by: BotSession,
  row: ConversationRow,
  { id, attachments }: Macro,
): Promise<Attachment[]> {
  const at = { botId: row.bot_id, conversationId: row.id, author: authorOfUser(by.user.id) };
  const copies = await copyHeldUploads(tx, app, ofMacro(id), at);
  const gone = await missingUpload(tx, app, ofMacro(id));
  if (copies.length === attachments.length && gone === null) return copies;
  const message = `${gone === null ? 'Uno de los archivos de la macro' : `El archivo «${gone}»`} ya no está disponible.`;
  throw new Refused('rule', { message, details: { field: 'attachments' } });
}

/** An answer that would stay here as failed is none: what comes after it was meant for who reads it. */
function requireWay({ channel, connection_id }: ConversationRow): void {
  if (channel === 'web' || connection_id !== null) return;
  throw new Refused('rule', { message: 'El canal de esta conversación no está conectado.' });
}

/** The answer with the names where it asks for them. Throws rule where it grew too long. */
function wordsOf(text: string, by: BotSession, { lead_name, custom_name }: ConversationRow): string {
  const cliente = clientName({ lead_name, custom: { name: custom_name } });
  const words = fillNames(text, { cliente, agente: by.user.name });
  if (words.length <= LIMITS.messageText) return words;
  const message = `Respuesta: con los nombres pasa de ${LIMITS.messageText.toLocaleString('es-CL')} caracteres.`;
  throw new Refused('rule', { message, details: { part: 'text' } });
}

/** @returns to whom it was given, who is to be told */
async function doPart(
  tx: Transaction,
  by: BotSession,
  work: ConversationWork,
  rules: BotRules,
  steps: MacroSteps,
  part: Exclude<MacroPart, 'text'>,
): Promise<number | null> {
  const { row } = work;
  switch (part) {
    case 'tags': {
      const gone = new Set(steps.remove_tags);
      setTags(work, by, [...row.tags.filter((tag) => !gone.has(tag)), ...steps.add_tags]);
      return null;
    }
    case 'category':
      setCategory(work, by, steps.category ?? null);
      return null;
    case 'priority':
      setPriority(work, by, steps.priority ?? null);
      return null;
    case 'assign': {
      const agent_id = steps.assign === 'me' || steps.assign === null ? by.user.id : steps.assign.agent_id;
      if (row.state === 'taken' && row.agent_id === agent_id) return null;
      return moveIn(tx, by, work, rules, { state: 'taken', agent_id, reopen: false });
    }
    case 'end':
      if (steps.end === 'close') return moveIn(tx, by, work, rules, { state: 'closed' });
      return row.state === 'pending' ? null : moveIn(tx, by, work, rules, { state: 'pending' });
  }
}

async function insertRun(tx: Transaction, run: MacroRunRow, botId: number, once: string): Promise<void> {
  await tx.query(sql`
    insert into macro_runs (id, conversation_id, bot_id, user_id, once, name, sent, before, after, at)
    values (${run.id}, ${run.conversation_id}, ${botId}, ${run.user_id}, ${once}, ${run.name}, ${run.sent},
      ${json(run.before)}, ${json(run.after)}, ${run.at})`);
}

/** A refusal within the work names its part. */
async function inPart<R>(part: MacroPart, steps: MacroSteps, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) throw ofPart(part, steps, error);
    throw error;
  }
}

/** The same refusal with the part's name before its sentence; one that names a part keeps it. */
function ofPart(part: MacroPart, steps: MacroSteps, { code, message, details }: Refused): Refused {
  if (details?.['part'] !== undefined) return new Refused(code, { message, details });
  return new Refused(code, {
    message: `${partLabel(part, steps)}: ${message}`,
    details: { ...details, part },
  });
}
