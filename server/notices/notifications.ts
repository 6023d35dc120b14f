/**
 * Notifications: written for each person whom they concern, pushed to their sockets after the commit (docs/product.md
 * §3, §7).
 */
import type { AnswerLevel } from '../../contract/entities/answer-deadlines.ts';
import type { NotificationAction } from '../../contract/entities/notification.ts';
import type { ConversationState } from '../../contract/states.ts';
import { STATE_LABELS, TEXTS } from '../../contract/texts.ts';
import { KIND_OF_ACTION } from '../../contract/told.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { scheduleDigest } from './digest.ts';
import { type NotificationRow, notificationColumns, toNotification } from './notification-row.ts';
import { announce } from './push/announce.ts';
import { readNotices } from './push/notice-settings.ts';
import { touchNotices } from './touch-notices.ts';

export interface NotificationDraft {
  action: NotificationAction;
  botId: number;
  /** Who gets it; people without a link to the bot are left out. */
  userIds: readonly number[];
  /** A name of the icon set of src/notices/notice-icons.ts; one that it does not know shows as the kind's. */
  icon: string;
  subject: string;
  body: string;
  /** A path of the app. */
  link: string;
  fromAgent?: { id: number; name: string } | null | undefined;
  categories?: readonly string[] | undefined;
  trackingCode?: string | null | undefined;
  /**
   * The event that it tells; default: an id of its own. A person is told of an event once, however often it is told,
   * and a tab that hears of it by two ways shows one notice.
   */
  eventId?: string | undefined;
  /** It is about this conversation: no push once that has moved on. */
  conversation?: { id: string; states: ConversationState[] } | undefined;
  /** It is shown to who sees this conversation alone; default: `conversation`'s. */
  conversationId?: string | undefined;
  /** It is shown to who sees this ticket of the bot alone. */
  ticketId?: string | undefined;
  /**
   * What gathers (NO-3): while one of this subject is unread, the next adds to it, and `text` says how many there are.
   * Default for answers in a ticket: its code, '3 respuestas en T-1042'.
   */
  gather?: { subject: string; text: (count: number) => string } | undefined;
  /** The body for a screen that others can read: no names, no words of anybody. */
  plain: string;
}

type Ports = Pick<App, 'ids' | 'clock' | 'realtime' | 'jobs' | 'bus'>;

/**
 * Writes the notification in the transaction of what it tells, once for each person and event (NO-1). Other rooms of the
 * server call this. Call it before the transaction's last append.
 */
export async function notify(tx: Transaction, app: Ports, draft: NotificationDraft): Promise<void> {
  const { action, botId } = draft;
  // In the order of their ids: each person's number is a lock (the migration's `next_notification`).
  const linked = await tx.query<{ user_id: number; notices: unknown }>(sql`
    select ub.user_id, u.notices from user_bots ub join users u on u.id = ub.user_id
    where ub.bot_id = ${botId} and ub.user_id = any(${[...new Set(draft.userIds)]}::int[])
    order by ub.user_id`);
  const kind = KIND_OF_ACTION[action];
  const told: number[] = [];
  for (const { user_id, notices } of linked) {
    const { ways } = readNotices(notices);
    const row = await write(tx, app, draft, user_id, ways[kind].bell);
    if (row === null) continue;
    told.push(user_id);
    await ring(tx, app, draft, row);
    if (ways[kind].mail) await scheduleDigest(tx, app, user_id);
  }
  if (told.length > 0) await touchNotices(tx, app, [botId], told);
}

