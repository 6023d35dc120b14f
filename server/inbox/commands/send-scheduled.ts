/**
 * The departure of a message that was planned: a durable job at its moment, in one transaction with the message, so
 * that it leaves once whatever number of processes look. It is judged anew then; what is held back stays, with why.
 */
import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/limits.ts';
import { allows } from '../../../contract/permissions.ts';
import { filesFault } from '../../../contract/rules/channel-files.ts';
import { findLink, viewerOf } from '../../access/links.ts';
import { hasOptedOut, OPTED_OUT_TEXT } from '../../crm/consents.ts';
import { notifyUnsent } from '../../notices/notifications.ts';
import type { App } from '../../platform/app.ts';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Acting } from '../../platform/http/session.ts';
import { missingUpload } from '../../platform/uploads/upload-store.ts';
import { SYSTEM } from '../apply-move.ts';
import { claimScheduled } from '../attachments.ts';
import { type ConversationRow, lockConversation } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import { findScheduled, ofScheduled, type ScheduledRow } from '../scheduled-row.ts';
import { sendIn } from './send-message.ts';

const KIND = 'conversation.scheduled';
const keyOf = (id: string) => `${KIND}:${id}`;
const payload = z.object({ id: z.string() });

/** Sets the moment at which it leaves; another one takes the place of the first. */
export async function scheduleDeparture(
  tx: Transaction,
  app: Pick<App, 'jobs'>,
  id: string,
  at: Date,
): Promise<void> {
  await app.jobs.schedule(tx, { kind: KIND, key: keyOf(id), runAt: at, payload: { id } });
}

/** It does not leave by itself any more. */
export async function cancelDeparture(tx: Transaction, app: Pick<App, 'jobs'>, id: string): Promise<void> {
  await app.jobs.cancel(tx, keyOf(id));
}

/** Notes in the message's own work that it left: the row without its words, the card with one less. */
export async function left(tx: Transaction, work: ConversationWork, id: string): Promise<void> {
  await tx.query(sql`
    update scheduled_messages set state = 'sent', text = '', buttons = '[]', links = '[]', reason = null where id = ${id}`);
  work.set({ scheduled_count: work.row.scheduled_count - 1 });
}

/** Registers what happens when the moment of a planned message comes. */
export function registerScheduledMessages(app: App): void {
  app.jobs.handle(KIND, async (tx, job) => {
    const { id } = payload.parse(job.payload);
    const found = await findScheduled(tx, id);
    const row = found && (await lockConversation(tx, found.conversation_id));
    if (!row) return;
    const kept = await findScheduled(tx, id);
    if (kept?.state !== 'waiting' || Date.parse(kept.send_at) > app.clock.now().getTime()) return;
    const reason = await depart(tx, app, row, kept);
    if (reason !== null) await holdBack(tx, app, row, kept, reason);
  });
}

/** Sends it by the rules of an agent's message. @returns why it did not leave, with nothing written; null: it left */
async function depart(
  tx: Transaction,
  app: App,
  row: ConversationRow,
  kept: ScheduledRow,
): Promise<string | null> {
  if (app.clock.now().getTime() - Date.parse(kept.send_at) > LIMITS.scheduledLate)
    return 'No se pudo enviar a su hora.';
  const author = await authorOf(tx, row.bot_id, kept.author_id);
  if (!author) return `${kept.author_name} ya no puede responder en este chatbot.`;
  const reason =
    notHeld(row, author) ??
    ((await hasOptedOut(tx, row.lead_id)) ? OPTED_OUT_TEXT : null) ??
    (await answeredSince(tx, kept)) ??
    (await keptFilesFault(tx, app, row, kept));
  if (reason !== null) return reason;
  // Inactive is still theirs: their words take it up again, as 'Tomar y enviar' does.
  const take = row.state === 'inactive' ? { take: true } : {};
  const { id, text, buttons, links } = kept;
  const body = { conversation_id: row.id, text, buttons, links, temporal_id: id, ...take };
  try {
    await sendIn(tx, app, author, body, {
      // Whole, as was asked above: what `sendIn` refuses from here on it refuses before it takes them.
      filesOf: (at) => claimScheduled(tx, at, id),
      also: (work) => left(tx, work, id),
    });
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

/** Why it can't leave with all of its files; null: they are all there, and the channel takes them. */
export async function keptFilesFault(
  tx: Transaction,
  app: Pick<App, 'config'>,
  { channel }: ConversationRow,
  { id, attachments, file_count }: ScheduledRow,
): Promise<string | null> {
  if (attachments.length !== file_count) return 'Uno de sus archivos ya no está disponible.';
  const fault = filesFault(channel, attachments);
  if (fault !== null) return fault;
  const name = file_count === 0 ? null : await missingUpload(tx, app, ofScheduled(id));
  return name === null ? null : `El archivo «${name}» ya no está disponible.`;
}

/** The author as they are now; null without a link, or without the right to write. */
async function authorOf(tx: Transaction, botId: number, userId: number): Promise<Acting | null> {
  const link = await findLink(tx, userId, botId);
  if (!link || !allows(link.role.permissions, 'live', 'add')) return null;
  const [user] = await tx.query<Acting['user']>(
    sql`select id, name, email, image from users where id = ${userId}`,
  );
  return user ? { user, link, viewer: viewerOf(link) } : null;
}

function notHeld({ state, agent_id, agent_name }: ConversationRow, { user }: Acting): string | null {
  if (state === 'closed' || state === 'archived') return 'La conversación terminó.';
  if (agent_id === user.id) return null;
  // Inactive is still of who had it.
  if (agent_id !== null) return `${agent_name ?? 'Otra persona'} tiene ahora la conversación.`;
  return `${user.name} ya no tiene la conversación.`;
}

/** The customer, or a colleague, wrote what its author had not read when they planned it. */
async function answeredSince(tx: Transaction, kept: ScheduledRow): Promise<string | null> {
  const [later] = await tx.query<{ sender: string; agent_name: string | null }>(sql`
    select m.sender, (select u.name from users u where u.id = m.agent_id) as agent_name from messages m
    where m.conversation_id = ${kept.conversation_id} and m.position > ${kept.after_position} and not m.note
      and (m.sender = 'Cliente' or (m.sender = 'agent' and m.agent_id is distinct from ${kept.author_id}::int))
    order by m.position limit 1`);
  if (!later) return null;
  return later.sender === 'Cliente'
    ? 'El cliente escribió después de que se programó.'
    : `${later.agent_name ?? 'Otra persona'} respondió después de que se programó.`;
}

async function holdBack(
  tx: Transaction,
  app: App,
  row: ConversationRow,
  { id, author_id }: ScheduledRow,
  reason: string,
): Promise<void> {
  await tx.query(sql`update scheduled_messages set state = 'unsent', reason = ${reason} where id = ${id}`);
  await notifyUnsent(tx, app, { conversation: row, toId: author_id, reason });
  const work = ConversationWork.on(row, app);
  work.systemLine(SYSTEM, `No se envió un mensaje programado. ${reason}`);
  await work.flush(tx);
}
