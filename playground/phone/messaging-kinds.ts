/** Every kind of event that a phone can send by Messenger or Instagram, as the webhooks carry it. */
import type { MessagingChannel } from '../messenger/account.ts';
import type { Messaging } from '../messenger/messaging.ts';
import { PDF, PICTURE } from './kinds.ts';

interface Place {
  messaging: Messaging;
  /** What was typed with it. */
  text: string;
  /** The latest of each side; undefined: there is none. */
  own: string | undefined;
  theirs: string | undefined;
}

interface Said {
  /** What the phone shows of it. */
  text: string;
  event?: Record<string, unknown>;
  /** Instead: what somebody of the business wrote in the provider's own app. */
  echo?: Record<string, unknown>;
}

const file = (messaging: Messaging, type: string, bytes: Buffer, mime: string, name: string) => ({
  attachments: [{ type, payload: { url: messaging.addFile(bytes, mime, name) } }],
});

/** By the name that the page sends, with what its list calls it. */
export const MESSAGING_KINDS: Record<
  string,
  { label: string; only?: MessagingChannel; make: (place: Place) => Said }
> = {
  text: { label: 'Texto', make: ({ text }) => ({ text, event: { message: { text } } }) },
  picture: {
    label: 'Foto',
    make: ({ messaging, text }) => ({
      text: '[foto]',
      event: {
        message: { ...file(messaging, 'image', PICTURE, 'image/png', 'foto.png'), ...(text ? { text } : {}) },
      },
    }),
  },
  document: {
    label: 'Documento',
    make: ({ messaging }) => ({
      text: '[documento]',
      event: { message: file(messaging, 'file', PDF, 'application/pdf', 'cotización.pdf') },
    }),
  },
  gone: {
    label: 'Foto cuya dirección terminó',
    make: ({ messaging }) => ({
      text: '[foto perdida]',
      event: {
        message: { attachments: [{ type: 'image', payload: { url: `${messaging.url}/cdn/nada/foto.png` } }] },
      },
    }),
  },
  location: {
    label: 'Ubicación',
    only: 'messenger',
    make: () => ({
      text: '[ubicación]',
      event: {
        message: {
          attachments: [
            {
              type: 'location',
              title: 'Plaza de Armas',
              payload: { coordinates: { lat: -33.4372, long: -70.6506 } },
            },
          ],
        },
      },
    }),
  },
  sticker: {
    label: 'Pulgar arriba',
    only: 'messenger',
    make: ({ messaging }) => ({
      text: '[👍]',
      event: {
        message: {
          attachments: [
            {
              type: 'image',
              payload: {
                url: messaging.addFile(PICTURE, 'image/png', 'pulgar.png'),
                sticker_id: 369239263222822,
              },
            },
          ],
        },
      },
    }),
  },
  postback: {
    label: 'Botón «Empezar»',
    make: () => ({
      text: '[botón: Empezar]',
      event: { postback: { title: 'Empezar', payload: 'GET_STARTED' } },
    }),
  },
  reply: {
    label: 'Respuesta a un mensaje',
    make: ({ text, theirs, own }) => ({
      text: `[responde] ${text || 'Sobre eso'}`,
      event: { message: { text: text || 'Sobre eso', reply_to: { mid: theirs ?? own } } },
    }),
  },
  story: {
    label: 'Respuesta a una historia',
    only: 'instagram',
    make: ({ messaging, text }) => ({
      text: `[a la historia] ${text || '¡Qué lindo!'}`,
      event: {
        message: {
          text: text || '¡Qué lindo!',
          reply_to: { story: { id: '178', url: messaging.addFile(PICTURE, 'image/png', 'historia.png') } },
        },
      },
    }),
  },
  mention: {
    label: 'Mención en su historia',
    only: 'instagram',
    make: ({ messaging }) => ({
      text: '[mención]',
      event: { message: file(messaging, 'story_mention', PICTURE, 'image/png', 'mencion.png') },
    }),
  },
  share: {
    label: 'Publicación compartida',
    make: ({ messaging }) => ({
      text: '[publicación]',
      event: { message: file(messaging, 'share', PICTURE, 'image/png', 'publicacion.png') },
    }),
  },
  reaction: {
    label: 'Reacción',
    make: ({ theirs, own }) => ({
      text: '[reacción ❤️]',
      event: { reaction: { mid: theirs ?? own, action: 'react', reaction: 'love', emoji: '❤️' } },
    }),
  },
  edit: {
    label: 'Edición de lo último',
    make: ({ text, own }) => ({
      text: `[edita] ${text || 'Otra cosa'}`,
      event: { message_edit: { mid: own, text: text || 'Otra cosa', num_edit: 1 } },
    }),
  },
  unsend: {
    label: 'Eliminación de lo último',
    make: ({ own }) => ({ text: '[elimina]', event: { message: { mid: own, is_deleted: true } } }),
  },
  referral: {
    label: 'Mensaje desde un anuncio',
    make: ({ text }) => ({
      text: text || 'Vi el anuncio',
      event: {
        message: {
          text: text || 'Vi el anuncio',
          referral: {
            source: 'ADS',
            type: 'OPEN_THREAD',
            ad_id: '6001',
            ads_context_data: { ad_title: 'Liquidación de invierno', post_id: '1' },
          },
        },
      },
    }),
  },
  link: {
    label: 'Llegada por un enlace',
    make: () => ({
      text: '[enlace]',
      event: { referral: { ref: 'catalogo', source: 'SHORTLINK', type: 'OPEN_THREAD' } },
    }),
  },
  unsupported: {
    label: 'Algo que no se entrega',
    make: () => ({ text: '[no admitido]', event: { message: { is_unsupported: true } } }),
  },
  app: {
    label: 'El negocio escribe en su app',
    make: ({ text }) => ({
      text: `[desde la app del negocio] ${text || 'Te llamo en un rato'}`,
      echo: { text: text || 'Te llamo en un rato', app_id: 263902037430900 },
    }),
  },
  future: {
    label: 'Un tipo que nadie conoce aún',
    make: () => ({ text: '[tipo nuevo]', event: { hologram: { depth: 3 } } }),
  },
};
