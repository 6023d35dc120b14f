/** Every kind of message that a customer's phone can send, as WhatsApp's webhooks carry it. */
import type { WhatsApp } from '../whatsapp/whatsapp.ts';

export interface Said {
  /** What the phone shows of it. */
  text: string;
  payload: Record<string, unknown>;
}

/** What a kind may speak of. */
export interface Place {
  whatsapp: WhatsApp;
  /** What was typed with it. */
  text: string;
  /** The latest of each side; undefined: there is none. */
  own: string | undefined;
  theirs: string | undefined;
}

/** One pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

export const words = (body: string) => ({ type: 'text', text: { body } });

function file(whatsapp: WhatsApp, bytes: Buffer, mime_type: string) {
  const id = whatsapp.addMedia(bytes, mime_type);
  return { id, mime_type, sha256: whatsapp.memory.media.get(id)?.sha256 ?? '' };
}

/** By the name that the page sends, with what its list calls it. */
export const KINDS: Record<string, { label: string; make: (place: Place) => Said }> = {
  picture: {
    label: 'Foto',
    make: ({ whatsapp, text }) => ({
      text: '[foto]',
      payload: { type: 'image', image: { ...file(whatsapp, PICTURE, 'image/png'), caption: text } },
    }),
  },
  document: {
    label: 'Documento',
    make: ({ whatsapp }) => ({
      text: '[documento]',
      payload: {
        type: 'document',
        document: { ...file(whatsapp, PDF, 'application/pdf'), filename: 'cotización.pdf' },
      },
    }),
  },
  gone: {
    label: 'Foto que WhatsApp ya no tiene',
    make: () => ({
      text: '[foto perdida]',
      payload: { type: 'image', image: { id: '999999', mime_type: 'image/png' } },
    }),
  },
  location: {
    label: 'Ubicación',
    make: () => ({
      text: '[ubicación]',
      payload: {
        type: 'location',
        location: { latitude: -33.4372, longitude: -70.6506, name: 'Plaza de Armas', address: 'Santiago' },
      },
    }),
  },
  contacts: {
    label: 'Contacto',
    make: () => ({
      text: '[contacto]',
      payload: {
        type: 'contacts',
        contacts: [{ name: { formatted_name: 'Ana Soto' }, phones: [{ phone: '+56 9 8765 0000' }] }],
      },
    }),
  },
  order: {
    label: 'Pedido del catálogo',
    make: () => ({
      text: '[pedido]',
      payload: {
        type: 'order',
        order: {
          catalog_id: '1',
          text: 'Para hoy, por favor',
          product_items: [
            { product_retailer_id: 'POLERA-M', quantity: 2, item_price: 9990, currency: 'CLP' },
          ],
        },
      },
    }),
  },
  list: {
    label: 'Opción de una lista',
    make: () => ({
      text: '[lista: Horarios]',
      payload: {
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: 'horario', title: 'Horarios' } },
      },
    }),
  },
  quick: {
    label: 'Botón de una plantilla',
    make: ({ theirs }) => ({
      text: '[botón: Ver ofertas]',
      payload: {
        type: 'button',
        button: { payload: 'ofertas', text: 'Ver ofertas' },
        ...(theirs ? { context: { id: theirs } } : {}),
      },
    }),
  },
  reply: {
    label: 'Respuesta a un mensaje',
    make: ({ text, theirs, own }) => ({
      text: `[responde] ${text || 'Sobre eso'}`,
      payload: { ...words(text || 'Sobre eso'), context: { id: theirs ?? own } },
    }),
  },
  reaction: {
    label: 'Reacción',
    make: ({ theirs, own }) => ({
      text: '[reacción 👍]',
      payload: { type: 'reaction', reaction: { message_id: theirs ?? own, emoji: '👍' } },
    }),
  },
  edit: {
    label: 'Edición de lo último',
    make: ({ text, own }) => ({
      text: `[edita] ${text || 'Otra cosa'}`,
      payload: { type: 'edit', edit: { original_message_id: own, message: words(text || 'Otra cosa') } },
    }),
  },
  revoke: {
    label: 'Eliminación de lo último',
    make: ({ own }) => ({
      text: '[elimina]',
      payload: { type: 'revoke', revoke: { original_message_id: own } },
    }),
  },
  referral: {
    label: 'Mensaje desde un anuncio',
    make: ({ text }) => ({
      text: text || 'Vi el anuncio',
      payload: {
        ...words(text || 'Vi el anuncio'),
        referral: {
          source_url: 'https://fb.me/anuncio',
          source_type: 'ad',
          headline: 'Liquidación de invierno',
          body: 'Todo a mitad de precio',
        },
      },
    }),
  },
  system: {
    label: 'Aviso de cambio de número',
    make: () => ({
      text: '[cambio de número]',
      payload: {
        type: 'system',
        system: { body: 'Camila cambió de número', type: 'user_changed_number' },
      },
    }),
  },
  unsupported: {
    label: 'Algo que WhatsApp no entrega',
    make: () => ({
      text: '[no admitido]',
      payload: {
        type: 'unsupported',
        errors: [{ code: 131051, title: 'Message type unknown', error_data: { details: 'Encuesta' } }],
      },
    }),
  },
  future: {
    label: 'Un tipo que nadie conoce aún',
    make: () => ({ text: '[tipo nuevo]', payload: { type: 'hologram', hologram: { depth: 3 } } }),
  },
};
