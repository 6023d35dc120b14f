/** Every kind of WhatsApp message as the inbox shows it: words for what has words, a file for what is one, and what it is. */
import * as z from 'zod/mini';
import type { SaidContact } from '../contacts.ts';
import type { ProviderFile, ReadMessage } from '../said-message.ts';

const word = z.optional(z.nullable(z.coerce.string()));
const maybe = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);
const media = z.looseObject({ id: z.string(), mime_type: word, sha256: word, caption: word, filename: word });
const reply = z.looseObject({ id: word, title: word, description: word });

const message = z.looseObject({
  id: z.string(),
  type: word,
  text: maybe(z.looseObject({ body: z.string() })),
  image: maybe(media),
  video: maybe(media),
  audio: maybe(media),
  document: maybe(media),
  sticker: maybe(media),
  location: maybe(
    z.looseObject({
      latitude: z.coerce.number(),
      longitude: z.coerce.number(),
      name: word,
      address: word,
    }),
  ),
  contacts: maybe(
    z.array(
      z.looseObject({
        name: maybe(z.looseObject({ formatted_name: word })),
        phones: maybe(z.array(z.looseObject({ phone: word, wa_id: word }))),
      }),
    ),
  ),
  button: maybe(z.looseObject({ payload: word, text: word })),
  interactive: maybe(
    z.looseObject({
      type: word,
      button_reply: maybe(reply),
      list_reply: maybe(reply),
      nfm_reply: maybe(z.looseObject({ name: word, body: word, response_json: word })),
    }),
  ),
  order: maybe(
    z.looseObject({
      text: word,
      product_items: z.catch(
        z.array(
          z.looseObject({ product_retailer_id: word, quantity: word, item_price: word, currency: word }),
        ),
        [],
      ),
    }),
  ),
  system: maybe(z.looseObject({ body: word, type: word, wa_id: word, new_wa_id: word })),
  errors: maybe(z.array(z.looseObject({ title: word, error_data: maybe(z.looseObject({ details: word })) }))),
  context: maybe(z.looseObject({ id: word, from: word })),
  referral: maybe(z.looseObject({ headline: word, body: word, source_url: word })),
  from: word,
  from_user_id: word,
  to: word,
});
type Message = z.infer<typeof message>;

interface WhatsAppMessage extends ReadMessage {
  /** The number that the customer has from now on. */
  newPhone: string | null;
}

const MEDIA = ['image', 'video', 'audio', 'document', 'sticker'] as const;
const NAMES: Record<(typeof MEDIA)[number], string> = {
  image: 'foto',
  video: 'video',
  audio: 'audio',
  document: 'documento',
  sticker: 'sticker',
};
const ENDINGS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/3gpp': '3gp',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'application/pdf': 'pdf',
};

/** A message of a webhook. Throws for what has no id. */
export function readMessage(content: unknown): WhatsAppMessage {
  const given = message.parse(content);
  const { text, button } = wordsOf(given);
  const kind = given.type ?? 'unknown';
  const { referral, location } = given;
  return {
    mid: given.id,
    text: text.slice(0, 4096),
    button,
    files: filesOf(given),
    extra: {
      kind,
      ...(location ? { location: { latitude: location.latitude, longitude: location.longitude } } : {}),
      ...(referral
        ? {
            referral: {
              headline: referral.headline ?? null,
              body: referral.body ?? null,
              source_url: referral.source_url ?? null,
            },
          }
        : {}),
    },
    replyTo: given.context?.id ?? null,
    mute: kind === 'system' || kind === 'unsupported',
    newPhone: kind === 'system' ? (given.system?.new_wa_id ?? given.system?.wa_id ?? null) : null,
  };
}

function wordsOf(given: Message): { text: string; button: string | undefined } {
  const said = (text: string, button?: string | null) => ({ text, button: button ?? undefined });
  switch (given.type) {
    case 'text':
      return said(given.text?.body ?? '');
    case 'button':
      return said(given.button?.text ?? '', given.button?.payload);
    case 'interactive': {
      const pressed = given.interactive?.button_reply ?? given.interactive?.list_reply;
      if (pressed) return said(pressed.title ?? '', pressed.id);
      const form = given.interactive?.nfm_reply;
      return said(`Formulario enviado: ${form?.body ?? form?.name ?? ''}`.trim());
    }
    case 'location': {
      const place = [given.location?.name, given.location?.address].filter(Boolean).join(', ');
      return said(place === '' ? 'Ubicación' : `Ubicación: ${place}`);
    }
    case 'contacts':
      return said(contactText(given));
    case 'order':
      return said(orderText(given));
    case 'system':
      return said(given.system?.body ?? 'El cliente cambió de número.');
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return said(given[given.type]?.caption ?? '');
    default: {
      const why = given.errors?.[0]?.error_data?.details ?? given.errors?.[0]?.title;
      return said(`El cliente envió algo que WhatsApp no nos entrega${why ? ` (${why})` : ''}.`);
    }
  }
}

function contactText({ contacts = [] }: Message): string {
  const lines = contacts.map(({ name, phones = [] }) => {
    const numbers = phones.flatMap(({ phone, wa_id }) => phone ?? wa_id ?? []);
    return [name?.formatted_name ?? 'Contacto', ...numbers].join(' · ');
  });
  return `Contacto: ${lines.join('\n')}`;
}

function orderText({ order }: Message): string {
  const lines = (order?.product_items ?? []).map(
    ({ quantity, product_retailer_id, item_price, currency }) =>
      `${quantity ?? 1} × ${product_retailer_id ?? 'producto'}${item_price ? ` (${item_price} ${currency ?? ''})` : ''}`,
  );
  return ['Pedido del catálogo:', ...lines, ...(order?.text ? [order.text] : [])].join('\n');
}

function filesOf(given: Message): ProviderFile[] {
  const kind = MEDIA.find((one) => one === given.type);
  const file = kind && given[kind];
  if (!kind || !file) return [];
  const type = (file.mime_type ?? '').split(';', 1)[0]?.trim() ?? '';
  const ending = ENDINGS[type];
  const name = file.filename ?? `${NAMES[kind]}${ending ? `.${ending}` : ''}`;
  return [{ mediaId: file.id, type, name, sha256: file.sha256 ?? null }];
}

const contact = z.looseObject({
  wa_id: word,
  user_id: word,
  parent_user_id: word,
  profile: maybe(z.looseObject({ name: word, username: word })),
});

/** Who wrote: the ids of the message with what its contact says besides. */
export function readContact(content: unknown, said: unknown, echo = false): SaidContact {
  const from = message.parse(content);
  const known = contact.safeParse(said ?? {});
  const more = known.success ? known.data : {};
  const phone = echo ? (from.to ?? null) : (from.from ?? more.wa_id ?? null);
  return {
    phone: phone?.replace(/\D/g, '') || null,
    userId: (echo ? null : (from.from_user_id ?? more.user_id)) ?? null,
    parentUserId: more.parent_user_id ?? null,
    name: more.profile?.name ?? null,
    username: more.profile?.username ?? null,
  };
}