/** @param counts whether it is unread at first @returns null: the person was told of the event already */
async function write(
  tx: Transaction,
  app: Ports,
  draft: NotificationDraft,
  userId: number,
  counts: boolean,
): Promise<NotificationRow | null> {
  const { action, botId, icon, subject, body, link, trackingCode = null } = draft;
  const now = app.clock.now();
  // First: it is the lock under which is judged what the person knows already and has not read.
  const [number] = await tx.query<{ seq: number }>(sql`select next_notification(${userId}) as seq`);
  if (!number) throw new Error('No number was given');
  const { seq } = number;
  if (draft.eventId !== undefined) {
    const known = await tx.query(sql`
      select 1 from notification_events where user_id = ${userId} and event_id = ${draft.eventId}`);
    if (known.length > 0) return null;
  }
  const gather = gathering(draft);
  const gathered = gather && (await unreadOfSubject(tx, userId, gather.subject));
  const about = draft.conversationId ?? draft.conversation?.id ?? null;
  const [row] = gathered
    ? await tx.query<NotificationRow>(sql`
        update notifications n set seq = ${seq}, count = n.count + 1, body = ${gather.text(gathered.count + 1)},
          latest = ${body}, link = ${link}, created_at = ${now}, mailed = false
        where n.id = ${gathered.id} returning ${notificationColumns}`)
    : await tx.query<NotificationRow>(sql`
        insert into notifications as n (id, seq, user_id, bot_id, type, icon, subject, body, link, read, created_at,
          subject_key, tracking_code, conversation_id, ticket_id)
        values (${app.ids()}, ${seq}, ${userId}, ${botId}, ${action}, ${icon}, ${subject}, ${body}, ${link}, ${!counts}, ${now},
          ${gather?.subject ?? null}, ${trackingCode}, ${about}, ${draft.ticketId ?? null})
        returning ${notificationColumns}`);
  if (!row) throw new Error('No notification was written');
  if (draft.eventId !== undefined)
    await tx.query(sql`
      insert into notification_events (user_id, event_id, notification_id)
      values (${userId}, ${draft.eventId}, ${row.id})`);
  return row;
}

function gathering(draft: NotificationDraft): NotificationDraft['gather'] {
  const { action, botId, trackingCode, gather } = draft;
  if (gather || action !== 'create_new_message_ticket' || !trackingCode) return gather;
  return {
    subject: `ticket:${botId}:${trackingCode}`,
    text: (count) => `${count} respuestas en ${trackingCode}`,
  };
}

async function unreadOfSubject(tx: Transaction, userId: number, subject: string) {
  const [row] = await tx.query<{ id: string; count: number }>(sql`
    select id, count from notifications
    where user_id = ${userId} and subject_key = ${subject} and not read and not archived
    order by seq desc limit 1`);
  return row;
}

async function ring(
  tx: Transaction,
  app: Ports,
  draft: NotificationDraft,
  row: NotificationRow,
): Promise<void> {
  const { action, botId, icon, subject, link } = draft;
  const { user_id } = row;
  const notification = toNotification(row);
  const told = {
    type: action,
    bot_id: botId,
    // What was gathered is news of its own.
    event_id: draft.eventId ?? `${row.id}.${row.seq}`,
    icon,
    link,
    categories: [...(draft.categories ?? [])],
    tracking_code: draft.trackingCode ?? null,
    subject,
    user_id,
    from_agent: draft.fromAgent ?? null,
  };
  tx.afterCommit(() => {
    app.realtime.toAgent(botId, user_id, 'NOTIFICATION', { ...told, action, notification });
    // The same event_id: a tab that listens to both shows one notice.
    app.realtime.toAgent(botId, user_id, 'PUSH_DATA', told);
  });
  await announce(tx, app, [user_id], {
    botId,
    kind: KIND_OF_ACTION[action],
    type: action,
    eventId: told.event_id,
    title: subject,
    plain: draft.plain,
    text: row.body,
    url: link,
    // One of a subject takes the place of the one before.
    tag: row.count > 1 ? row.id : told.event_id,
    conversation: draft.conversation ?? null,
    notificationId: row.id,
  });
}

/** The address of a conversation in the inbox. */
export function conversationLink(
  app: Pick<App, 'config'>,
  { id, bot_id, state }: { id: string; bot_id: number; state: string },
): string {
  const query = `bot=${bot_id}&state=${state}&conversation=${encodeURIComponent(id)}`;
  return `/${app.config.product.slug}-live-2?${query}`;
}

/** A conversation was derived to somebody (docs/product.md §4 'Derive'): tells them, unless they did it themselves. */
export async function notifyTransfer(
  tx: Transaction,
  app: Ports & Pick<App, 'config'>,
  move: {
    conversation: { id: string; bot_id: number; lead_name: string; category: string | null };
    from: { id: number; name: string };
    toId: number;
    reason: string | null;
    /** Of the event that tells it. */
    eventId?: string | undefined;
  },
): Promise<void> {
  const { conversation, from, toId, reason, eventId } = move;
  if (from.id === toId) return;
  const why = reason?.trim() ? `: ${reason.trim()}` : '';
  await notify(tx, app, {
    action: 'transfer_conversation',
    botId: conversation.bot_id,
    userIds: [toId],
    icon: 'transfer',
    subject: TEXTS.transferTitle,
    body: `${from.name} te derivó la conversación de ${conversation.lead_name}${why}`,
    plain: `Está en ${STATE_LABELS.taken}.`,
    link: conversationLink(app, { ...conversation, state: 'taken' }),
    fromAgent: from,
    categories: conversation.category === null ? [] : [conversation.category],
    eventId,
    conversation: { id: conversation.id, states: ['taken'] },
  });
}

