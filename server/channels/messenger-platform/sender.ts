/** Sends one part of a message by Messenger or Instagram: a piece of its words, or one of its files. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Attachment, Button } from '../../../contract/entities/message.ts';
import type { ProductCard } from '../../../contract/entities/product-card.ts';
import { CAROUSEL } from '../../../contract/rules/carousel.ts';
import { fileFault, fileWay } from '../../../contract/rules/channel-files.ts';
import { isLocked } from '../../../contract/rules/lock.ts';
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';
import { signUpload } from '../../platform/uploads/sign-upload.ts';
import { findUpload, uploadsFolder } from '../../platform/uploads/upload-store.ts';
import { type Graph, GraphFault } from '../graph.ts';
import type { ChannelSender, SendOutcome, SendRow } from '../lane.ts';
import { Unsendable } from '../unsendable.ts';
import { carouselMessage } from './carousel.ts';
import { partOfMessage } from './part-of-message.ts';
import { wordsMessage } from './payload.ts';
import { graphOf, type MessagingChannel } from './platform.ts';
import { messagingReason } from './reasons.ts';
import { raiseSent } from './watermarks.ts';

const accepted = z.looseObject({ message_id: z.string() });
const uploaded = z.looseObject({ attachment_id: z.coerce.string() });

interface Message {
  text: string;
  buttons: Button[];
  attachments: Attachment[];
  cards: ProductCard[] | null;
  template: unknown;
  sender: string;
  user_id: string | null;
  /** Their last word, by the provider's own time. */
  last: string | null;
}

/** Sends parts of messages by the Messenger Platform. */
export function messagingSender(app: App, channel: MessagingChannel): ChannelSender {
  return {
    left: (connectionId, sendId) => raiseSent(app, connectionId, sendId),
    async send(connection, send) {
      const message = await readMessage(app, send);
      if (!message?.user_id) return { kind: 'failed', reason: 'Este canal no conoce al cliente.' };
      if (message.template !== null)
        return { kind: 'failed', reason: 'Este canal no tiene plantillas: escribe el mensaje.' };
      const tagged = message.sender === 'agent' && isLocked(channel, message.last, app.clock.now(), 'bot');
      const { graph, account } = graphOf(app, connection);
      let content: Record<string, unknown>;
      try {
        content = await contentOf(app, graph, channel, account, message, send.part);
      } catch (error) {
        if (error instanceof Unsendable) return { kind: 'failed', reason: error.message };
        if (!(error instanceof GraphFault)) throw error;
        // An upload that failed or whose answer was lost has sent nothing to anybody.
        return error.code === null ? { kind: 'unreached', fault: error } : refused(channel, error, tagged);
      }
      // Comes back with the echo: an answer that was lost is found by it. Instagram carries nothing along.
      const more = channel === 'messenger' ? { metadata: send.id } : {};
      return post(graph, channel, account, tagged, {
        recipient: { id: message.user_id },
        ...(tagged ? { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' } : { messaging_type: 'RESPONSE' }),
        message: { ...content, ...more },
      });
    },
  };
}

async function readMessage(app: App, { message_id }: SendRow): Promise<Message | null> {
  const [row] = await app.db.query<Message>(sql`
    select m.text, m.buttons, m.attachments, m.cards, m.template, m.sender, k.user_id,
      coalesce(k.window_expires_at - interval '24 hours', c.last_customer_message_at) as last
    from messages m join conversations c on c.id = m.conversation_id
    left join channel_contacts k on k.visitor_id = c.visitor_id and k.connection_id = c.connection_id
    where m.id = ${message_id}`);
  return row ?? null;
}

async function contentOf(
  app: App,
  graph: Graph,
  channel: MessagingChannel,
  account: string,
  { text, buttons, attachments, cards }: Message,
  part: number,
): Promise<Record<string, unknown>> {
  const shape = { text, files: attachments.length, cards: cards?.length ?? 0, options: buttons.length };
  const its = partOfMessage(channel, shape, part);
  if (its.kind === 'words') return wordsMessage(channel, its.piece, its.last ? buttons : []);
  if (its.kind === 'carousel') {
    const shown = (cards ?? []).slice(its.at * CAROUSEL.cards, (its.at + 1) * CAROUSEL.cards);
    return carouselMessage(shown, app.config.publicUrl);
  }
  const file = attachments[its.at];
  const stored = file && (await findUpload(app, file.id));
  if (!file || !stored) throw new Error('A file of the message is gone');
  const way = fileWay(channel, stored);
  if (!way) throw new Unsendable(fileFault(channel, stored) ?? 'Este canal no recibe este archivo.');
  // Both call any other file a file.
  const kind = way.kind === 'document' ? 'file' : way.kind;
  // Instagram takes no bytes: it fetches them where we say.
  if (channel === 'instagram') {
    const url = `${app.config.publicUrl}${signUpload(app, stored.id, app.clock.now())}`;
    return { attachment: { type: kind, payload: { url } } };
  }
  const bytes = await readFile(join(uploadsFolder(app), stored.path));
  return upload(graph, account, kind, { ...stored, bytes });
}

async function upload(
  graph: Graph,
  account: string,
  kind: string,
  { bytes, type, name }: { bytes: Buffer; type: string; name: string },
): Promise<Record<string, unknown>> {
  const form = new FormData();
  form.set('message', JSON.stringify({ attachment: { type: kind, payload: { is_reusable: true } } }));
  form.set('filedata', new Blob([new Uint8Array(bytes)], { type }), name);
  const raw = new Response(form);
  const answer = await graph.call(`/${account}/message_attachments`, {
    method: 'POST',
    raw: {
      type: raw.headers.get('content-type') ?? 'multipart/form-data',
      bytes: Buffer.from(await raw.arrayBuffer()),
    },
  });
  const { attachment_id } = uploaded.parse(answer);
  return { attachment: { type: kind, payload: { attachment_id } } };
}

function refused(channel: MessagingChannel, fault: GraphFault, tagged: boolean): SendOutcome {
  const { act, text } = messagingReason(channel, fault, tagged);
  return { kind: 'refused', act, reason: text, wait: fault.retryAfter, fault };
}

async function post(
  graph: Graph,
  channel: MessagingChannel,
  account: string,
  tagged: boolean,
  body: Record<string, unknown>,
): Promise<SendOutcome> {
  try {
    const answer = accepted.safeParse(
      await graph.call(`/${account}/messages`, { method: 'POST', json: body }),
    );
    // It said yes in a form that we can't read: it may have left.
    return answer.success
      ? { kind: 'sent', wamid: answer.data.message_id }
      : { kind: 'lost', fault: new GraphFault('provider_error', 'No id in the answer') };
  } catch (error) {
    if (!(error instanceof GraphFault)) throw error;
    if (error.code !== null) return refused(channel, error, tagged);
    return error.lost ? { kind: 'lost', fault: error } : { kind: 'unreached', fault: error };
  }
}
