/** Accounts: who somebody is, and how they prove it. */
import type { Domain } from '../platform/domain.ts';
import { accountsDemo } from './demo.ts';
import { registerResetJob } from './forgotten-password.ts';
import { registerProfile } from './profile-routes.ts';
import { registerAddressMails } from './registration.ts';
import { registerRegistration } from './registration-routes.ts';
import { registerAccounts } from './routes.ts';
import { registerSecondFactor } from './second-factor-routes.ts';
import { registerTraces } from './traces.ts';

export const accounts: Domain = {
  name: 'accounts',
  calls(app) {
    registerAccounts(app);
    registerRegistration(app);
    registerProfile(app);
    registerSecondFactor(app);
  },
  demo: accountsDemo,
  jobs(app) {
    registerTraces(app);
    registerResetJob(app);
    registerAddressMails(app);
  },
};