/** A message that somebody had planned was held back at its moment: tells them why. */
export async function notifyUnsent(
  tx: Transaction,
  app: Ports & Pick<App, 'config'>,
  unsent: {
    conversation: { id: string; bot_id: number; state: string; lead_name: string };
    toId: number;
    reason: string;
  },
): Promise<void> {
  const { conversation, toId, reason } = unsent;
  await notify(tx, app, {
    action: 'scheduled_message_unsent',
    botId: conversation.bot_id,
    userIds: [toId],
    icon: 'unsent',
    subject: 'No se envió un mensaje programado',
    body: `Tu mensaje para ${conversation.lead_name} no salió. ${reason}`,
    plain: 'Un mensaje que programaste no salió.',
    link: conversationLink(app, conversation),
    conversationId: conversation.id,
  });
}

/** Somebody was named in a note (docs/product.md §7 'user_tagged'). Nobody tells themselves. */
export async function notifyMention(
  tx: Transaction,
  app: Ports & Pick<App, 'config'>,
  note: {
    conversation: { id: string; bot_id: number; state: string; lead_name: string };
    from: { id: number; name: string };
    /** Those who see the conversation. */
    toIds: readonly number[];
  },
): Promise<void> {
  const { conversation, from } = note;
  await notify(tx, app, {
    action: 'user_tagged',
    botId: conversation.bot_id,
    userIds: note.toIds.filter((id) => id !== from.id),
    icon: 'mention',
    subject: 'Te mencionaron en una nota',
    body: `${from.name} te mencionó en una nota de la conversación de ${conversation.lead_name}`,
    plain: 'Un colega te nombró en una conversación.',
    link: conversationLink(app, conversation),
    fromAgent: from,
    conversationId: conversation.id,
    gather: {
      subject: `mention:${conversation.id}`,
      text: (count) => `${count} menciones en la conversación de ${conversation.lead_name}`,
    },
  });
}

const NEWS_TEXTS = {
  wrote: (lead: string) => `${lead} escribió`,
  answered: (lead: string, who: string | null) => `${who ?? 'Un colega'} respondió a ${lead}`,
  taken: (lead: string, who: string | null) =>
    who === null
      ? `La conversación de ${lead} ya tiene quien la atienda`
      : `${who} tomó la conversación de ${lead}`,
  given: (lead: string, who: string | null) => `${who ?? 'Un colega'} asignó la conversación de ${lead}`,
  closed: (lead: string, who: string | null) =>
    who === null ? `La conversación de ${lead} terminó` : `${who} terminó la conversación de ${lead}`,
} as const;

/** Something happened in a conversation that these follow. */
export async function notifyFollowers(
  tx: Transaction,
  app: Ports & Pick<App, 'config'>,
  news: {
    conversation: { id: string; bot_id: number; state: string; lead_name: string };
    /** Those who see it. */
    toIds: readonly number[];
    what: keyof typeof NEWS_TEXTS;
    /** Which colleague did it; null: the customer, or nobody. */
    who: string | null;
  },
): Promise<void> {
  const { conversation, toIds, what, who } = news;
  await notify(tx, app, {
    action: 'followed_conversation',
    botId: conversation.bot_id,
    userIds: toIds,
    icon: 'followed',
    subject: 'Novedades en una conversación que sigues',
    body: NEWS_TEXTS[what](conversation.lead_name, who),
    plain: 'Hay novedades en una conversación que sigues.',
    link: conversationLink(app, conversation),
    conversationId: conversation.id,
    gather: {
      subject: `followed:${conversation.id}`,
      text: (count) => `${count} novedades en la conversación de ${conversation.lead_name}`,
    },
  });
}

