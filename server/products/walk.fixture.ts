/** How the walks over all calls make a reading of a bot's shops. */
import { sql } from '../platform/database/database.ts';
import type { DomainWalk } from '../testing.ts';

export const walk: DomainWalk = {
  entities: {
    product_sync: async ({ app }, { botId }) => {
      const id = `sync-${botId}`;
      await app.db.query(sql`
        insert into product_syncs (id, bot_id, started_by, day, state, shops, started_at)
        values (${id}, ${botId}, 'Olga', '2026-11-20', 'done', '[{"asks": 1, "gone": 0, "connection_id": "x",
          "provider": "bsale", "name": "Tienda", "state": "done", "seen": 0, "came": 0, "changed": 0, "refused": 0,
          "warnings": [], "fault": null}]', now())`);
      return id;
    },
  },
};
