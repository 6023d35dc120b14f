/** How the walks over all calls make one of each thing of this domain, and call its calls. */
import { sql } from '../platform/database/database.ts';
import type { DomainWalk, MakeOne } from '../testing.ts';

const ownField: MakeOne = async ({ app }, { botId }) => {
  const id = `own-field-${botId}`;
  await app.db.query(sql`
    insert into lead_fields (id, bot_id, key, label, type, created_at)
    values (${id}, ${botId}, 'talla', 'Talla', 'text', now())`);
  return id;
};

export const walk: DomainWalk = {
  otherIds: {
    'orderOwnFields body.ids': [
      ownField,
      200,
      409,
      ({ botId }, id) => ({ body: { bot_id: botId, ids: [id] } }),
    ],
  },
  entities: {
    segment: async ({ app }, { botId, person }) => {
      const id = `segment-${botId}`;
      await app.db.query(sql`
        insert into segments (id, bot_id, user_id, name, filter, created_at, updated_at)
        values (${id}, ${botId}, ${person.id}, 'VIP', '{"all":[]}', now(), now())`);
      return id;
    },
    lead_import: async ({ app }, { botId, person }) => {
      const id = `import-${botId}`;
      await app.db.query(sql`
        insert into lead_imports (id, bot_id, user_id, file_name, columns, sample, guessed, state, total, parts,
          created_at)
        values (${id}, ${botId}, ${person.id}, 'a.csv', '["RUT"]', '[]', '{}', 'mapped', 0, 0, now())`);
      return id;
    },
    lead_merge: async ({ app }, { botId }) => {
      const id = `merge-${botId}`;
      await app.db.query(sql`
        insert into lead_merges (id, bot_id, survivor_id, loser_id, survivor, loser, moved, at)
        values (${id}, ${botId}, 'x', 'y', '{}', '{}', '{}', now())`);
      return id;
    },
  },
  samples: {
    addSegment: { body: { bot_id: 1, name: 'VIP', filter: { all: [] }, shared: false } },
    updateSegment: { params: { id: 'x' }, body: { name: 'VIP', filter: { all: [] }, shared: false } },
    orderOwnFields: { body: { bot_id: 1, ids: ['x'] } },
    mapImport: { params: { id: 'x' }, body: { mapping: { RUT: 'rut' }, key: 'rut' } },
  },
};
