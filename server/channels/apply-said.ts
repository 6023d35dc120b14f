/** What a customer's message, an echo of the app, a reaction or an edit does to the inbox, whichever channel brought it. */
import type { MessageExtra } from '../../contract/entities/message.ts';
import { optWord } from '../../contract/rules/opt-out.ts';
import type { Channel } from '../../contract/states.ts';
import { CHANNEL_LABELS } from '../../contract/texts.ts';
import type { BotMinds } from '../assistant/bot-minds.ts';
import type { MadeReady } from '../inbox/commands/bot-answers.ts';
import { echoed, findByMid, reviseMessage } from '../inbox/commands/by-channel.ts';
import { keepGiven } from '../inbox/commands/keep-given.ts';
import type { LlmTurns } from '../inbox/commands/llm-turns.ts';
import { receiveMessage } from '../inbox/commands/receive-message.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { type Contact, contactOf, noteWord, type SaidContact } from './contacts.ts';
import type { PartRow } from './hook-part.ts';
import { type Applied, wake } from './intake.ts';
import { orderFiles, placeholders } from './media.ts';
import { noteOpt } from './opt-out.ts';
import type { ReadMessage } from './said-message.ts';

export const NOTHING_PREPARED: MadeReady = { mind: null, model: null };

/** The bot's model with what it hears in the words, and the language model where the bot has one. */
export async function prepareMessage(
  app: App,
  { minds, llm }: { minds: BotMinds; llm: LlmTurns },
  part: PartRow,
  { text, button }: Pick<ReadMessage, 'text' | 'button'>,
): Promise<MadeReady> {
  const config = await llm.wanted(part.bot_id);
  return {
    mind: await minds.hearing(app.db, part.bot_id, button === undefined ? text : null),
    model: config ? { turns: llm, config } : null,
  };
}

/** A part's connection as its contacts hang on it. */
export const connectionOf = ({ connection_id, bot_id, provider }: PartRow) => ({
  id: connection_id,
  bot_id,
  provider,
});

/** Parts come by channels alone. */
const channelOf = (part: PartRow) => part.provider as Channel;

/** With what it answers, as far as that is known. */
async function extraOf(tx: Transaction, part: PartRow, read: ReadMessage): Promise<MessageExtra> {
  if (read.replyTo === null) return read.extra;
  const id = await findByMid(tx, part.connection_id, read.replyTo);
  const [said] =
    id === null ? [] : await tx.query<{ text: string }>(sql`select text from messages where id = ${id}`);
  return { ...read.extra, reply_to: { mid: read.replyTo, text: said?.text.slice(0, 200) ?? null } };
}

/** Somebody wrote. @param learned what else the message says of them, in the transaction */
export async function applyMessage(
  tx: Transaction,
  app: App,
  part: PartRow,
  { read, who: said }: { read: ReadMessage; who: SaidContact },
  ready: MadeReady,
  learned: (contact: Contact) => Promise<void> = async () => undefined,
): Promise<Applied> {
  const channel = channelOf(part);
  const contact = await contactOf(tx, app, connectionOf(part), said);
  await learned(contact);
  const lastWord = read.mute
    ? (contact.window_expires_at ?? part.said_at)
    : await noteWord(tx, contact, new Date(part.said_at));
  const state = optWord(read.text);
  if (state !== null) {
    await noteOpt(tx, app, {
      contact,
      botId: part.bot_id,
      channel,
      state,
      at: new Date(part.said_at),
      source: `Escribió ${read.text.trim()} por ${CHANNEL_LABELS[channel]}`,
    });
  }
  const attachments = placeholders(app, read.files);
  const of = { connectionId: part.connection_id, botId: part.bot_id, mid: read.mid };
  await wake(tx, app, part.connection_id, read.mid);
  await orderFiles(tx, app, of, read.files, attachments);
  const who = { id: contact.visitor_id, leadId: contact.lead_id, botId: part.bot_id, roomToken: '' };
  const via = {
    channel,
    connectionId: part.connection_id,
    mid: read.mid,
    lastWord,
    attachments,
    extra: await extraOf(tx, part, read),
    mute: read.mute,
  };
  const body = { text: read.text, button: read.button, temporal_id: read.mid };
  const { given: values } = await receiveMessage(tx, app, { who, body, ready, via });
  return { afterwards: () => keepGiven(app, who, values) };
}

/** The business wrote in the provider's own app. */
export async function applyEcho(
  tx: Transaction,
  app: App,
  part: PartRow,
  { read, who }: { read: ReadMessage; who: SaidContact },
): Promise<Applied> {
  const contact = await contactOf(tx, app, connectionOf(part), who);
  const attachments = placeholders(app, read.files);
  const of = { connectionId: part.connection_id, botId: part.bot_id, mid: read.mid };
  await wake(tx, app, part.connection_id, read.mid);
  await orderFiles(tx, app, of, read.files, attachments);
  await echoed(tx, app, {
    visitorId: contact.visitor_id,
    leadId: contact.lead_id,
    botId: part.bot_id,
    channel: channelOf(part),
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

/** The latest of each side counts, by the provider's own time. @param emoji '' takes it back */
export async function applyReaction(
  tx: Transaction,
  app: App,
  part: PartRow,
  emoji: string,
  from: 'Cliente' | 'agent' = 'Cliente',
): Promise<Applied> {
  const id = part.target === null ? null : await findByMid(tx, part.connection_id, part.target);
  if (id === null) return 'missing';
  await reviseMessage(tx, app, id, customer, ({ extra }) => {
    const all = extra?.reactions ?? [];
    const known = all.find((one) => one.from === from);
    if (known && known.at >= part.said_at) return null;
    const others = all.filter((one) => one.from !== from);
    // One that was taken back is kept without a sign: an older one that comes late must not show again.
    const own = { from, emoji: emoji.slice(0, 16), at: part.said_at };
    return { extra: { ...extra, reactions: [...others, own] } };
  });
  return 'done';
}

/**
 * Other words, or none at all: a message that was taken back stays so, whatever comes late.
 * @param text null: it was taken back
 */
export async function applyEdit(
  tx: Transaction,
  app: App,
  part: PartRow,
  text: string | null,
): Promise<Applied> {
  const id = part.target === null ? null : await findByMid(tx, part.connection_id, part.target);
  if (id === null) return 'missing';
  await reviseMessage(tx, app, id, customer, ({ extra, sender }) => {
    if (extra?.deleted) return null;
    if (part.kind === 'revoke')
      return {
        text:
          sender === 'Cliente' ? 'El cliente eliminó este mensaje.' : 'Este mensaje se eliminó en la app.',
        attachments: [],
        extra: { ...extra, deleted: true },
      };
    if (text === null || (extra?.changed_at ?? '') >= part.said_at) return null;
    return { text, extra: { ...extra, changed_at: part.said_at } };
  });
  return 'done';
}
