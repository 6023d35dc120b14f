/** Campaigns are of the bots that have the flag. */
import { readFlags } from '../access/bot-flags.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';

/** Throws rule for a bot without them. */
export async function requireCampaigns(db: Queryable, botId: number): Promise<void> {
  const [row] = await db.query<{ flags: unknown }>(sql`select flags from bots where id = ${botId}`);
  if (row && readFlags(botId, row.flags).scheduled_templates) return;
  throw new Refused('rule', { message: 'Este chatbot no tiene plantillas programadas.' });
}
