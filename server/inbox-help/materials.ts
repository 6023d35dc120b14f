/**
 * What a draft may rest on, each by the conversation's own bot. What its documents say is told to any customer who asks
 * the bot, so everybody who answers may have it; products and orders go by the caller's permissions: who may not read
 * them has none of them in the prompt either.
 */
import { HELP_LIMITS, type HelpSource } from '../../contract/entities/inbox-help.ts';
import { LLM_LIMITS } from '../../contract/entities/llm.ts';
import { allows } from '../../contract/permissions.ts';
import { plainLine } from '../../contract/rules/plain-line.ts';
import { priceText } from '../../contract/rules/price-text.ts';
import type { ShelfSource } from '../assistant/bot-minds.ts';
import { type DocumentKnowledge, sourceOf } from '../assistant/documents/knowledge.ts';
import type { FoundPassage } from '../assistant/documents/passage-index.ts';
import { zoneOf } from '../calendar/calendar.ts';
import { presentId } from '../crm/present-id.ts';
import type { CardsOf } from '../inbox/commands/send-message.ts';
import { clientOrders } from '../orders/client-orders.ts';
import type { OrderDesk } from '../orders/desk.ts';
import { sayOrders } from '../orders/say-orders.ts';
import type { App } from '../platform/app.ts';
import type { BotSession } from '../platform/http/session.ts';

/** Where drafts find what they rest on. */
export interface Stores {
  knowledge: DocumentKnowledge;
  /** What the bot's shops sell. */
  shelf: ShelfSource;
  cards: CardsOf;
  /** Where shops are asked for orders. */
  desk: OrderDesk;
}

export interface Material extends HelpSource {
  /** As the model names it. */
  id: string;
  /** All of it that the model reads. */
  whole: string;
}

const PASSAGES = 5;
/** The least of the question that a passage covers. */
const LEAST_SCORE = 0.25;
const ORDERS = 5;
const WHOLE = 2_500;

interface Wanted {
  /** The customer's, the newest first. */
  questions: readonly string[];
  leadId: string | null;
}

/** Everything that may help to answer. */
export async function findMaterials(
  app: App,
  stores: Stores,
  by: BotSession,
  wanted: Wanted,
): Promise<Material[]> {
  const { permissions } = by.link.role;
  const botId = by.link.bot_id;
  const clients = allows(permissions, 'crm', 'read');
  const questions = wanted.questions.map((question) => question.slice(-LLM_LIMITS.question));
  const [documents, products, orders] = await Promise.all([
    passages(app, stores, botId, questions),
    clients ? productsOf(app, stores, botId, questions) : [],
    clients && wanted.leadId !== null ? ordersOf(app, stores, botId, wanted.leadId) : [],
  ]);
  return [...numbered('d', documents), ...numbered('p', products), ...numbered('o', orders)].slice(
    0,
    HELP_LIMITS.sources,
  );
}

type Found = Pick<Material, 'kind' | 'title' | 'whole'>;

const numbered = (letter: string, found: readonly Found[]): Material[] =>
  found.map(({ kind, title, whole }, at) => ({
    id: `${letter}${at + 1}`,
    kind,
    title: plainLine(title),
    text: whole.slice(0, HELP_LIMITS.sourceText),
    whole: whole.slice(0, WHOLE),
  }));

/** Of documents that customers are answered from, by what covers most of any of the questions. */
async function passages(
  app: App,
  { knowledge }: Stores,
  botId: number,
  questions: readonly string[],
): Promise<Found[]> {
  const found = new Map<string, FoundPassage>();
  for (const question of questions)
    for (const one of await knowledge.find(app.db, botId, question, PASSAGES, 'published'))
      if (one.score >= Math.max(LEAST_SCORE, found.get(one.passage.id)?.score ?? 0))
        found.set(one.passage.id, one);
  return [...found.values()]
    .sort((one, other) => other.score - one.score)
    .slice(0, PASSAGES)
    .map(({ passage }) => ({ kind: 'document', title: sourceOf(passage), whole: passage.text }));
}

/** What the newest question about products means, as it is in the catalogue now. */
async function productsOf(
  app: App,
  { shelf, cards }: Stores,
  botId: number,
  questions: readonly string[],
): Promise<Found[]> {
  const sold = await shelf(app.db, botId);
  if (!sold) return [];
  const [ids = []] = questions.flatMap((question) => {
    const found = sold.find(question, null);
    return found ? [found.ids] : [];
  });
  const known = await cards(app.db, botId, ids);
  return known.map(({ title, price, currency, available, note, url }) => ({
    kind: 'product',
    title,
    whole: [
      title,
      price === null ? 'precio no informado' : priceText(price, currency),
      available ? 'disponible' : 'agotado',
      note,
      url,
    ]
      .filter((part) => part !== null)
      .join('. '),
  }));
}

/** Those alone that are this client's beyond doubt: what somebody typed as theirs may be another's. */
async function ordersOf(app: App, { desk }: Stores, botId: number, leadId: string): Promise<Found[]> {
  const { orders } = await clientOrders(app.db, desk, botId, await presentId(app.db, leadId));
  const zone = await zoneOf(app.db, botId, app.clock.now());
  return orders
    .filter(({ proved }) => proved)
    .slice(0, ORDERS)
    .map((order) => ({
      kind: 'order',
      title: `Pedido ${order.number}`,
      whole: sayOrders([{ order, shop: { id: order.provider, name: order.shop_name } }], zone),
    }));
}
