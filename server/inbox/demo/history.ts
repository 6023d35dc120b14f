/**
 * Sixty days of a shop's conversations as rows: pure, from a seeded chance and 'now'. What it makes is what the
 * commands would have left behind: counts, previews and moves agree with the messages.
 */
import {
  type Area,
  CHANNELS,
  type Channel,
  type ConversationPriority,
  type ConversationState,
} from '../../../contract/states.ts';
import {
  type ConversationCommand,
  type ConversationFacts,
  decide,
} from '../../../machines/conversation/moves.ts';
import { type DemoLead, demoLeads } from '../../crm/demo/leads.ts';
import { type Chance, chance } from '../../platform/demo/random.ts';
import { GOODS, SIZES, TOWNS } from './goods.ts';
import { answeredIn, STORIES, type StoryWord } from './stories.ts';

export interface SeedAgent {
  id: number;
  name: string;
  areas: readonly Area[];
}
export interface MessageRow {
  id: string;
  conversation_id: string;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  sender: 'Cliente' | 'agent' | 'bot' | 'system';
  text: string;
  agent_id: number | null;
  note: boolean;
  /** By what the bot answered. */
  node: string | null;
  subject: string | null;
  created_at: string;
  position: number;
}
export interface TransitionRow {
  id: string;
  conversation_id: string;
  event: string;
  from_state: ConversationState | null;
  to_state: ConversationState;
  from_agent: number | null;
  to_agent: number | null;
  actor: { kind: string; id?: number; name?: string };
  reason: string | null;
  at: string;
}
export interface ConversationRow {
  id: string;
  lead_id: string;
  state: ConversationState;
  channel: Channel;
  category: Area | null;
  agent_id: number | null;
  lead_name: string;
  last_message: string;
  last_message_from: MessageRow['sender'] | null;
  last_message_date: string;
  pending_messages_count: number;
  tags: string[];
  priority: ConversationPriority | null;
  notes_count: number;
  waiting_since: string | null;
  last_customer_message_at: string | null;
  last_question: string | null;
  rating: { stars: number; comment: string | null } | null;
  rated_at: string | null;
  was_pending: boolean;
  message_count: number;
  created_at: string;
}
export interface History {
  leads: DemoLead[];
  conversations: ConversationRow[];
  messages: MessageRow[];
  transitions: TransitionRow[];
}

/** What is seen to sooner than the rest, by what it is about. */
const PRIORITY_OF_TAG: Partial<Record<string, ConversationPriority>> = {
  reclamo: 'urgent',
  garantía: 'high',
  pago: 'medium',
};

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How many open conversations a shop of 480 shows in each state (a smaller one in proportion); the rest has ended. */
const OPEN = { active: 9, pending: 8, taken: 17, inactive: 14 } as const;

function openStates(conversations: number): ConversationState[] {
  const share = Math.min(1, conversations / 480);
  return Object.entries(OPEN).flatMap(([state, count]) =>
    Array<ConversationState>(Math.max(1, Math.round(count * share))).fill(state as ConversationState),
  );
}

/**
 * @param size how many conversations and leads, @param seed of the chance (the bot's id), @param now ms since 1970, @param agents who may have taken them
 * @param ids makes ids that sort by time of making
 */
export function shopHistory(
  size: { conversations: number; leads: number },
  seed: number,
  now: number,
  agents: readonly SeedAgent[],
  ids: () => string,
): History {
  const random = chance(seed);
  const history: History = {
    leads: demoLeads(random, size.leads, now, ids),
    conversations: [],
    messages: [],
    transitions: [],
  };
  const open = openStates(size.conversations);
  // The open ones come last and have times of their own: those that ended are spread over all the days.
  const ended = size.conversations - open.length;
  for (let index = 0; index < size.conversations; index += 1) {
    // Every lead writes at least once, some again.
    const lead = history.leads[index < size.leads ? index : random.between(0, size.leads - 1)] as DemoLead;
    const target = open[size.conversations - 1 - index] ?? (random.happens(0.22) ? 'archived' : 'closed');
    tell({ history, random, lead, target, now, progress: index / ended, agents, ids });
  }
  // Nobody is known after they wrote.
  const firstTalk = new Map<string, string>();
  for (const { lead_id, created_at } of history.conversations) {
    const known = firstTalk.get(lead_id);
    if (known === undefined || created_at < known) firstTalk.set(lead_id, created_at);
  }
  for (const lead of history.leads) {
    const first = firstTalk.get(lead.id);
    if (first !== undefined && first < lead.created_at) lead.created_at = first;
  }
  return history;
}

