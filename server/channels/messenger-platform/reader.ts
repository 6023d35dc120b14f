/** What each part of a webhook of Messenger or Instagram does to the inbox. */
import * as z from 'zod/mini';
import type { BotMinds } from '../../assistant/bot-minds.ts';
import type { MadeReady } from '../../inbox/commands/bot-answers.ts';
import { findByMid, noteStatus } from '../../inbox/commands/by-channel.ts';
import type { LlmTurns } from '../../inbox/commands/llm-turns.ts';
import type { App } from '../../platform/app.ts';
import type { Transaction } from '../../platform/database/database.ts';
import {
  applyEcho,
  applyEdit,
  applyMessage,
  applyReaction,
  NOTHING_PREPARED,
  prepareMessage,
} from '../apply-said.ts';
import type { PartRow } from '../hook-part.ts';
import type { Applied, ChannelReader } from '../intake.ts';
import { noteSendStatus } from '../send-status.ts';
import { ownEcho } from './own-echo.ts';
import { orderProfile } from './profile.ts';
import { readMessagingHook, timeOf } from './read-hook.ts';
import { editedText, readMessagingMessage } from './read-message.ts';
import { noteWatermark } from './watermarks.ts';

const word = z.optional(z.nullable(z.coerce.string()));
const status = z.looseObject({
  customer: z.string(),
  status: z.enum(['delivered', 'read']),
  mid: word,
  watermark: word,
});
const reaction = z.looseObject({
  from: z.catch(z.enum(['Cliente', 'agent']), 'Cliente'),
  event: z.looseObject({ reaction: z.looseObject({ action: word, emoji: word, reaction: word }) }),
});

/** Signs of those reactions that come by name alone. */
const SIGNS: Record<string, string> = {
  love: '❤️',
  smile: '😆',
  haha: '😆',
  wow: '😮',
  sad: '😢',
  angry: '😠',
  like: '👍',
  yes: '👍',
  dislike: '👎',
  no: '👎',
};

/** Reads webhooks of both and applies their parts. */
export function messagingReader(app: App, minds: BotMinds, llm: LlmTurns): ChannelReader {
  return {
    split: readMessagingHook,
    async prepare(part) {
      if (part.kind !== 'message') return NOTHING_PREPARED;
      return prepareMessage(
        app,
        { minds, llm },
        part,
        readMessagingMessage(part.content, part.provider).read,
      );
    },
    apply(tx, part, prepared) {
      switch (part.kind) {
        case 'message':
          return applyMessage(
            tx,
            app,
            part,
            readMessagingMessage(part.content, part.provider),
            prepared as MadeReady,
            (contact) => orderProfile(tx, app, part, contact),
          );
        case 'echo':
          return echo(tx, app, part);
        case 'reaction':
          return react(tx, app, part);
        case 'edit':
          return applyEdit(tx, app, part, editedText(part.content));
        case 'revoke':
          return applyEdit(tx, app, part, null);
        case 'status':
          return applyStatus(tx, app, part);
        default:
          return Promise.resolve('done');
      }
    },
  };
}

/** Of what we sent we are told as well: that is no message more, and says that it has left. */
async function echo(tx: Transaction, app: App, part: PartRow): Promise<Applied> {
  const said = readMessagingMessage(part.content, part.provider);
  const own = await ownEcho(tx, app, part, said);
  return own ?? applyEcho(tx, app, part, said);
}

function react(tx: Transaction, app: App, part: PartRow): Promise<Applied> {
  const { from, event } = reaction.parse(part.content);
  const { action, emoji, reaction: name } = event.reaction;
  const sign = action === 'unreact' ? '' : (emoji ?? SIGNS[name ?? ''] ?? '👍');
  return applyReaction(tx, app, part, sign, from);
}

/** A message by its id, or everything up to a time. */
async function applyStatus(tx: Transaction, app: App, part: PartRow): Promise<Applied> {
  const { customer, status: to, mid, watermark } = status.parse(part.content);
  if (mid == null) {
    const until = timeOf(watermark, new Date(part.received_at));
    await noteWatermark(tx, app, part.connection_id, customer, { status: to, until });
    return 'done';
  }
  const moved = await noteSendStatus(tx, app, {
    connectionId: part.connection_id,
    wamid: mid,
    sendId: null,
    status: to,
    reason: null,
  });
  if (moved === 'unknown') {
    const id = await findByMid(tx, part.connection_id, mid);
    if (id === null) return 'missing';
    await noteStatus(tx, app, id, to, null);
    return 'done';
  }
  if (moved !== null) await noteStatus(tx, app, moved.messageId, moved.status, null);
  return 'done';
}
