/** What each part of a WhatsApp webhook does to the inbox. */
import * as z from 'zod/mini';
import type { MessageExtra } from '../../../contract/entities/message.ts';
import { optWord } from '../../../contract/rules/opt-out.ts';
import type { BotMinds, HearingMind } from '../../assistant/bot-minds.ts';
import { echoed, findByMid, noteStatus, reviseMessage } from '../../inbox/commands/by-channel.ts';
import { type LanguageModel, receiveMessage } from '../../inbox/commands/customer-wrote.ts';
import { keepGiven } from '../../inbox/commands/keep-given.ts';
import type { LlmTurns } from '../../inbox/commands/llm-turns.ts';
import type { StoredStatus } from '../../inbox/message-row.ts';
import type { App } from '../../platform/app.ts';
import { json, sql, type Transaction } from '../../platform/database/database.ts';
import { touch } from '../../platform/realtime/touch.ts';
import { contactOf, noteWord } from '../contacts.ts';
import type { PartRow } from '../hook-part.ts';
import { type Applied, type ChannelReader, wake } from '../intake.ts';
import { noteOpt } from '../opt-out.ts';
import { noteSendStatus } from '../send-status.ts';
import { orderFiles, placeholders } from './media.ts';
import { readWhatsAppHook } from './read-hook.ts';
import { type ReadMessage, readContact, readMessage } from './read-message.ts';
import { reasonOf } from './reasons.ts';
import { applyTemplateChange } from './template-changes.ts';

const content = z.object({ message: z.unknown(), contact: z.unknown() });
const word = z.optional(z.nullable(z.coerce.string()));

interface Prepared {
  mind: HearingMind | null;
  model: LanguageModel | null;
}

