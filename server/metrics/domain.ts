/** Figures that open what they count. */
import type { Domain } from '../platform/domain.ts';
import { keepComparing, registerUpkeep } from './nightly.ts';
import { registerMetrics } from './routes.ts';
import { registerWeeklyMail } from './weekly-mail.ts';

export const metrics: Domain = {
  name: 'metrics',
  calls: registerMetrics,
  entities: { metric_view: { from: 'metric_views e', id: 'e.id', bot: 'e.bot_id' } },
  jobs(app) {
    registerUpkeep(app);
    registerWeeklyMail(app);
  },
  async start(app) {
    await keepComparing(app);
    return {};
  },
};
