/**
 * The obvious design: every tab has a socket of its own and asks for the whole list again at each event.
 */
import { io } from 'socket.io-client';
import type { Conversation } from '../../contract/entities/conversation.ts';
import { EVENTS_FRAME } from '../../contract/realtime/agent-socket.ts';
import { EVENT_NAMES } from '../../contract/realtime/events.ts';
import type { PlainStart, PlainWindow } from './measured.ts';
import { showPlain } from './plain-list.ts';

interface Page {
  seq: number;
  conversations: Conversation[];
}

const tally: PlainWindow['asked'] = { underWay: 0, answered: 0, failed: 0 };
const logged = new Set<string>(EVENT_NAMES);
let shownSeq = -1;

async function refetch({ credentials, botId, state, items }: PlainStart): Promise<void> {
  tally.underWay += 1;
  try {
    const response = await fetch('/svc/conversations/conversations/filter_conversation', {
      method: 'POST',
      headers: { ...credentials, 'accept-version': 'v1', 'content-type': 'application/json' },
      body: JSON.stringify({ filters: { bot_id: botId, state }, items, page: 1 }),
    });
    if (!response.ok) throw new Error(`filter_conversation answered ${response.status}`);
    const page = (await response.json()) as Page;
    tally.answered += 1;
    // Answers overtake each other; an older list must not come back.
    if (page.seq < shownSeq) return;
    shownSeq = page.seq;
    showPlain(page.conversations);
  } catch (error) {
    tally.failed += 1;
    console.warn(error);
  } finally {
    tally.underWay -= 1;
  }
}

function startPlain(start: PlainStart): void {
  const { credentials, botId } = start;
  const socket = io('/', {
    transports: ['websocket'],
    auth: {
      'access-token': credentials['access-token'],
      client: credentials.client,
      uid: credentials.uid,
    },
  });
  socket.on('connect', () => {
    socket.emitWithAck('AUTO_RECONNECT', { botId }).then(
      () => void refetch(start),
      (error: unknown) => console.error(error),
    );
  });
  socket.onAny((name: string, argument: unknown) => {
    const events =
      name === EVENTS_FRAME && Array.isArray(argument) ? argument.length : logged.has(name) ? 1 : 0;
    for (let event = 0; event < events; event += 1) void refetch(start);
  });
}

Object.assign(globalThis, { startPlain, asked: tally } satisfies PlainWindow);
