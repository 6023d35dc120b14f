/** What the socket says, sorted: frames of the log, and events that have no number and are not kept. */
import { EVENTS_FRAME, type LiveEvent, liveEvents } from '../../../contract/realtime/agent-socket.ts';
import type { Changes } from '../../../machines/inbox/inbox-state.ts';
import type { BotParts } from '../bot/bot-parts.ts';
import { type ReadFrame, readFrame, readFrames } from '../connection/frames.ts';

/** Reads one event of the socket; what can't be read is named once in the console and changes nothing. */
export function readSocket(name: string, argument: unknown): { frames?: ReadFrame[]; live?: LiveEvent } {
  if (name === EVENTS_FRAME) return { frames: Array.isArray(argument) ? readFrames(argument) : [] };
  if (Object.hasOwn(liveEvents, name)) {
    const parsed = liveEvents[name as keyof typeof liveEvents].safeParse(argument);
    if (parsed.success) return { live: { name, data: parsed.data } as LiveEvent };
  } else {
    const read = readFrame(name, argument);
    if (read) return { frames: [read] };
  }
  console.warn('not read', name);
  return {};
}

/** Gives an unlogged event to its bot. @returns false when it is not a bot's own affair (sounds, pushes) */
export function liveInBot(
  event: LiveEvent,
  { room, ephemeral }: BotParts,
  me: number,
  changed: (changes: Changes) => void,
): boolean {
  switch (event.name) {
    case 'HEAD':
      room.head(event.data.seq);
      return true;
    case 'RESET':
      room.reset();
      return true;
    case 'USER_ONLINE_STATUS':
      changed(room.fold.online(event.data.conversation_id, event.data.isUserOnline));
      return true;
    case 'TYPING':
      ephemeral.types(event.data.conversation_id, { who: event.data.who, name: event.data.name });
      return true;
    case 'VISITOR_PAGE':
      ephemeral.moved(event.data.conversation_id);
      return true;
    case 'VIEWING':
      ephemeral.views(
        event.data.conversation_id,
        event.data.agents.filter(({ id }) => id !== me),
      );
      return true;
    default:
      return false;
  }
}
