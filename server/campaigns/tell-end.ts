/** Who made and who started a campaign hear that it ended, or stopped by itself and why. */
import type { CampaignState } from '../../contract/rules/campaigns.ts';
import { notify } from '../notices/notifications.ts';
import type { App } from '../platform/app.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { CampaignRow } from './campaign-row.ts';

/** In the transaction that ends it, or makes it pause. */
export async function tellEnd(
  tx: Transaction,
  app: App,
  row: CampaignRow,
  after: CampaignState,
  reason: string | null,
): Promise<void> {
  const stopped = after === 'paused' || after === 'canceled';
  const why = reason === null ? '' : `: ${reason}`;
  await notify(tx, app, {
    action: 'campaign',
    botId: row.bot_id,
    userIds: [row.created_by, row.run_by],
    icon: 'campaign',
    subject: stopped ? 'Una campaña se detuvo' : 'Una campaña terminó',
    body: `La campaña «${row.name}» ${stopped ? 'se detuvo' : 'terminó'}${why}`,
    plain: stopped ? 'Una campaña se detuvo.' : 'Una campaña terminó.',
    link: `/plantillas-programadas/${encodeURIComponent(row.id)}?bot=${row.bot_id}`,
  });
}
