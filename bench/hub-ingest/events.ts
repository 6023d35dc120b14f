/** Events of a busy bot, the same on every machine: conversations that come, wait, are taken, talk and close. */
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { NamedEvent } from '../../contract/realtime/events.ts';
import { CHANNELS } from '../../contract/states.ts';
import type { InboxState } from '../../machines/inbox/inbox-state.ts';
import {
  inbox,
  card as makeCard,
  event as makeEvent,
  message,
} from '../../machines/inbox/testing/samples.ts';
import { type Chance, chance } from '../../server/platform/demo/random.ts';

export const BOT_ID = 64;
const SEED = 20_261_121;
const START = Date.UTC(2026, 10, 21);
/** Conversations that are open at the same time. */
const OPEN = 200;
/** Events in the life of a conversation: 100,000 events are 2,000 conversations, below what the hub keeps whole. */
const LIFE = 50;
/** Conversations whose messages somebody reads, from their beginning. */
const READ = 20;
const TEXTS = [
  'Hola, compré unas zapatillas la semana pasada y todavía no me llegan, ¿me pueden ayudar?',
  '¿Tienen esta parka en talla M? La necesito para el sábado si se puede.',
  'Gracias por la respuesta. El número del pedido es AND-48213, a nombre de Marcela Fuentes.',
  'Perfecto, quedo atenta.',
];

/** The base before the first event: an administrator at an empty bot who reads some conversations. */
export function emptyBase(): InboxState {
  const state = inbox();
  for (let index = 0; index < READ; index += 1) {
    state.messages.set(idOf(index), { floor: 1, messages: [] });
  }
  return state;
}

const idOf = (index: number): string => `6920a3c4-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** So many events, numbered 1, 2, 3 … */
export function makeEvents(count: number): NamedEvent[] {
  const random = chance(SEED);
  const events: NamedEvent[] = [];
  const open: Talk[] = [];
  let born = 0;
  while (events.length < count) {
    while (open.length < OPEN) {
      open.push(new Talk(born, random));
      born += 1;
    }
    const at = random.between(0, open.length - 1);
    const talk = open[at];
    if (!talk) break;
    events.push(talk.next(events.length + 1));
    if (talk.over) open.splice(at, 1);
  }
  return events;
}

class Talk {
  readonly #random: Chance;
  #card: Conversation;
  #step = 0;

  constructor(index: number, random: Chance) {
    this.#random = random;
    this.#card = makeCard(idOf(index), {
      channel: random.pick(CHANNELS),
      lead_name: `Cliente ${index}`,
      tags: ['envío', 'talla'],
    });
  }

  get over(): boolean {
    return this.#step === LIFE;
  }

  next(seq: number): NamedEvent {
    this.#step += 1;
    switch (this.#step) {
      case 1:
        return makeEvent(seq, 'NEW_CONVERSATION', { conversation: this.#card });
      case 2: {
        const { id, state, channel, category } = this.#card;
        return makeEvent(seq, 'NEW_CONVERSATION_COUNTER', { conversation_id: id, state, channel, category });
      }
      case 10:
        return makeEvent(seq, 'PUSH_PENDING_CONVERSATION', {
          ...this.#move({ state: 'pending' }),
          auto_assigned: false,
        });
      case 12:
        return makeEvent(
          seq,
          'OLD_COUNTERS_WHEN_TAKEN',
          this.#move({ state: 'taken', agent_id: 11, agent_name: 'Ana' }),
        );
      case LIFE:
        return makeEvent(seq, 'UPDATE_CONVERSATION_CARD', this.#move({ state: 'closed' }));
      default:
        return this.#step % 4 === 0 ? this.#status(seq) : this.#message(seq);
    }
  }

  #move(change: Partial<Conversation>) {
    const { state, agent_id, category } = this.#card;
    this.#card = { ...this.#card, ...change };
    return {
      conversation: this.#card,
      last_state: state,
      last_agent_id: agent_id,
      last_category: category,
    };
  }

  #message(seq: number): NamedEvent {
    const text = this.#random.pick(TEXTS);
    const at = new Date(START + seq * 400).toISOString();
    this.#card = { ...this.#card, last_message: text, last_message_date: at };
    const { id } = this.#card;
    const sent = message(this.#step, {
      _id: `${id}-${this.#step}`,
      conversation_id: id,
      text,
      created_at: at,
    });
    return makeEvent(seq, 'NEW_MESSAGE', {
      message: { ...sent, mid: sent._id, temporal_id: `visitor-${sent._id}` },
      conversation: this.#card,
    });
  }

  #status(seq: number): NamedEvent {
    const { id } = this.#card;
    const mid = `${id}-${this.#step - 1}`;
    return makeEvent(seq, 'NEW_MESSAGE_STATUS', { conversation_id: id, mid, message_status: 'delivered' });
  }
}
