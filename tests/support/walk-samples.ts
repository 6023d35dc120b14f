/** Inputs of calls for the walks over all of them, where the smallest one that the schema takes does not do. */
import { ownWalks } from './own-walks.ts';

/** What domains bring themselves (`walk.fixture.ts`). */
export const OWN = ownWalks();

/** Inputs that the smallest sample does not meet. */
export const SAMPLES: Record<string, { params?: object; query?: object; body?: object }> = {
  ...OWN.samples,
  change: { body: { unread: true } },
  statusHistory: { body: { from: '2026-11-01', to: '2026-11-21' } },
  agentDetails: { body: { from: '2026-11-01T03:00:00.000Z', to: '2026-11-21T03:00:00.000Z' } },
  createQuickReply: { body: { shortcut: 'hola', text: 'Hola', shared: true } },
  updateQuickReply: { params: { id: 'x' }, body: { shortcut: 'hola', text: 'Hola', shared: true } },
  startLeadExport: { body: { format: 'csv', columns: ['name'], filters: { bot_id: 1 } } },
  startExport: { body: { kind: 'messages', format: 'csv', columns: ['id'], filters: {} } },
  botInfo: { params: { ids: '1' } },
  getPage: { params: { id: 'primeros-pasos' } },
  setPageVideo: { params: { id: 'primeros-pasos' }, body: { url: null } },
  templateIntentById: { params: { id: 'generica.saludo' } },
  templateNode: { params: { id: 'generica.saludo' } },
  templateNodeById: { params: { id: 'generica.saludo' } },
  newBusinessType: { body: { name: 'Heladería' } },
  withdrawCalendar: { params: { validFrom: '2026-12-01' }, query: { revision: 0 } },
  addLeadConsent: { params: { id: 'x' }, body: { purpose: 'service', state: 'granted', source: 'Llamada' } },
  changeLeads: { body: { bot_id: 1, ids: ['x'], change: { add_tags: ['vip'] } } },
  sendTemplateToLeads: {
    body: {
      bot_id: 1,
      ids: ['x'],
      template: { name: 'aviso', language: 'es', slots: [] },
      temporal_id: 'temporal-id',
    },
  },
  listLeads: { query: { bot_id: 1 } },
  matchingLeads: { body: { bot_id: 1 } },
  createConnection: { body: { provider: 'whatsapp', credentials: {} } },
  sendMessage: { body: { temporal_id: 'a temporal id', text: 'hola' } },
};
