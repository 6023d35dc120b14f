/** Sixty days of a shop's inbox, less of two others, and what their people have at hand. */
import { insertDemoLeads } from '../../crm/demo/leads.ts';
import { readCatalogue } from '../../crm/filter-catalogue.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { LINKS, PEOPLE, SHOP } from '../../platform/demo/cast.ts';
import type { Demo, DemoTools } from '../../platform/demo/demo.ts';
import { insertRows } from '../../platform/demo/insert-rows.ts';
import { tagByCatalogue } from './catalogue-tags.ts';
import { type SeedAgent, shopHistory } from './history.ts';
import { insertKeptAtHand } from './kept-at-hand.ts';
import { insertNotifications } from './notifications.ts';
import { insertSites } from './sites.ts';

export const inboxDemo: Demo = {
  async fill(tx, tools) {
    await insertHistory(tx, SHOP, { conversations: 480, leads: 270 }, tools);
    await insertHistory(tx, 7, { conversations: 24, leads: 20 }, tools);
    await insertHistory(tx, 3126, { conversations: 16, leads: 14 }, tools);
    await insertNotifications(tx, tools);
    await insertSites(tx, tools);
    await insertKeptAtHand(tx, tools);
    return undefined;
  },
};

function agentsOf(bot: number): SeedAgent[] {
  return LINKS.filter((link) => link.bot === bot && link.role !== 'propietario').map((link) => ({
    id: PEOPLE[link.person].id,
    name: PEOPLE[link.person].name,
    areas: link.areas,
  }));
}

async function insertHistory(
  db: Queryable,
  bot: number,
  size: { conversations: number; leads: number },
  tools: DemoTools,
): Promise<void> {
  const history = shopHistory(size, bot, tools.now.getTime(), agentsOf(bot), tools.ids);
  tagByCatalogue(history, bot, await readCatalogue(db, bot));
  const ofBot = <R extends object>(rows: readonly R[]) => rows.map((row) => ({ ...row, bot_id: bot }));
  const messages = history.messages.map((row) => ({ ...row, mid: row.id }));
  await insertDemoLeads(db, bot, history.leads);
  await insertRows(db, 'conversations', CONVERSATION_TYPES, ofBot(history.conversations));
  await insertRows(db, 'messages', MESSAGE_TYPES, ofBot(messages));
  await insertRows(db, 'transitions', TRANSITION_TYPES, ofBot(history.transitions));
}

const CONVERSATION_TYPES = {
  id: 'text',
  bot_id: 'integer',
  lead_id: 'text',
  state: 'text',
  channel: 'text',
  category: 'text',
  agent_id: 'integer',
  lead_name: 'text',
  last_message: 'text',
  last_message_from: 'text',
  last_message_date: 'timestamptz',
  pending_messages_count: 'integer',
  tags: 'jsonb',
  priority: 'text',
  notes_count: 'integer',
  waiting_since: 'timestamptz',
  last_customer_message_at: 'timestamptz',
  last_question: 'text',
  rating: 'jsonb',
  rated_at: 'timestamptz',
  was_pending: 'boolean',
  message_count: 'integer',
  created_at: 'timestamptz',
};
const MESSAGE_TYPES = {
  id: 'text',
  conversation_id: 'text',
  bot_id: 'integer',
  mid: 'text',
  status: 'text',
  sender: 'text',
  text: 'text',
  agent_id: 'integer',
  note: 'boolean',
  node: 'text',
  subject: 'text',
  created_at: 'timestamptz',
  position: 'integer',
};
const TRANSITION_TYPES = {
  id: 'text',
  bot_id: 'integer',
  conversation_id: 'text',
  event: 'text',
  from_state: 'text',
  to_state: 'text',
  from_agent: 'integer',
  to_agent: 'integer',
  actor: 'jsonb',
  reason: 'text',
  at: 'timestamptz',
};
