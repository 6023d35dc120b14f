/** What each part of a WhatsApp webhook does to the inbox. */
import * as z from 'zod/mini';
import type { BotMinds } from '../../assistant/bot-minds.ts';
import type { MadeReady } from '../../inbox/commands/bot-answers.ts';
import { findByMid, noteStatus } from '../../inbox/commands/by-channel.ts';
import type { LlmTurns } from '../../inbox/commands/llm-turns.ts';
import type { StoredStatus } from '../../inbox/message-row.ts';
import type { App } from '../../platform/app.ts';
import { json, sql, type Transaction } from '../../platform/database/database.ts';
import { touch } from '../../platform/realtime/touch.ts';
import {
  applyEcho,
  applyEdit,
  applyMessage,
  applyReaction,
  connectionOf,
  NOTHING_PREPARED,
  prepareMessage,
} from '../apply-said.ts';
import { contactOf } from '../contacts.ts';
import type { PartRow } from '../hook-part.ts';
import type { Applied, ChannelReader } from '../intake.ts';
import { noteOpt } from '../opt-out.ts';
import { noteSendStatus } from '../send-status.ts';
import { readWhatsAppHook } from './read-hook.ts';
import { readContact, readMessage } from './read-message.ts';
import { reasonOf } from './reasons.ts';
import { applyTemplateChange } from './template-changes.ts';

const content = z.object({ message: z.unknown(), contact: z.unknown() });
const word = z.optional(z.nullable(z.coerce.string()));

/** Reads WhatsApp's webhooks and applies their parts. */
export function whatsappReader(app: App, minds: BotMinds, llm: LlmTurns): ChannelReader {
  return {
    split: readWhatsAppHook,
    async prepare(part) {
      if (part.kind !== 'message') return NOTHING_PREPARED;
      return prepareMessage(app, { minds, llm }, part, readMessage(content.parse(part.content).message));
    },
    apply(tx, part, prepared) {
      switch (part.kind) {
        case 'message':
          return message(tx, app, part, prepared as MadeReady);
        case 'echo':
          return applyEcho(tx, app, part, saidIn(part, true));
        case 'reaction':
          return applyReaction(tx, app, part, emojiOf(part));
        case 'edit':
        case 'revoke':
          return applyEdit(tx, app, part, newText(part));
        case 'status':
          return applyStatus(tx, app, part);
        case 'template':
          return applyTemplateChange(tx, app, part);
        case 'preference':
          return applyPreference(tx, app, part);
        case 'account':
          return applyAccount(tx, app, part);
        case 'unknown':
          return Promise.resolve('done');
      }
    },
  };
}

function saidIn(part: PartRow, echo = false) {
  const given = content.parse(part.content);
  return {
    read: readMessage(given.message),
    who: readContact(given.message, echo ? null : given.contact, echo),
  };
}

/** A customer's new number is noted with their message. */
function message(tx: Transaction, app: App, part: PartRow, prepared: MadeReady): Promise<Applied> {
  const said = saidIn(part);
  const { newPhone } = said.read;
  return applyMessage(tx, app, part, said, prepared, async ({ id }) => {
    if (newPhone === null) return;
    await tx.query(sql`
      update channel_contacts k set phone = ${newPhone.replace(/\D/g, '')} where id = ${id} and not exists (
        select 1 from channel_contacts o where o.connection_id = k.connection_id and o.phone = ${newPhone})`);
  });
}

const reaction = z.looseObject({ reaction: z.looseObject({ emoji: word }) });
const emojiOf = (part: PartRow): string =>
  reaction.parse(content.parse(part.content).message).reaction.emoji ?? '';

const edited = z.looseObject({
  edit: z.optional(z.looseObject({ message: z.optional(z.unknown()) })),
  edited: z.optional(z.looseObject({ message: z.optional(z.unknown()) })),
});

/** The words that a message has from now on; null: none. */
function newText(part: PartRow): string | null {
  if (part.kind !== 'edit') return null;
  const given = edited.parse(content.parse(part.content).message);
  const next = given.edit?.message ?? given.edited?.message;
  return next ? readMessage({ id: part.target, ...(next as object) }).text : null;
}

