/** `POST leads`. */
import type { Lead } from '../../contract/entities/lead.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { json, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';
import { likelyTwin } from './duplicates.ts';
import { findByIdentity } from './find-leads.ts';
import { identitiesOf, noteIdentities } from './identities.ts';
import { type LeadFields, readLeadFields } from './lead-fields.ts';
import { type LeadRow, leadColumns, toLead } from './lead-row.ts';
import { withOwnValues } from './own-fields.ts';

const audited = ({ name, email, phone, rut, notes, tags, city, areas, fields }: Lead) => ({
  name,
  email,
  phone,
  rut,
  notes,
  tags,
  city,
  areas,
  fields,
});

/** Throws `Refused`: rule (a field, or nothing that names the client); conflict when a client has the phone. */
export async function createLead(app: App, by: BotSession, given: LeadFields): Promise<Lead> {
  const fields = readLeadFields(given);
  if (!fields.name && !fields.email && !fields.phone && !fields.rut) {
    throw new Refused('rule', {
      message: 'Escribe al menos el nombre, el correo, el teléfono o el RUT.',
      details: { field: 'name' },
    });
  }
  const botId = by.link.bot_id;
  return app.db.transaction(async (tx) => {
    // Two at once with one phone: the second waits here and then finds the first.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('lead.create'), ${botId}::int)`);
    const known = fields.phone ? await findByIdentity(tx, botId, { phone: fields.phone }) : null;
    if (known) {
      throw new Refused('conflict', {
        message: 'Ya existe un cliente con este teléfono.',
        details: { field: 'phone', lead_id: known._id },
      });
    }
    const own = await withOwnValues(tx, botId, {}, given.fields);
    const [row] = await tx.query<LeadRow>(sql`
      insert into leads (id, bot_id, name, email, phone, rut, notes, tags, city, areas, fields, created_at)
      values (${app.ids()}, ${botId}, ${fields.name ?? null}, ${fields.email ?? null}, ${fields.phone ?? null},
        ${fields.rut ?? null}, ${fields.notes ?? null}, ${json(fields.tags ?? [])}, ${fields.city ?? null},
        ${json(fields.areas ?? [])}, ${json(own)}, ${app.clock.now()})
      returning ${leadColumns}`);
    if (!row) throw new Error('No lead was inserted');
    await noteIdentities(tx, app, { botId, leadId: row.id, trust: 'known' }, identitiesOf(row));
    const twin = await likelyTwin(tx, row);
    if (twin) await tx.query(sql`update leads set possible_duplicate_of = ${twin} where id = ${row.id}`);
    touch(tx, app, botId, ['leads']);
    const lead = toLead(row);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'lead',
      id: lead._id,
      botId,
      before: null,
      after: audited(lead),
    });
    return lead;
  });
}
