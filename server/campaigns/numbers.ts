/** The numbers by which campaigns leave, as the wizard of one offers them. */
import type { CampaignNumber } from '../../contract/entities/campaign.ts';
import { connectionsOf, toConnection } from '../connections/connection-row.ts';
import type { App } from '../platform/app.ts';
import { allowanceOf } from './tier.ts';

/** The bot's WhatsApp numbers, the oldest first. */
export async function numbersOf(app: App, botId: number): Promise<CampaignNumber[]> {
  const rows = (await connectionsOf(app.db, botId)).filter(({ provider }) => provider === 'whatsapp');
  const numbers: CampaignNumber[] = [];
  for (const row of rows) {
    const { most, left } = await allowanceOf(app.db, row, app.clock.now());
    numbers.push({
      id: row.id,
      name: row.name,
      state: toConnection(row).state,
      account: row.parent,
      most,
      left: most === null ? null : left,
    });
  }
  return numbers;
}
