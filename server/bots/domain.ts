/** Bots: made, set up, left, deleted; what their dashboard and their preview show. */
import type { Domain } from '../platform/domain.ts';
import type { PeopleMails } from '../platform/mail/people-mails.ts';
import { registerDashboard } from './dashboard-routes.ts';
import { botsDemo } from './demo.ts';
import { registerPurge } from './leave-bot.ts';
import { registerBotManage } from './manage-routes.ts';
import { registerPreviewPage } from './preview-page.ts';
import { registerBots } from './routes.ts';
import { registerBotSecondFactor } from './second-factor.ts';
import { registerSiteChat } from './site-chat.ts';
import { registerWidgetSecrets } from './widget-secrets.ts';

/**
 * @param mails what people may send, counted together with what other domains send for them
 * @param endPlan ends a bot's subscription where somebody collects for it; throws rule
 */
export const bots = (mails: PeopleMails, endPlan: (botId: number) => Promise<void>): Domain => ({
  name: 'bots',
  calls(app) {
    registerBots(app);
    registerBotManage(app, mails, endPlan);
    registerBotSecondFactor(app);
    registerDashboard(app);
    registerPreviewPage(app);
    registerSiteChat(app);
    registerWidgetSecrets(app);
  },
  demo: botsDemo,
  jobs: registerPurge,
});
