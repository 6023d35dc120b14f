/** Notifications, in the dashboard and by push. */
import type { Domain } from '../platform/domain.ts';
import { registerDigest } from './digest.ts';
import { registerDecide } from './push/decide.ts';
import { registerSend } from './push/send.ts';
import { registerNotices } from './routes.ts';

export const notices: Domain = {
  name: 'notices',
  calls: registerNotices,
  topics: ['notifications'],
  jobs(app) {
    registerDecide(app);
    registerSend(app);
    registerDigest(app);
  },
};
