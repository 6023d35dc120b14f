/** Every call, by name: the server registers them all, the client is typed from them. */
import { absenceCalls } from './absences.ts';
import { agentCalls } from './agents.ts';
import { assistantCalls } from './assistants.ts';
import { auditCalls } from './audit.ts';
import { automationCalls } from './automations.ts';
import { billingCalls } from './billing.ts';
import { billingOfficeCalls } from './billing-office.ts';
import { botDraftCalls } from './bot-draft.ts';
import { botIntentCalls } from './bot-intents.ts';
import { botNodeCalls } from './bot-nodes.ts';
import { botSafetyCalls } from './bot-safety.ts';
import { botSynonymCalls } from './bot-synonyms.ts';
import { botManageCalls } from './bots-manage.ts';
import { calendarCalls } from './calendar.ts';
import { campaignCalls } from './campaigns.ts';
import { channelCalls } from './channels.ts';
import { clientCalls } from './clients.ts';
import { connectionCalls } from './connections.ts';
import { conversationLifeCalls } from './conversation-life.ts';
import { conversationListCalls } from './conversation-lists.ts';
import { conversationCalls } from './conversations.ts';
import { dashboardCalls } from './dashboard.ts';
import { documentCalls } from './documents.ts';
import { exportCalls } from './exports.ts';
import { followingCalls } from './following.ts';
import { importCalls } from './imports.ts';
import { inboxBulkCalls } from './inbox-bulk.ts';
import { inboxHelpCalls } from './inbox-help.ts';
import { inboxToolCalls } from './inbox-tools.ts';
import { incidentCalls } from './incidents.ts';
import { interactionCalls } from './interactions.ts';
import { invitationCalls } from './invitations.ts';
import { joiningCalls } from './joining.ts';
import { leadCalls } from './leads.ts';
import { llmCalls } from './llm.ts';
import { macroCalls } from './macros.ts';
import { mainCalls } from './main.ts';
import { maintenanceCalls } from './maintenance.ts';
import { makerTicketCalls } from './maker-tickets.ts';
import { metricCalls } from './metrics.ts';
import { noticeCalls } from './notices.ts';
import { orderCalls } from './orders.ts';
import { pageCalls } from './pages.ts';
import { paymentCalls } from './payments.ts';
import { presenceCalls } from './presence.ts';
import { proactiveCalls } from './proactive.ts';
import { productCalls } from './products.ts';
import { profileCalls } from './profile.ts';
import { pushCalls } from './push.ts';
import { registrationCalls } from './registration.ts';
import { roleCalls } from './roles.ts';
import { routingCalls } from './routing.ts';
import { scheduledMessageCalls } from './scheduled-messages.ts';
import { secondFactorCalls } from './second-factor.ts';
import { settingsCalls } from './settings.ts';
import { shopInstallCalls } from './shop-installs.ts';
import { signInCalls } from './sign-in.ts';
import { skillCalls } from './skills.ts';
import { supervisionCalls } from './supervision.ts';
import { templateCatalogueCalls } from './template-catalogue.ts';
import { ticketHelpCalls } from './ticket-help.ts';
import { ticketCalls } from './tickets.ts';
import { visitCalls } from './visits.ts';
import { welcomeMenuCalls } from './welcome-menu.ts';
import { whatsappButtonCalls } from './whatsapp-button.ts';
import { whatsappStatsCalls } from './whatsapp-stats.ts';
import { widgetCalls } from './widget.ts';

export const CALLS = {
  ...signInCalls,
  ...mainCalls,
  ...leadCalls,
  ...clientCalls,
  ...importCalls,
  ...incidentCalls,
  ...inboxHelpCalls,
  ...ticketHelpCalls,
  ...inboxToolCalls,
  ...inboxBulkCalls,
  ...conversationCalls,
  ...conversationListCalls,
  ...conversationLifeCalls,
  ...followingCalls,
  ...scheduledMessageCalls,
  ...joiningCalls,
  ...macroCalls,
  ...exportCalls,
  ...presenceCalls,
  ...registrationCalls,
  ...profileCalls,
  ...secondFactorCalls,
  ...botManageCalls,
  ...calendarCalls,
  ...routingCalls,
  ...proactiveCalls,
  ...roleCalls,
  ...agentCalls,
  ...absenceCalls,
  ...skillCalls,
  ...invitationCalls,
  ...noticeCalls,
  ...pushCalls,
  ...billingCalls,
  ...billingOfficeCalls,
  ...paymentCalls,
  ...auditCalls,
  ...settingsCalls,
  ...maintenanceCalls,
  ...supervisionCalls,
  ...visitCalls,
  ...orderCalls,
  ...pageCalls,
  ...templateCatalogueCalls,
  ...botIntentCalls,
  ...botSynonymCalls,
  ...botNodeCalls,
  ...interactionCalls,
  ...welcomeMenuCalls,
  ...botDraftCalls,
  ...botSafetyCalls,
  ...assistantCalls,
  ...dashboardCalls,
  ...documentCalls,
  ...llmCalls,
  ...connectionCalls,
  ...channelCalls,
  ...whatsappButtonCalls,
  ...widgetCalls,
  ...productCalls,
  ...metricCalls,
  ...whatsappStatsCalls,
  ...campaignCalls,
  ...shopInstallCalls,
  ...automationCalls,
  ...ticketCalls,
  ...makerTicketCalls,
};
export type CallName = keyof typeof CALLS;