const status = z.looseObject({
  id: z.string(),
  status: z.string(),
  biz_opaque_callback_data: word,
  pricing: z.catch(
    z.optional(
      z.looseObject({
        billable: z.optional(z.nullable(z.boolean())),
        category: word,
        pricing_model: word,
        type: word,
      }),
    ),
    undefined,
  ),
  errors: z.catch(
    z.optional(
      z.array(
        z.looseObject({
          code: z.optional(z.coerce.number()),
          error_data: z.catch(z.optional(z.looseObject({ details: word })), undefined),
        }),
      ),
    ),
    undefined,
  ),
});
/** What the provider says of its charge; whichever of several comes, the same stays. */
async function notePricing(tx: Transaction, part: PartRow, given: z.infer<typeof status>): Promise<void> {
  const { pricing } = given;
  if (!pricing) return;
  const kept = {
    billable: pricing.billable ?? null,
    category: pricing.category?.slice(0, 60) ?? '',
    model: pricing.pricing_model?.slice(0, 60) ?? null,
    type: pricing.type?.slice(0, 60) ?? null,
  };
  await tx.query(sql`
    update messages set pricing = greatest(pricing::text, ${json(kept)}::jsonb::text)::jsonb
    where template is not null and id = (
      select message_id from channel_sends where connection_id = ${part.connection_id}
        and (wamid = ${given.id} or id = ${given.biz_opaque_callback_data ?? null}) limit 1)`);
}

const STATUSES: Record<string, StoredStatus> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
};

async function applyStatus(tx: Transaction, app: App, part: PartRow): Promise<Applied> {
  const given = status.parse(part.content);
  const to = STATUSES[given.status];
  if (!to) return 'done';
  const error = given.errors?.[0];
  const reason =
    error?.code === undefined ? null : reasonOf(error.code, error.error_data?.details ?? null).text;
  // By its id, or by what we sent along: an answer that was lost is found again by that.
  const moved = await noteSendStatus(tx, app, {
    connectionId: part.connection_id,
    wamid: given.id,
    sendId: given.biz_opaque_callback_data ?? null,
    status: to,
    reason,
  });
  if (moved === 'unknown') {
    const id = await findByMid(tx, part.connection_id, given.id);
    if (id === null) return 'missing';
    await noteStatus(tx, app, id, to, reason);
    return 'done';
  }
  await notePricing(tx, part, given);
  if (moved !== null) await noteStatus(tx, app, moved.messageId, moved.status, reason);
  return 'done';
}

const preferences = z.looseObject({
  value: z.looseObject({
    user_preferences: z.catch(
      z.array(z.looseObject({ wa_id: word, user_id: word, category: word, value: word, timestamp: word })),
      [],
    ),
  }),
});

/** The latest word of each customer on marketing, as Meta tells it. */
async function applyPreference(tx: Transaction, app: App, part: PartRow): Promise<Applied> {
  for (const one of preferences.parse(part.content).value.user_preferences) {
    const seconds = Number(one.timestamp);
    const at = Number.isFinite(seconds) && seconds > 0 ? new Date(seconds * 1000) : new Date(part.said_at);
    const contact = await contactOf(tx, app, connectionOf(part), {
      phone: one.wa_id?.replace(/\D/g, '') || null,
      userId: one.user_id ?? null,
      parentUserId: null,
      name: null,
      username: null,
    });
    await noteOpt(tx, app, {
      contact,
      botId: part.bot_id,
      channel: 'whatsapp',
      state: one.value === 'stop' ? 'denied' : 'granted',
      at,
      source: 'Preferencias de WhatsApp',
    });
  }
  return 'done';
}

const account = z.looseObject({
  field: z.string(),
  value: z.looseObject({ event: word, current_limit: word }),
});

/** What Meta says of the number's standing, for the connection's screen. */
async function applyAccount(tx: Transaction, app: App, part: PartRow): Promise<Applied> {
  const { field, value } = account.parse(part.content);
  const facts =
    field === 'phone_number_quality_update'
      ? { tier: value.current_limit ?? null }
      : { event: value.event ?? null };
  await tx.query(sql`
    update connections set facts = facts || ${json(facts)} where id = ${part.connection_id}`);
  touch(tx, app, part.bot_id, ['connections']);
  return 'done';
}
