/**
 * The one list of the server's domains (docs/a-new-domain.md). Each stands after those that it knows; what one needs of
 * another while it runs is handed in here.
 */
import { accounts } from './accounts/domain.ts';
import { agents } from './agents/domain.ts';
import { type Assistant, assistant } from './assistant/domain.ts';
import { audit } from './audit/domain.ts';
import { automations, buyerLookers } from './automations/domain.ts';
import { type Billing, billing } from './billing/domain.ts';
import { bots } from './bots/domain.ts';
import { calendar } from './calendar/domain.ts';
import { type Campaigns, campaigns } from './campaigns/domain.ts';
import { type Channels, channels } from './channels/domain.ts';
import { instagramProvider, messengerProvider } from './channels/messenger-platform/provider.ts';
import { whatsappProvider } from './channels/whatsapp/provider.ts';
import { clients } from './clients/domain.ts';
import { connections } from './connections/domain.ts';
import { crm } from './crm/domain.ts';
import { exportFiles } from './exports/domain.ts';
import { LlmTurns } from './inbox/commands/llm-turns.ts';
import { type Inbox, type InboxNeeds, inbox } from './inbox/domain.ts';
import { readAnsweredTalks } from './inbox/queries/answered-talks.ts';
import { tellLeadCards } from './inbox/tell-lead-cards.ts';
import { inboxHelp } from './inbox-help/domain.ts';
import { incidents } from './incidents/domain.ts';
import { metrics } from './metrics/domain.ts';
import { notices } from './notices/domain.ts';
import { OrderDesk } from './orders/desk.ts';
import { orders } from './orders/domain.ts';
import { pages } from './pages/domain.ts';
import type { App } from './platform/app.ts';
import type { Domain } from './platform/domain.ts';
import { createPeopleMails } from './platform/mail/people-mails.ts';
import { proactive } from './proactive/domain.ts';
import { products } from './products/domain.ts';
import { productPictures } from './products/pictures.ts';
import { Shelves } from './products/shelf/shelves.ts';
import { roles } from './roles/domain.ts';
import { routing } from './routing/domain.ts';
import { settings } from './settings/domain.ts';
import { shopLinks, withHooks } from './shop-links/domain.ts';
import { shops } from './shops/shops.ts';
import { tickets } from './tickets/domain.ts';
import { botTickets } from './tickets/from-bot.ts';
import { formTickets } from './tickets/from-form.ts';
import { uploads } from './uploads/domain.ts';
import { whatsappButton } from './whatsapp-button/domain.ts';
import { whatsappStats } from './whatsapp-stats/domain.ts';

export interface Composition {
  domains: readonly Domain[];
  assistant: Assistant;
  inbox: Inbox;
  channels: Channels;
  campaigns: Campaigns;
  billing: Billing;
}

/** Makes the domains of one server; nothing of them runs yet. */
export function compose(app: App, options: Pick<InboxNeeds, 'visitors'>): Composition {
  const mails = createPeopleMails(app);
  const shelves = new Shelves(app);
  const pictures = productPictures(app);
  const stores = shops(app);
  const desk = new OrderDesk(app, stores.readers);
  const opened = botTickets(app);
  const bot = assistant(app, readAnsweredTalks, shelves, desk, opened);
  const llm = new LlmTurns(app, bot.knowledge, opened);
  const chat = inbox(app, {
    minds: bot.minds,
    llm,
    knowledge: bot.knowledge,
    desk,
    cards: (...about) => shelves.cards(...about),
    words: formTickets(app),
    visitors: options.visitors,
  });
  const outside = channels(app, { minds: bot.minds, llm, picture: pictures.jpeg });
  const sending = campaigns(app);
  const money = billing(app);
  const shopPorts = withHooks(app, stores.providers);
  const domains = [
    audit,
    accounts,
    settings,
    notices,
    calendar,
    money,
    crm(tellLeadCards),
    connections({
      ...shopPorts,
      whatsapp: whatsappProvider(app),
      messenger: messengerProvider(app),
      instagram: instagramProvider(app),
    }),
    orders(app, desk),
    bot,
    routing,
    proactive,
    chat,
    inboxHelp(app, {
      knowledge: bot.knowledge,
      shelf: (...about) => shelves.of(...about),
      cards: (...about) => shelves.cards(...about),
      desk,
    }),
    tickets,
    clients,
    products(app, stores.sources, { shelves, pictures }),
    shopLinks(app, shopPorts, buyerLookers(app)),
    outside,
    sending,
    automations(app, stores.readers),
    whatsappButton,
    metrics,
    whatsappStats,
    uploads,
    roles,
    agents(mails),
    bots(mails, money.endPlan),
    incidents,
    exportFiles(app),
    pages,
  ];
  return { domains, assistant: bot, inbox: chat, channels: outside, campaigns: sending, billing: money };
}
