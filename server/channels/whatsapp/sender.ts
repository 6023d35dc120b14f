/** Sends one part of a message by WhatsApp: its words, or one of its files. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Attachment, Button, MessageExtra } from '../../../contract/entities/message.ts';
import type { ProductCard } from '../../../contract/entities/product-card.ts';
import { type FileWay, fileFault, fileWay } from '../../../contract/rules/channel-files.ts';
import type { SentComponent } from '../../../contract/rules/template-slots.ts';
import { type ConnectionRow, openCredentials } from '../../connections/connection-row.ts';
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';
import { findUpload, type StoredUpload, uploadsFolder } from '../../platform/uploads/upload-store.ts';
import { Graph, GraphFault } from '../graph.ts';
import type { ChannelSender, SendOutcome, SendRow } from '../lane.ts';
import { Unsendable } from '../unsendable.ts';
import { cardPayload, filePayload, wordsPayload } from './payload.ts';
import { reasonOf } from './reasons.ts';
import { isOpus, oggOf } from './voice.ts';

const accepted = z.looseObject({ messages: z.array(z.looseObject({ id: z.string() })) });
const uploaded = z.looseObject({ id: z.coerce.string() });

interface Message {
  text: string;
  buttons: Button[];
  attachments: Attachment[];
  cards: ProductCard[] | null;
  template: { name: string; language: string; components?: SentComponent[] } | null;
  extra: MessageExtra | null;
  phone: string | null;
  user_id: string | null;
}

const NOT_TAKEN = 'WhatsApp no recibe este archivo. Envíalo en otro formato.';

/** The picture of a card as JPEG; null: there is none, or it can't be had. */
export type CardPicture = (image: string) => Promise<Buffer | null>;

/** Sends parts of messages by the Graph API. @param picture pictures of products */
export function whatsappSender(app: App, picture: CardPicture): ChannelSender {
  return {
    async send(connection, send) {
      const message = await readMessage(app, send);
      if (!message || (message.phone === null && message.user_id === null))
        return { kind: 'failed', reason: 'El cliente no tiene un número de WhatsApp conocido.' };
      const { access_token = '', phone_number_id = '' } = openCredentials(app, connection);
      const graph = new Graph(app, access_token);
      let content: Record<string, unknown>;
      try {
        content = await contentOf(
          { app, graph, phoneNumberId: phone_number_id, picture },
          message,
          send.part,
        );
      } catch (error) {
        if (error instanceof Unsendable) return { kind: 'failed', reason: error.message };
        if (error instanceof GraphFault) return beforeSending(error);
        throw error;
      }
      const to = message.phone === null ? { recipient: message.user_id } : { to: message.phone };
      return post(graph, connection, phone_number_id, {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        ...to,
        ...content,
        // Comes back with every status: an answer that was lost is found by it.
        biz_opaque_callback_data: send.id,
      });
    },
  };
}

async function readMessage(app: App, { message_id }: SendRow): Promise<Message | null> {
  const [row] = await app.db.query<Message>(sql`
    select m.text, m.buttons, m.attachments, m.cards, m.template, m.extra, k.phone, k.user_id
    from messages m join conversations c on c.id = m.conversation_id
    left join channel_contacts k on k.visitor_id = c.visitor_id and k.connection_id = c.connection_id
    where m.id = ${message_id}`);
  return row ?? null;
}

interface Ports {
  app: App;
  graph: Graph;
  phoneNumberId: string;
  picture: CardPicture;
}

/** The words come first, then each file, then each product. */
async function contentOf(ports: Ports, message: Message, part: number): Promise<Record<string, unknown>> {
  const { app } = ports;
  const { text, buttons, template, attachments, cards, extra } = message;
  const words = text.trim() === '' ? 0 : 1;
  if (part < words) return wordsPayload({ text, buttons, template, replyTo: extra?.reply_to?.mid ?? null });
  const card = cards?.[part - words - attachments.length];
  if (card) return cardContent(ports, card);
  const file = attachments[part - words];
  const stored = file && (await findUpload(app, file.id));
  if (!file || !stored) throw new Error('A file of the message is gone');
  const { bytes, name, voice, way } = await asTaken(
    await readFile(join(uploadsFolder(app), stored.path)),
    stored,
  );
  return filePayload(way.kind, await upload(ports, bytes, way.type, name), name, voice);
}

/** A product: its picture with its words, or its words alone. */
async function cardContent(ports: Ports, card: ProductCard): Promise<Record<string, unknown>> {
  const jpeg = card.image === null ? null : await ports.picture(card.image);
  return cardPayload(card, jpeg && (await upload(ports, jpeg, 'image/jpeg', 'producto.jpg')));
}

/** Gives the provider a file. @returns its id there */
async function upload(
  { graph, phoneNumberId }: Ports,
  bytes: Buffer,
  type: string,
  name: string,
): Promise<string> {
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', type);
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name);
  const raw = new Response(form);
  const answer = await graph.call(`/${phoneNumberId}/media`, {
    method: 'POST',
    raw: {
      type: raw.headers.get('content-type') ?? 'multipart/form-data',
      bytes: Buffer.from(await raw.arrayBuffer()),
    },
  });
  return uploaded.parse(answer).id;
}

/** A recorded voice as the channel takes it; any other file as it is. Throws `Unsendable`. */
async function asTaken(
  bytes: Buffer,
  { type, name, size }: StoredUpload,
): Promise<{ bytes: Buffer; name: string; voice: boolean; way: FileWay }> {
  const way = fileWay('whatsapp', { type, size });
  if (!way) throw new Unsendable(fileFault('whatsapp', { type, size, name }) ?? NOT_TAKEN);
  if (type !== 'audio/webm') return { bytes, name, voice: way.type === 'audio/ogg' && isOpus(bytes), way };
  const ogg = await oggOf(bytes);
  if (!ogg) throw new Unsendable(NOT_TAKEN);
  return { bytes: ogg, name: `${name.replace(/\.[^.]*$/, '')}.ogg`, voice: true, way };
}

/** An upload that failed or whose answer was lost has sent nothing to anybody. */
function beforeSending(fault: GraphFault): SendOutcome {
  if (fault.code === null) return { kind: 'unreached', fault };
  return refused(fault);
}

function refused(fault: GraphFault): SendOutcome {
  const { act, text } = reasonOf(fault.code ?? 1, fault.details);
  return { kind: 'refused', act, reason: text, wait: fault.retryAfter, fault };
}

async function post(
  graph: Graph,
  _connection: ConnectionRow,
  phoneNumberId: string,
  body: Record<string, unknown>,
): Promise<SendOutcome> {
  try {
    const answer = accepted.safeParse(
      await graph.call(`/${phoneNumberId}/messages`, { method: 'POST', json: body }),
    );
    const wamid = answer.success ? answer.data.messages[0]?.id : undefined;
    // It said yes in a form that we can't read: it may have left.
    return wamid === undefined
      ? { kind: 'lost', fault: new GraphFault('provider_error', 'No id in the answer') }
      : { kind: 'sent', wamid };
  } catch (error) {
    if (!(error instanceof GraphFault)) throw error;
    if (error.code !== null) return refused(error);
    return error.lost ? { kind: 'lost', fault: error } : { kind: 'unreached', fault: error };
  }
}
