/** Every call, by name: the server registers them all, the client is typed from them. */
import { agentCalls } from './agents.ts';
import { auditCalls } from './audit.ts';
import { billingCalls } from './billing.ts';
import { botManageCalls } from './bots-manage.ts';
import { conversationLifeCalls } from './conversation-life.ts';
import { conversationListCalls } from './conversation-lists.ts';
import { conversationCalls } from './conversations.ts';
import { inboxToolCalls } from './inbox-tools.ts';
import { leadCalls } from './leads.ts';
import { mainCalls } from './main.ts';
import { noticeCalls } from './notices.ts';
import { profileCalls } from './profile.ts';
import { registrationCalls } from './registration.ts';
import { roleCalls } from './roles.ts';
import { settingsCalls } from './settings.ts';

export const CALLS = {
  ...mainCalls,
  ...leadCalls,
  ...inboxToolCalls,
  ...conversationCalls,
  ...conversationListCalls,
  ...conversationLifeCalls,
  ...registrationCalls,
  ...profileCalls,
  ...botManageCalls,
  ...roleCalls,
  ...agentCalls,
  ...noticeCalls,
  ...billingCalls,
  ...auditCalls,
  ...settingsCalls,
};
export type CallName = keyof typeof CALLS;
