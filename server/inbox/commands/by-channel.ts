/**
 * What a channel tells of messages that are there already, and of those that the team wrote in the provider's own app.
 * Each runs in the transaction of the hook's part and ends with the log's append: nothing may be locked after it.
 */
import type { Attachment, MessageExtra } from '../../../contract/entities/message.ts';
import type { Actor } from '../../../contract/realtime/events.ts';
import type { Channel } from '../../../contract/states.ts';
import { leadName } from '../../crm/lead-name.ts';
import type { App } from '../../platform/app.ts';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { touch } from '../../platform/realtime/touch.ts';
import { SYSTEM } from '../apply-move.ts';
import { readBotRules } from '../bot-rules.ts';
import { lockConversation, lockLatestConversation, newConversationRow } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import { type MessageRow, messageColumns, type StoredStatus } from '../message-row.ts';
import { setTimers } from '../timers.ts';
import { lockVisitor } from '../visitor-identity.ts';

/** The message of a connection with this id of the channel, or ours that left under it; null: none has come yet. */
export async function findByMid(tx: Transaction, connectionId: string, mid: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(sql`
    select coalesce(
      (select m.id from messages m join conversations c on c.id = m.conversation_id
       where c.connection_id = ${connectionId} and m.mid = ${mid}
         and m.bot_id = (select bot_id from connections where id = ${connectionId}) limit 1),
      (select s.message_id from channel_sends s where s.connection_id = ${connectionId} and s.wamid = ${mid} limit 1)
    ) as id`);
  return row?.id ?? null;
}

async function workOn(tx: Transaction, app: App, messageId: string) {
  const [place] = await tx.query<{ conversation_id: string }>(
    sql`select conversation_id from messages where id = ${messageId}`,
  );
  const row = place ? await lockConversation(tx, place.conversation_id) : null;
  if (!row) return null;
  const [message] = await tx.query<MessageRow>(
    sql`select ${messageColumns} from messages m where m.id = ${messageId}`,
  );
  return message ? { work: ConversationWork.on(row, app), message } : null;
}

/** How far a message got. A refusal without a reason keeps the one that is known. @returns whether it moved */
export async function noteStatus(
  tx: Transaction,
  app: App,
  messageId: string,
  to: StoredStatus,
  reason: string | null,
): Promise<boolean> {
  const found = await workOn(tx, app, messageId);
  if (!found) return false;
  const { work, message } = found;
  const moved = work.status(message, to, SYSTEM, to === 'failed' ? (reason ?? message.reason) : null);
  if (moved && message.template) work.templateMutation(SYSTEM, message.template.name, to);
  const campaignId = message.template?.campaign_id;
  if (moved && campaignId !== undefined) {
    // What a campaign counts is its recipients' rows: they say what the message says, from the same instant on.
    await tx.query(sql`
      update campaign_recipients set outcome = ${to},
        reason = ${to === 'failed' ? (reason ?? message.reason) : null}
      where message_id = ${messageId}`);
    touch(tx, app, work.row.bot_id, [`campaign:${campaignId}`]);
  }
  // What an automation wrote and has come to is shown with its case.
  if (moved && campaignId === undefined) {
    const ofCase = await tx.query(sql`select 1 from automation_sends where message_id = ${messageId}`);
    if (ofCase.length > 0) touch(tx, app, work.row.bot_id, ['automations']);
  }
  if (moved) await work.flush(tx);
  return moved;
}

/** What may change of a message that is already in the log; null from `change`: nothing. */
export async function reviseMessage(
  tx: Transaction,
  app: App,
  messageId: string,
  actor: (leadName: string, leadId: string) => Actor,
  change: (
    message: MessageRow,
  ) => Partial<{ text: string; attachments: Attachment[]; extra: MessageExtra }> | null,
): Promise<void> {
  const found = await workOn(tx, app, messageId);
  if (!found) return;
  const { work, message } = found;
  const patch = change(message);
  if (!patch) return;
  work.revise(actor(work.row.lead_name, work.row.lead_id), message, patch);
  await work.flush(tx);
}

export interface Echo {
  visitorId: string;
  leadId: string;
  botId: number;
  channel: Channel;
  connectionId: string;
  mid: string;
  text: string;
  attachments: Attachment[];
  extra: MessageExtra;
  lastWord: string | null;
}

/** The business wrote in the provider's own app: shown as 'desde la app', in the conversation under way or a new one. */
export async function echoed(tx: Transaction, app: App, echo: Echo): Promise<string | null> {
  const { visitorId, botId, channel, connectionId } = echo;
  const visitor = await lockVisitor(tx, app, { id: visitorId, leadId: echo.leadId, botId, roomToken: '' });
  if ((await findByMid(tx, connectionId, echo.mid)) !== null) return null;
  const latest = await lockLatestConversation(tx, visitorId);
  const under = latest && latest.state !== 'closed' && latest.state !== 'archived' ? latest : null;
  const work = under
    ? ConversationWork.on(under, app)
    : ConversationWork.create(
        newConversationRow(
          {
            id: app.ids(),
            bot_id: botId,
            lead_id: visitor.lead_id,
            visitor_id: visitorId,
            channel,
            connection_id: connectionId,
            lead_name: leadName({
              id: visitor.lead_id,
              name: visitor.lead_name,
              email: visitor.lead_email,
              phone: visitor.lead_phone,
            }),
            last_customer_message_at: echo.lastWord,
          },
          app.clock.now().toISOString(),
        ),
        app,
        SYSTEM,
      );
  if (!under) work.transition('created', SYSTEM, null);
  const message = work.say(
    SYSTEM,
    {
      from: 'agent',
      text: echo.text,
      mid: echo.mid,
      attachments: echo.attachments,
      extra: { ...echo.extra, from_app: true },
      status: 'sent',
    },
    { waiting_since: null },
  );
  await setTimers(tx, app, work.row, under ? work.row.state : null, await readBotRules(tx, botId));
  await work.flush(tx);
  return message._id;
}
