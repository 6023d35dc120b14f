/** Campaigns: one template to many clients, now or at a local time. */
import type { App } from '../platform/app.ts';
import type { Domain } from '../platform/domain.ts';
import { campaignsDemo } from './demo.ts';
import { registerCampaigns } from './routes.ts';
import { CampaignRunner } from './runner.ts';

export interface Campaigns {
  runner: CampaignRunner;
}

/** The domain, with what carries campaigns out for the code that starts and tests it. */
export function campaigns(app: App): Domain & Campaigns {
  const runner = new CampaignRunner(app);
  return {
    name: 'campaigns',
    topics: ['campaign'],
    runner,
    calls: registerCampaigns,
    demo: campaignsDemo,
    entities: { campaign: { from: 'campaigns e', id: 'e.id', bot: 'e.bot_id' } },
    start: () => ({
      begin: () => runner.begin(),
      drain: () => runner.stop(),
    }),
  };
}