/** An answer's deadline is near, or has passed. */
export async function notifyAnswerDue(
  tx: Transaction,
  app: Ports & Pick<App, 'config'>,
  due: {
    conversation: { id: string; bot_id: number; state: ConversationState; lead_name: string };
    level: AnswerLevel;
    /** Who has it; null: nobody. */
    ownerId: number | null;
    /** Who is told beside its owner; those who see it. */
    toIds: readonly number[];
    /** Minutes that are left when it is near. */
    minutes: number;
    /** Of the event that tells it. */
    eventId: string | undefined;
  },
): Promise<void> {
  const { conversation, level, ownerId, toIds, minutes, eventId } = due;
  const { id, bot_id: botId, state, lead_name: lead } = conversation;
  const shared = {
    action: 'answer_due' as const,
    botId,
    icon: 'answer_due',
    link: conversationLink(app, conversation),
    eventId,
    conversation: { id, states: [state] },
  };
  const left = minutes === 1 ? 'Queda 1 minuto' : `Quedan ${minutes} minutos`;
  if (ownerId !== null)
    await notify(tx, app, {
      ...shared,
      userIds: [ownerId],
      ...(level === 'near'
        ? {
            subject: 'Un cliente espera tu respuesta',
            body: `${left} para responder a ${lead}`,
            plain: 'Se acerca el plazo para responder a un cliente.',
          }
        : {
            subject: 'Venció el plazo para responder',
            body: `${lead} espera tu respuesta y el plazo venció`,
            plain: 'Venció el plazo para responder a un cliente.',
          }),
    });
  if (toIds.length > 0)
    await notify(tx, app, {
      ...shared,
      userIds: toIds.filter((one) => one !== ownerId),
      subject: 'Venció el plazo de una respuesta',
      body:
        ownerId === null
          ? `${lead} espera en Pendientes y el plazo venció`
          : `${lead} espera a quien tiene su conversación y el plazo venció`,
      plain: 'Venció el plazo para responder a un cliente.',
      // A morning in which nobody is there is one line for who watches over all.
      gather: { subject: `answer_due:${botId}`, text: (count) => `${count} plazos de respuesta vencidos` },
    });
}

/** An absence has begun or ended: tells who was away, and who manages them. Why they are away is told to nobody. */
export async function notifyAbsence(
  tx: Transaction,
  app: Ports & Pick<App, 'config'>,
  absence: {
    botId: number;
    person: { id: number; name: string };
    managerIds: readonly number[];
    what: 'began' | 'ended';
    /** Conversations that the person has. */
    held: number;
    /** Of this beginning, or this end. */
    eventId: string;
  },
): Promise<void> {
  const { botId, person, managerIds, what, held, eventId } = absence;
  const began = what === 'began';
  const list = `/${app.config.product.slug}-live-2?bot=${botId}`;
  const count = held === 1 ? '1 conversación' : `${held} conversaciones`;
  const shared = { action: 'absence' as const, botId, icon: 'absence', eventId };
  await notify(tx, app, {
    ...shared,
    userIds: [person.id],
    link: `${list}&state=mine`,
    subject: began ? 'Empezó tu ausencia' : 'Terminó tu ausencia',
    body: began
      ? held === 0
        ? 'Empezó tu ausencia. No te queda ninguna conversación'
        : `Empezó tu ausencia. Conversaciones que te quedan: ${held}. Puedes derivarlas`
      : `Terminó tu ausencia. ${held === 0 ? 'No te espera ninguna conversación' : `Tienes ${count}`}`,
    plain: began ? 'Empezó tu ausencia.' : 'Terminó tu ausencia.',
  });
  await notify(tx, app, {
    ...shared,
    userIds: managerIds.filter((id) => id !== person.id),
    link: `${list}&state=held&agent=${person.id}`,
    subject: began ? 'Empezó una ausencia' : 'Terminó una ausencia',
    body: began
      ? held === 0
        ? `Empezó la ausencia de ${person.name}. No le queda ninguna conversación`
        : `Empezó la ausencia de ${person.name}. Conversaciones que le quedan: ${held}. Puedes asignarlas a alguien más`
      : `Terminó la ausencia de ${person.name}. ${held === 0 ? 'No tiene conversaciones' : `Tiene ${count}`}`,
    plain: began ? 'Empezó la ausencia de alguien del equipo.' : 'Terminó la ausencia de alguien del equipo.',
  });
}
