/** Looks a client up by what identifies them. */
import type { Lead } from '../../contract/entities/lead.ts';
import type { Queryable } from '../platform/database/database.ts';
import { identitiesOf, leadsNamed } from './identities.ts';
import { findLead } from './lead-row.ts';

/** The one with this RUT, else with this phone, else with this e-mail; null when nobody matches. */
export async function findByIdentity(
  db: Queryable,
  botId: number,
  given: {
    email?: string | null | undefined;
    phone?: string | null | undefined;
    rut?: string | null | undefined;
  },
): Promise<Lead | null> {
  const [found] = await leadsNamed(db, botId, identitiesOf(given));
  return found ? findLead(db, botId, found.lead_id) : null;
}