function startOf(random: Chance, target: ConversationState, now: number, progress: number): number {
  if (target === 'active') return now - random.between(2, 25) * MINUTE;
  if (target === 'pending') return now - random.between(4, 55) * MINUTE;
  if (target === 'taken') return now - random.between(10, 200) * MINUTE;
  if (target === 'inactive') return now - random.between(120, 1400) * MINUTE;
  // Towards opening hours, the older ones first.
  const day = now - Math.round((1 - progress) * 59 * DAY) - DAY;
  return day - (day % DAY) + random.between(12 * 60, 23 * 60) * MINUTE;
}

/** One conversation that is to be made. */
interface Telling {
  /** What it is added to. */
  history: History;
  random: Chance;
  lead: DemoLead;
  /** The state that it is to end in. */
  target: ConversationState;
  now: number;
  /** How far from the oldest of those that ended, 0 to 1. */
  progress: number;
  agents: readonly SeedAgent[];
  ids: () => string;
}

function tell({ history, random, lead, target, now, progress, agents, ids }: Telling): void {
  const needsPerson = target === 'pending' || target === 'taken' || target === 'inactive';
  const story = random.pick(needsPerson ? STORIES.filter((entry) => entry.person.length > 0) : STORIES);
  const good = random.pick(GOODS);
  const ofArea = agents.filter((entry) => agentHas(entry, story.area));
  const agent = random.pick(ofArea.length > 0 ? ofArea : agents);
  const words: Record<StoryWord, string> = {
    order: `AND-${random.between(10_000, 99_999)}`,
    good,
    size: random.pick(SIZES),
    town: random.pick(TOWNS),
    price: `$ ${(random.between(9, 189) * 1000 - 10).toLocaleString('es-CL')}`,
    name: lead.name?.split(' ')[0] ?? '',
    agent: agent.name.split(' ')[0] ?? '',
  };
  const text = (line: string) => line.replace(/\{(\w+)\}/g, (_, key: StoryWord) => words[key]);

  const conversation: ConversationRow = {
    id: ids(),
    lead_id: lead.id,
    state: 'active',
    channel: target === 'active' ? 'web' : random.pick([...CHANNELS, 'web', 'whatsapp', 'whatsapp']),
    category: null,
    agent_id: null,
    lead_name: lead.name ?? 'Visitante',
    last_message: '',
    last_message_from: null,
    last_message_date: '',
    pending_messages_count: 0,
    tags: [],
    priority: null,
    notes_count: 0,
    waiting_since: null,
    last_customer_message_at: null,
    last_question: null,
    rating: null,
    rated_at: null,
    was_pending: false,
    message_count: 0,
    created_at: '',
  };
  let clock = startOf(random, target, now, progress);
  conversation.created_at = new Date(clock).toISOString();
  const tick = (low: number, high: number) => {
    // Never ahead of now: the present's last words are a moment old.
    clock = Math.min(clock + random.between(low, high) * 1000, now - random.between(5, 90) * 1000);
    return new Date(clock).toISOString();
  };

  const say = (sender: MessageRow['sender'], words_: string, extra: Partial<MessageRow> = {}) => {
    conversation.message_count += 1;
    const row: MessageRow = {
      id: ids(),
      conversation_id: conversation.id,
      status: sender === 'Cliente' ? 'read' : 'delivered',
      sender,
      text: words_,
      agent_id: sender === 'agent' ? conversation.agent_id : null,
      note: false,
      node: null,
      subject: null,
      created_at: tick(8, 70),
      position: conversation.message_count,
      ...extra,
    };
    history.messages.push(row);
    if (row.note) conversation.notes_count += 1;
    if (row.note || sender === 'system') return;
    conversation.last_message = words_.slice(0, 160);
    conversation.last_message_from = sender;
    conversation.last_message_date = row.created_at;
    if (sender !== 'Cliente') return;
    conversation.last_customer_message_at = row.created_at;
    conversation.last_question = conversation.last_message;
  };
  const step = (
    command: ConversationCommand,
    actor: TransitionRow['actor'],
    line: string,
    reason: string | null = null,
  ) => {
    const facts: ConversationFacts = conversation;
    const decision = decide(facts, command);
    if (!decision.ok)
      throw new Error(`sample history asks for an illegal move: ${command.type} in ${facts.state}`);
    const at = tick(5, 40);
    history.transitions.push({
      id: ids(),
      conversation_id: conversation.id,
      event: command.type,
      from_state: conversation.state,
      to_state: decision.state,
      from_agent: conversation.agent_id,
      to_agent: decision.agent_id,
      actor,
      reason,
      at,
    });
    conversation.state = decision.state;
    conversation.agent_id = decision.agent_id;
    conversation.was_pending = decision.was_pending;
    say('system', line, { created_at: at });
  };

  history.transitions.push({
    id: ids(),
    conversation_id: conversation.id,
    event: 'created',
    from_state: null,
    to_state: 'active',
    from_agent: null,
    to_agent: null,
    actor: { kind: 'visitor' },
    reason: null,
    at: conversation.created_at,
  });
  const lines = target === 'active' ? story.bot.slice(0, Math.max(2, story.bot.length - 2)) : story.bot;
  for (const [who, line] of lines)
    say(who === 'c' ? 'Cliente' : 'bot', text(line), who === 'b' ? answeredIn(story) : {});
  if (target === 'active') return void history.conversations.push(conversation);

  if (story.person.length > 0) {
    // As the live product does here: at once to pending, with no area; an agent sets one when taking it.
    step({ type: 'handoff' }, { kind: 'bot' }, 'El cliente pidió hablar con una persona');
    conversation.waiting_since = new Date(clock).toISOString();
    conversation.pending_messages_count = 1;
    if (target === 'pending') {
      if (random.happens(0.4)) {
        say('Cliente', random.pick(['hola?', '¿hay alguien?', 'sigo esperando', 'hola, me ayudan?']));
        conversation.pending_messages_count += 1;
      }
      return void history.conversations.push(conversation);
    }
    const who = { kind: 'agent', id: agent.id, name: agent.name };
    step({ type: 'take', agent_id: agent.id }, who, `${agent.name} tomó la conversación`);
    conversation.waiting_since = null;
    conversation.pending_messages_count = 0;
    conversation.category = random.happens(0.7) && agentHas(agent, story.area) ? story.area : null;
    conversation.tags = random.happens(0.6) ? [...story.tags] : [];
    conversation.priority = PRIORITY_OF_TAG[conversation.tags[0] ?? ''] ?? null;
    const shown = target === 'taken' ? random.between(1, story.person.length) : story.person.length;
    for (const [by, line] of story.person.slice(0, shown)) say(by === 'c' ? 'Cliente' : 'agent', text(line));
    if (random.happens(0.15)) {
      say('agent', 'Cliente frecuente, ofrecer despacho gratis.', {
        note: true,
        agent_id: agent.id,
        status: 'sent',
      });
    }
    if (target === 'taken') {
      if (conversation.last_message_from === 'Cliente' && random.happens(0.6)) {
        conversation.pending_messages_count = 1;
        conversation.waiting_since = conversation.last_message_date;
      }
      return void history.conversations.push(conversation);
    }
    if (target === 'inactive') {
      step({ type: 'timer_inactive' }, { kind: 'system' }, 'Pasó a inactiva por falta de respuesta');
      return void history.conversations.push(conversation);
    }
    step({ type: 'close' }, who, `${agent.name} cerró la conversación`);
    if (random.happens(0.45)) {
      const stars = random.pick([5, 5, 5, 4, 4, 3, 2, 1]);
      conversation.rating = {
        stars,
        comment: stars >= 4 && random.happens(0.5) ? 'Muy buena atención' : null,
      };
      conversation.rated_at = new Date(clock).toISOString();
    }
  } else {
    step({ type: 'timer_inactive' }, { kind: 'system' }, 'Pasó a inactiva por falta de respuesta');
    step({ type: 'timer_close' }, { kind: 'system' }, 'Cerrada por tiempo');
  }
  if (target === 'archived') {
    step(
      { type: 'archive' },
      { kind: 'agent', id: agent.id, name: agent.name },
      `${agent.name} archivó la conversación`,
    );
  }
  history.conversations.push(conversation);
}

function agentHas(agent: SeedAgent, area: Area): boolean {
  return agent.areas.length === 0 || agent.areas.includes(area);
}
