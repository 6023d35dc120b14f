/** What the screen says of each channel's connections. */
import type { Provider } from '../../../contract/entities/connection.ts';

export interface ChannelWords {
  provider: Extract<Provider, 'whatsapp' | 'messenger' | 'instagram'>;
  /** The section's anchor. */
  id: string;
  title: string;
  connect: string;
  loading: string;
  list: string;
  empty: { title: string; text: string };
  removal: string;
  removed: string;
  /** What nothing leaves by. */
  one: string;
}

const REMOVAL = 'Las conversaciones quedan guardadas, pero no se podrán responder';

export const CHANNELS: Record<ChannelWords['provider'], ChannelWords> = {
  whatsapp: {
    provider: 'whatsapp',
    id: 'numeros',
    title: 'Números',
    connect: 'Conectar un número',
    loading: 'Cargando los números…',
    list: 'Números conectados',
    empty: {
      title: 'Aún no hay números conectados',
      text: 'Tus clientes escriben a tu WhatsApp y aparecen en las conversaciones, con el mismo chatbot.',
    },
    removal: `${REMOVAL} por este número, y lo que espera no saldrá.`,
    removed: 'Número desconectado',
    one: 'este número',
  },
  messenger: {
    provider: 'messenger',
    id: 'messenger',
    title: 'Messenger',
    connect: 'Conectar una página',
    loading: 'Cargando las páginas…',
    list: 'Páginas conectadas',
    empty: {
      title: 'Aún no hay páginas conectadas',
      text: 'Tus clientes escriben a tu página de Facebook y aparecen en las conversaciones, con el mismo chatbot.',
    },
    removal: `${REMOVAL} por esta página, y lo que espera no saldrá.`,
    removed: 'Página desconectada',
    one: 'esta página',
  },
  instagram: {
    provider: 'instagram',
    id: 'instagram',
    title: 'Instagram',
    connect: 'Conectar una cuenta',
    loading: 'Cargando las cuentas…',
    list: 'Cuentas conectadas',
    empty: {
      title: 'Aún no hay cuentas de Instagram conectadas',
      text: 'Tus clientes escriben a tu Instagram o responden a tus historias y aparecen en las conversaciones, con el mismo chatbot.',
    },
    removal: `${REMOVAL} por esta cuenta, y lo que espera no saldrá.`,
    removed: 'Cuenta desconectada',
    one: 'esta cuenta',
  },
};
