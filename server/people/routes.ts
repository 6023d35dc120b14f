/** Who somebody is, what they may do, and the frame in which they do it: every route of it. */
import { registerProfile } from '../accounts/profile-routes.ts';
import { registerRegistration } from '../accounts/registration-routes.ts';
import { registerSecondFactor } from '../accounts/second-factor-routes.ts';
import { registerAgents } from '../agents/routes.ts';
import { registerAudit } from '../audit/routes.ts';
import { registerBilling } from '../billing/routes.ts';
import { registerDashboard } from '../bots/dashboard-routes.ts';
import { registerBotManage } from '../bots/manage-routes.ts';
import { registerBotSecondFactor } from '../bots/second-factor.ts';
import { registerNotices } from '../notices/routes.ts';
import { registerPagesService } from '../pages/routes.ts';
import type { App } from '../platform/app.ts';
import { registerMail } from '../platform/mail/mail.ts';
import { createPeopleMails } from '../platform/mail/people-mails.ts';
import { registerRoles } from '../roles/routes.ts';
import { registerSettings } from '../settings/routes.ts';

/** Mounts them with their jobs. Needs the static files' plugin (`registerPages`) to serve photos. */
export function registerPeopleRoutes(app: App): void {
  registerMail(app);
  const mails = createPeopleMails(app);
  registerRegistration(app);
  registerProfile(app);
  registerSecondFactor(app);
  registerBotManage(app, mails);
  registerBotSecondFactor(app);
  registerRoles(app);
  registerAgents(app, mails);
  registerNotices(app);
  registerBilling(app);
  registerAudit(app);
  registerSettings(app);
  registerPagesService(app);
  registerDashboard(app);
}
