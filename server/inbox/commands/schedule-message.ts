/** 'Enviar más tarde': a message that the server keeps until its moment (docs/decisions/0059-send-later.md). */
import type { Message } from '../../../contract/entities/message.ts';
import type { ScheduledMessage } from '../../../contract/entities/scheduled-message.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { isLocked } from '../../../contract/rules/lock.ts';
import type { OfferedLink } from '../../../contract/rules/offered-links.ts';
import { agentActor } from '../../access/agent-actor.ts';
import { zoneOf } from '../../calendar/calendar.ts';
import { hasOptedOut, OPTED_OUT_TEXT, requireUnblocked } from '../../crm/consents.ts';
import type { App } from '../../platform/app.ts';
import { cleanText } from '../../platform/clean-text.ts';
import { json, sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { eraseHeldUploads, holdUploads } from '../../platform/uploads/upload-store.ts';
import { conflict } from '../apply-move.ts';
import { claimScheduled, requireTaken } from '../attachments.ts';
import type { ConversationRow } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import { type MessageRow, messageColumns, toMessage } from '../message-row.ts';
import { momentIn } from '../moment-in.ts';
import { authorOfUser, onceMore } from '../once.ts';
import {
  findScheduled,
  ofScheduled,
  type ScheduledRow,
  scheduledColumns,
  toScheduled,
} from '../scheduled-row.ts';
import { cleanLabels, cleanLinks, offered } from './offered.ts';
import { lockAtBot, lockSeen, requireSight } from './open-conversation.ts';
import { requireFreshView, requireHeld, sendIn } from './send-message.ts';
import { cancelDeparture, keptFilesFault, left, scheduleDeparture } from './send-scheduled.ts';

export interface Plan {
  text: string;
  /** Ids of uploads. Absent: as they are. */
  attachments?: readonly string[] | undefined;
  /** Absent: as they are. */
  buttons?: readonly string[] | undefined;
  /** Absent: as they are. */
  links?: readonly OfferedLink[] | undefined;
  /** ISO, UTC. */
  send_at: string;
  last_seen?: number | undefined;
}

const ofField = (field: keyof Plan, message: string) => new Refused('rule', { message, details: { field } });

/**
 * Keeps a message until its moment, once per author and `temporal_id`. Throws `Refused` as the call says
 * (contract/calls/scheduled-messages.ts).
 */
export async function scheduleMessage(
  app: App,
  by: BotSession,
  conversationId: string,
  body: Plan & { temporal_id: string },
): Promise<ScheduledMessage> {
  const once = `${authorOfUser(by.user.id)}:${body.temporal_id}`;
  const plan = async (tx: Transaction): Promise<ScheduledMessage> => {
    const row = await lockAtBot(tx, by, conversationId);
    const [known] = await tx.query<ScheduledRow>(
      sql`select ${scheduledColumns} from scheduled_messages s where s.once = ${once}`,
    );
    if (known && known.conversation_id !== row.id)
      throw new Refused('rule', { message: 'Este mensaje ya se programó en otra conversación.' });
    if (known) return toScheduled(known);
    requireSight(by, row);
    const { text, buttons, links, at, after } = await judge(tx, app, by, row, body);
    if (row.scheduled_count >= LIMITS.scheduledMessages) {
      const message = `Una conversación puede tener hasta ${LIMITS.scheduledMessages} mensajes programados.`;
      throw new Refused('rule', { message });
    }
    const id = app.ids();
    await tx.query(sql`
      insert into scheduled_messages (
        id, conversation_id, bot_id, author_id, once, text, buttons, links, send_at, after_position, created_at
      ) values (
        ${id}, ${row.id}, ${row.bot_id}, ${by.user.id}, ${once}, ${text}, ${json(buttons)}, ${json(links)}, ${at}, ${after}, ${app.clock.now()}
      )`);
    if (body.attachments) await holdFiles(tx, app, by, row, id, body.attachments);
    await scheduleDeparture(tx, app, id, at);
    const work = ConversationWork.on(row, app);
    work.set({ scheduled_count: row.scheduled_count + 1 });
    work.cardChanged(agentActor(by));
    const moment = momentIn(await zoneOf(tx, row.bot_id, work.now), at);
    work.systemLine(agentActor(by), `${by.user.name} programó un mensaje para el ${moment}`);
    return written(tx, work, id);
  };
  return onceMore(() => app.db.transaction(plan), 'scheduled_messages_once');
}

/** Plans it anew, under the name of who changes it. Throws `Refused` as `scheduleMessage`; 409 for what is over. */
export async function changeScheduled(
  app: App,
  by: BotSession,
  id: string,
  body: Plan,
): Promise<ScheduledMessage> {
  return app.db.transaction(async (tx) => {
    const { row, kept } = await lockKept(tx, by, id);
    if (kept.state === 'sent' || kept.state === 'cancelled') throw over(row, kept);
    const { text, buttons, links, at, after } = await judge(tx, app, by, row, body, kept);
    await holdFiles(tx, app, by, row, id, body.attachments ?? kept.attachments.map((file) => file.id));
    await tx.query(sql`
      update scheduled_messages set text = ${text}, buttons = ${json(buttons)}, links = ${json(links)}, send_at = ${at}, author_id = ${by.user.id},
        after_position = ${after}, state = 'waiting', reason = null
      where id = ${id}`);
    await scheduleDeparture(tx, app, id, at);
    const work = ConversationWork.on(row, app);
    const moment = momentIn(await zoneOf(tx, row.bot_id, work.now), at);
    work.systemLine(agentActor(by), `${by.user.name} cambió un mensaje programado: saldrá el ${moment}`);
    return written(tx, work, id);
  });
}

/** Takes it back. Throws `Refused`: not_found; forbidden; conflict for what left. The same again changes nothing. */
export async function cancelScheduled(app: App, by: BotSession, id: string): Promise<ScheduledMessage> {
  return app.db.transaction(async (tx) => {
    const { row, kept } = await lockKept(tx, by, id);
    const own = kept.author_id === by.user.id || (row.state === 'taken' && row.agent_id === by.user.id);
    if (!own && by.viewer.base !== 'administrador') {
      throw new Refused('forbidden', {
        message: 'Solo quien lo programó o quien tiene la conversación puede cancelarlo.',
      });
    }
    if (kept.state === 'cancelled') return toScheduled(kept);
    if (kept.state === 'sent') throw over(row, kept);
    await tx.query(sql`
      update scheduled_messages set state = 'cancelled', text = '', buttons = '[]', links = '[]', reason = null where id = ${id}`);
    await eraseHeldUploads(tx, app, ofScheduled(id));
    await cancelDeparture(tx, app, id);
    const work = ConversationWork.on(row, app);
    work.set({ scheduled_count: row.scheduled_count - 1 });
    work.cardChanged(agentActor(by));
    work.systemLine(agentActor(by), `${by.user.name} canceló un mensaje programado`);
    return written(tx, work, id);
  });
}

/** Sends it now, as a message of who asks and by a message's rules; what left already is answered. */
export async function sendScheduledNow(
  app: App,
  by: BotSession,
  id: string,
  lastSeen: number | undefined,
): Promise<Message> {
  return app.db.transaction(async (tx) => {
    const { row, kept } = await lockKept(tx, by, id);
    if (kept.state === 'sent') {
      const [sent] = await tx.query<MessageRow>(sql`
        select ${messageColumns} from messages m where m.conversation_id = ${row.id} and m.temporal_id = ${id}`);
      if (sent) return toMessage(sent);
    }
    if (kept.state === 'sent' || kept.state === 'cancelled') throw over(row, kept);
    const fault = await keptFilesFault(tx, app, row, kept);
    if (fault !== null) throw ofField('attachments', fault);
    const { text, buttons, links } = kept;
    const body = { conversation_id: row.id, text, buttons, links, temporal_id: id, last_seen: lastSeen };
    return sendIn(tx, app, by, body, {
      filesOf: (at) => claimScheduled(tx, at, id),
      also: async (work) => {
        await cancelDeparture(tx, app, id);
        await left(tx, work, id);
      },
    });
  });
}

/** Whether it may be planned so; the same rules that hold when it leaves, as far as they are known. */
async function judge(
  tx: Transaction,
  app: App,
  by: BotSession,
  row: ConversationRow,
  { text, attachments, buttons, links, send_at, last_seen }: Plan,
  kept?: ScheduledRow,
): Promise<{ text: string; buttons: string[]; links: OfferedLink[]; at: Date; after: number }> {
  requireHeld(by, row);
  await requireUnblocked(tx, row.lead_id);
  if (await hasOptedOut(tx, row.lead_id))
    throw new Refused('rule', { message: OPTED_OUT_TEXT, details: { reason: 'opted_out' } });
  await requireFreshView(tx, by, row, last_seen);
  const words = cleanText(text);
  const labels = cleanLabels(buttons ?? kept?.buttons ?? []);
  const pages = cleanLinks(links ?? kept?.links ?? []);
  offered(app, row, { text: words, buttons: labels, links: pages });
  if (words.trim() === '' && (attachments ?? kept?.attachments ?? []).length === 0)
    throw ofField('text', 'Escribe un mensaje antes de programarlo.');
  const at = new Date(send_at);
  const ahead = at.getTime() - app.clock.now().getTime();
  if (ahead <= 0) throw ofField('send_at', 'Elige un momento futuro para enviarlo.');
  if (ahead > LIMITS.scheduledAhead)
    throw ofField('send_at', 'Elige un momento dentro de los próximos 90 días.');
  if (isLocked(row.channel, row.last_customer_message_at, at, 'person')) {
    throw ofField(
      'send_at',
      'Para entonces este canal ya no acepta un texto libre: pasó demasiado desde el último mensaje del cliente. Elige un momento anterior.',
    );
  }
  return {
    text: words,
    buttons: labels,
    links: pages,
    at,
    after: Math.min(last_seen ?? row.message_count, row.message_count),
  };
}

/**
 * Its files are these from now on, as long as it waits. Throws rule for what is not its own, nor the person's, and for
 * what the channel does not take.
 */
async function holdFiles(
  tx: Transaction,
  app: App,
  by: BotSession,
  row: ConversationRow,
  id: string,
  attachments: readonly string[],
): Promise<void> {
  const own = { botId: by.link.bot_id, author: authorOfUser(by.user.id) };
  await holdUploads(tx, app, ofScheduled(id), own, attachments);
  await tx.query(sql`
    update scheduled_messages set file_count = ${new Set(attachments).size} where id = ${id}`);
  requireTaken(row, (await findScheduled(tx, id))?.attachments ?? []);
}

async function lockKept(
  tx: Transaction,
  by: BotSession,
  id: string,
): Promise<{ row: ConversationRow; kept: ScheduledRow }> {
  const found = await findScheduled(tx, id);
  if (!found) throw new Refused('not_found');
  const row = await lockSeen(tx, by, found.conversation_id);
  // Read again: it may have left while the lock was waited for.
  const kept = await findScheduled(tx, id);
  if (!kept) throw new Refused('not_found');
  return { row, kept };
}

/** Appends what the work noted, the last in the transaction; answers the message as it is then. */
async function written(tx: Transaction, work: ConversationWork, id: string): Promise<ScheduledMessage> {
  const kept = await findScheduled(tx, id);
  if (!kept) throw new Error('The scheduled message is gone');
  await work.flush(tx);
  return toScheduled(kept);
}

/** The refusal of what can't be changed any more. */
function over(row: ConversationRow, { state }: ScheduledRow): Refused {
  const { details } = conflict('conflict', row);
  const message = state === 'sent' ? 'Este mensaje ya se envió.' : 'Este mensaje programado ya se canceló.';
  return new Refused('conflict', { message, details });
}
