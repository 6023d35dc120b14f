/**
 * The usual better design: every tab has a socket and a store of its own; events are gathered until the next frame,
 * reduced into a new state, counted, and the list is drawn from it.
 */
import { io } from 'socket.io-client';
import type { Conversation } from '../../contract/entities/conversation.ts';
import { emptyMatrix } from '../../contract/entities/counters.ts';
import { EVENTS_FRAME } from '../../contract/realtime/agent-socket.ts';
import type { PlainStart, PlainWindow } from './measured.ts';
import { showPlain } from './plain-list.ts';

interface Page {
  conversations: Conversation[];
}
interface Told {
  conversation?: Conversation;
}

let cards: ReadonlyMap<string, Conversation> = new Map();
const gathered: Told[] = [];
let drawing = false;

function reduce(events: readonly Told[]): void {
  const next = new Map(cards);
  for (const { conversation } of events) if (conversation) next.set(conversation.id, conversation);
  cards = next;
}

function draw({ state, items }: PlainStart): void {
  drawing = false;
  reduce(gathered.splice(0));
  const counted = emptyMatrix();
  for (const card of cards.values()) counted[card.state][card.channel] += 1;
  const listed = [...cards.values()]
    .filter((card) => card.state === state)
    .sort((a, b) => b.last_message_date.localeCompare(a.last_message_date))
    .slice(0, items);
  showPlain(listed);
}

function startPlain(start: PlainStart): void {
  const { credentials, botId, state, items } = start;
  const socket = io('/', {
    transports: ['websocket'],
    auth: { 'access-token': credentials['access-token'], client: credentials.client, uid: credentials.uid },
  });
  const schedule = () => {
    if (drawing) return;
    drawing = true;
    requestAnimationFrame(() => draw(start));
  };
  const load = async () => {
    await socket.emitWithAck('AUTO_RECONNECT', { botId });
    const response = await fetch('/svc/conversations/conversations/filter_conversation', {
      method: 'POST',
      headers: { ...credentials, 'accept-version': 'v1', 'content-type': 'application/json' },
      body: JSON.stringify({ filters: { bot_id: botId, state }, items, page: 1 }),
    });
    const { conversations } = (await response.json()) as Page;
    reduce(conversations.map((conversation) => ({ conversation })));
    schedule();
  };
  socket.on('connect', () => {
    load().catch((error: unknown) => console.error(error));
  });
  socket.onAny((name: string, argument: unknown) => {
    const events = name === EVENTS_FRAME && Array.isArray(argument) ? argument : [argument];
    for (const event of events as { data?: Told }[]) if (event.data?.conversation) gathered.push(event.data);
    if (gathered.length > 0) schedule();
  });
}

const asked: PlainWindow['asked'] = { underWay: 0, answered: 0, failed: 0 };
Object.assign(globalThis, { startPlain, asked } satisfies PlainWindow);
