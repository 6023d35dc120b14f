/** What the address of a campaign says: the recipients that are shown. */
import * as z from 'zod/mini';
import { RECIPIENT_OUTCOMES } from '../../../contract/rules/campaigns.ts';

const search = z.object({
  /** Of which outcome; 'total': all. */
  ver: z.catch(z.optional(z.enum(['total', ...RECIPIENT_OUTCOMES])), undefined),
  motivo: z.catch(z.optional(z.string()), undefined),
  pagina: z.catch(z.optional(z.int().check(z.positive(), z.lte(1_000_000))), undefined),
});
export type CampaignSearch = z.infer<typeof search>;

/** Whatever is no choice is left out. */
export const readCampaignSearch = (raw: Record<string, unknown>): CampaignSearch => search.parse(raw);