/** Reads WhatsApp's webhooks and applies their parts. */
export function whatsappReader(app: App, minds: BotMinds, llm: LlmTurns): ChannelReader {
  return {
    split: readWhatsAppHook,
    async prepare(part): Promise<Prepared> {
      if (part.kind !== 'message') return { mind: null, model: null };
      const config = await llm.wanted(part.bot_id);
      const { text, button } = readMessage(content.parse(part.content).message);
      return {
        mind: await minds.hearing(app.db, part.bot_id, button === undefined ? text : null),
        model: config ? { turns: llm, config } : null,
      };
    },
    apply(tx, part, prepared) {
      switch (part.kind) {
        case 'message':
          return applyMessage(tx, app, part, prepared as Prepared);
        case 'echo':
          return applyEcho(tx, app, part);
        case 'reaction':
          return applyReaction(tx, app, part);
        case 'edit':
        case 'revoke':
          return applyEdit(tx, app, part);
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

const connectionOf = (part: PartRow) => ({ id: part.connection_id, bot_id: part.bot_id });

/** With what it answers, as far as that is known. */
async function extraOf(tx: Transaction, part: PartRow, read: ReadMessage): Promise<MessageExtra> {
  if (read.replyTo === null) return read.extra;
  const id = await findByMid(tx, part.connection_id, read.replyTo);
  const [said] =
    id === null ? [] : await tx.query<{ text: string }>(sql`select text from messages where id = ${id}`);
  return { ...read.extra, reply_to: { mid: read.replyTo, text: said?.text.slice(0, 200) ?? null } };
}

async function applyMessage(
  tx: Transaction,
  app: App,
  part: PartRow,
  { mind, model }: Prepared,
): Promise<Applied> {
  const given = content.parse(part.content);
  const read = readMessage(given.message);
  const contact = await contactOf(tx, app, connectionOf(part), readContact(given.message, given.contact));
  if (read.newPhone !== null) {
    await tx.query(sql`
      update channel_contacts k set phone = ${read.newPhone.replace(/\D/g, '')} where id = ${contact.id} and not exists (
        select 1 from channel_contacts o where o.connection_id = k.connection_id and o.phone = ${read.newPhone})`);
  }
  const lastWord = read.mute
    ? (contact.window_expires_at ?? part.said_at)
    : await noteWord(tx, contact, new Date(part.said_at));
  const state = optWord(read.text);
  if (state !== null) {
    await noteOpt(tx, app, {
      contact,
      botId: part.bot_id,
      channel: 'whatsapp',
      state,
      at: new Date(part.said_at),
      source: `Escribió ${read.text.trim()} por WhatsApp`,
    });
  }
  const attachments = placeholders(app, read.files);
  const of = { connectionId: part.connection_id, botId: part.bot_id, mid: read.mid };
  await wake(tx, app, part.connection_id, read.mid);
  await orderFiles(tx, app, of, read.files, attachments);
  const who = { id: contact.visitor_id, leadId: contact.lead_id, botId: part.bot_id, roomToken: '' };
  const via = {
    channel: 'whatsapp' as const,
    connectionId: part.connection_id,
    mid: read.mid,
    lastWord,
    attachments,
    extra: await extraOf(tx, part, read),
    mute: read.mute,
  };
  const body = { text: read.text, button: read.button, temporal_id: read.mid };
  const { given: values } = await receiveMessage(tx, app, { who, body, mind, model, via });
  return { afterwards: () => keepGiven(app, who, values) };
}

async function applyEcho(tx: Transaction, app: App, part: PartRow): Promise<Applied> {
  const given = content.parse(part.content);
  const read = readMessage(given.message);
  const contact = await contactOf(tx, app, connectionOf(part), readContact(given.message, null, true));
  const attachments = placeholders(app, read.files);
  const of = { connectionId: part.connection_id, botId: part.bot_id, mid: read.mid };
  await wake(tx, app, part.connection_id, read.mid);
  await orderFiles(tx, app, of, read.files, attachments);
  await echoed(tx, app, {
    visitorId: contact.visitor_id,
    leadId: contact.lead_id,
    botId: part.bot_id,
    channel: 'whatsapp',
    connectionId: part.connection_id,
    mid: read.mid,
    text: read.text,
    attachments,
    extra: await extraOf(tx, part, read),
    lastWord: null,
  });
  return 'done';
}

const customer = (name: string, id: string) => ({ kind: 'visitor' as const, id, name });
const reaction = z.looseObject({ reaction: z.looseObject({ emoji: word }) });

/** The latest of the customer counts, by the provider's own time. */
async function applyReaction(tx: Transaction, app: App, part: PartRow): Promise<Applied> {
  const id = part.target === null ? null : await findByMid(tx, part.connection_id, part.target);
  if (id === null) return 'missing';
  const { emoji } = reaction.parse(content.parse(part.content).message).reaction;
  await reviseMessage(tx, app, id, customer, ({ extra }) => {
    const all = extra?.reactions ?? [];
    const known = all.find(({ from }) => from === 'Cliente');
    if (known && known.at >= part.said_at) return null;
    const others = all.filter(({ from }) => from !== 'Cliente');
    // One that was taken back is kept without a sign: an older one that comes late must not show again.
    const own = { from: 'Cliente' as const, emoji: (emoji ?? '').slice(0, 16), at: part.said_at };
    return { extra: { ...extra, reactions: [...others, own] } };
  });
  return 'done';
}

const edited = z.looseObject({
  type: z.string(),
  edit: z.optional(z.looseObject({ message: z.optional(z.unknown()) })),
  edited: z.optional(z.looseObject({ message: z.optional(z.unknown()) })),
});

/** Other words, or none at all: a message that was taken back stays so, whatever comes late. */
async function applyEdit(tx: Transaction, app: App, part: PartRow): Promise<Applied> {
  const id = part.target === null ? null : await findByMid(tx, part.connection_id, part.target);
  if (id === null) return 'missing';
  const given = edited.parse(content.parse(part.content).message);
  const next = given.edit?.message ?? given.edited?.message;
  const text =
    part.kind === 'edit' && next ? readMessage({ id: part.target, ...(next as object) }).text : null;
  await reviseMessage(tx, app, id, customer, ({ extra }) => {
    if (extra?.deleted) return null;
    if (part.kind === 'revoke')
      return {
        text: 'El cliente eliminó este mensaje.',
        attachments: [],
        extra: { ...extra, deleted: true },
      };
    if (text === null || (extra?.changed_at ?? '') >= part.said_at) return null;
    return { text, extra: { ...extra, changed_at: part.said_at } };
  });
  return 'done';
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
