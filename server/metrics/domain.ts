/** Figures that open what they count. */
import type { Domain } from '../platform/domain.ts';
import { keepComparing, registerUpkeep } from './nightly.ts';
import { registerMetrics } from './routes.ts';

export const metrics: Domain = {
  name: 'metrics',
  calls: registerMetrics,
  jobs: registerUpkeep,
  async start(app) {
    await keepComparing(app);
    return {};
  },
};
