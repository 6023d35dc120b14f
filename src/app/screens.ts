/**
 * The one list of the screens inside the frame: each feature declares its own (docs/a-new-domain.md). Those with a search
 * or data of their own to declare stand in router.tsx.
 */
import type { RouteComponent } from '@tanstack/react-router';
import { lazyScreen } from '../base/lazy-screen.ts';
import { agentHoursScreens } from '../features/agent-hours/screens.ts';
import { agentsScreens } from '../features/agents/screens.ts';
import { automationsScreens } from '../features/automations/screens.ts';
import { billingScreens } from '../features/billing/screens.ts';
import { billingOfficeScreens } from '../features/billing-office/screens.ts';
import { botsScreens } from '../features/bots/screens.ts';
import { campaignsScreens } from '../features/campaigns/screens.ts';
import { centerScreens } from '../features/center/screens.ts';
import { clientsScreens } from '../features/clients/screens.ts';
import { clientsImportScreens } from '../features/clients-import/screens.ts';
import { documentsScreens } from '../features/documents/screens.ts';
import { galleryScreens } from '../features/gallery/screens.ts';
import { guidesScreens } from '../features/guides/screens.ts';
import { historyScreens } from '../features/history/screens.ts';
import { incidentsScreens } from '../features/incidents/screens.ts';
import { integrationsScreens } from '../features/integrations/screens.ts';
import { metricsScreens } from '../features/metrics/screens.ts';
import { notificationsScreens } from '../features/notifications/screens.ts';
import { previewScreens } from '../features/preview/screens.ts';
import { proactiveScreens } from '../features/proactive/screens.ts';
import { productsScreens } from '../features/products/screens.ts';
import { profileScreens } from '../features/profile/screens.ts';
import { quickRepliesScreens } from '../features/quick-replies/screens.ts';
import { rolesScreens } from '../features/roles/screens.ts';
import { routingScreens } from '../features/routing/screens.ts';
import { settingsScreens } from '../features/settings/screens.ts';
import { supportScreens } from '../features/support/screens.ts';
import { teamScreens } from '../features/team/screens.ts';
import { ticketsScreens } from '../features/tickets/screens.ts';
import { welcomeMenuScreens } from '../features/welcome-menu/screens.ts';
import { whatsappScreens } from '../features/whatsapp/screens.ts';
import { whatsappButtonScreens } from '../features/whatsapp-button/screens.ts';
import { whatsappStatsScreens } from '../features/whatsapp-stats/screens.ts';
import type { ScreenRoute, Screens } from '../frame/screen.ts';

const screens: Screens<Record<string, unknown>> = [
  ...agentHoursScreens,
  ...agentsScreens,
  ...automationsScreens,
  ...billingScreens,
  ...billingOfficeScreens,
  ...botsScreens,
  ...campaignsScreens,
  ...centerScreens,
  ...clientsScreens,
  ...clientsImportScreens,
  ...documentsScreens,
  ...galleryScreens,
  ...guidesScreens,
  ...historyScreens,
  ...incidentsScreens,
  ...integrationsScreens,
  ...notificationsScreens,
  ...previewScreens,
  ...proactiveScreens,
  ...productsScreens,
  ...profileScreens,
  ...quickRepliesScreens,
  ...rolesScreens,
  ...routingScreens,
  ...settingsScreens,
  ...supportScreens,
  ...teamScreens,
  ...ticketsScreens,
  ...welcomeMenuScreens,
  ...whatsappScreens,
  ...whatsappButtonScreens,
  ...metricsScreens,
  ...whatsappStatsScreens,
];

/** A screen whose place stands in its feature's `parts.ts`. */
const part = (name: string) =>
  lazyScreen<Record<string, unknown>, string>(
    async () => (await import('./screen-parts.ts')).loadPart(name),
    name,
  );

export const BUILT: readonly (ScreenRoute & { component: RouteComponent })[] = screens.map((screen) => {
  if ('component' in screen) return screen;
  const { part: name, ...route } = screen;
  return { ...route, component: part(name) };
});

/** The screens of docs/product.md §2 that are announced and not built yet (docs/screens.md lists them). */
export const COMING: readonly ScreenRoute[] = [];
