/** Which bots' figures are counted together. */
import type { MetricFilters } from '../../contract/calls/metrics.ts';
import { allows, type ModuleName } from '../../contract/permissions.ts';
import { findLinks, linksOfPerson, viewerOf } from '../access/links.ts';
import type { Queryable } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Wanted } from './wanted.ts';

/**
 * The named bot; with `all_bots` every one whose figures the person sees whole, as their roles are now.
 * Throws forbidden where they see their own figures alone.
 */
export async function botsOf(db: Queryable, userId: number, filters: MetricFilters): Promise<number[]> {
  if (filters.all_bots !== true) return [filters.bot_id];
  const whole = (await linksOfPerson(db, userId)).filter(
    (link) => viewerOf(link).base !== 'agente' && allows(link.role.permissions, 'dashboard', 'read'),
  );
  const ids = whole.map(({ bot_id }) => bot_id);
  if (!ids.includes(filters.bot_id))
    throw new Refused('forbidden', { message: 'Solo puedes ver tus propias cifras.' });
  return ids;
}

const MODULES = { campaign: 'whatsapp_api', automation: 'automatizaciones', ticket: 'tickets' } as const;

/** At which of the bots the person may look into the rooms that figures count. */
export async function roomsSeen(
  db: Queryable,
  userId: number,
  bots: readonly number[],
): Promise<Wanted['sees']> {
  const links = await findLinks(db, userId, bots);
  const at = (module: ModuleName) =>
    links.filter(({ role }) => allows(role.permissions, module, 'read')).map(({ bot_id }) => bot_id);
  return {
    campaign: at(MODULES.campaign),
    automation: at(MODULES.automation),
    ticket: at(MODULES.ticket),
  };
}
