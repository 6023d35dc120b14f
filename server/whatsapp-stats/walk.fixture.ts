/** How the walks over all calls call those of this domain. */
import type { DomainWalk } from '../testing.ts';

const span = { from: '2026-11-01', to: '2026-11-02' };

export const walk: DomainWalk = {
  samples: {
    whatsappStatsOfMeta: { query: { bot_id: 1, ...span } },
    whatsappStats: { query: { bot_id: 1, ...span } },
    whatsappStatsSends: { query: { bot_id: 1, ...span } },
    startSendExport: { body: { format: 'csv', filters: { bot_id: 1, ...span } } },
  },
};
