/** Asks the server for what a bot's fold has missed, and reads the answer as an event of the room's machine. */
import { type AutoReconnectAck, autoReconnectAck } from '../../../contract/realtime/agent-socket.ts';
import type { InboxState } from '../../../machines/inbox/inbox-state.ts';
import type { HubSocket } from '../platform/platform.ts';

/** No acknowledgement by then: the socket only looks open. */
const REPLAY_TIMEOUT = 15_000;
/** Refusals that asking again does not change. */
const LASTING = ['forbidden', 'not_found', 'unauthorized'];

export type ReplayPage = Extract<AutoReconnectAck, { events: unknown }>;
/** What the answer means for the room. */
export type ReplayAnswer =
  | { type: 'UNANSWERED' | 'REFUSED' | 'STALE_BASE' | 'OTHER_SIGHT' }
  | { type: 'JOINED'; seq: number }
  | { type: 'REPLAYED'; page: ReplayPage };

/** @param from where the fold stands; null: there is none, the bot's room is joined all the same */
export async function askReplay(
  socket: HubSocket,
  botId: number,
  from: InboxState | null,
): Promise<ReplayAnswer> {
  const ack = await acknowledged(socket, botId, from);
  if (ack === null) return { type: 'UNANSWERED' };
  if ('error' in ack) {
    if (LASTING.includes(ack.error)) return { type: 'REFUSED' };
    throw new Error(ack.error);
  }
  if ('reset' in ack) return { type: ack.sight === from?.sight ? 'STALE_BASE' : 'OTHER_SIGHT' };
  return from ? { type: 'REPLAYED', page: ack } : { type: 'JOINED', seq: ack.seq };
}

/** @returns null when no acknowledgement came or none that can be read */
async function acknowledged(
  socket: HubSocket,
  botId: number,
  from: InboxState | null,
): Promise<AutoReconnectAck | null> {
  const request = from
    ? { botId, after: from.seq, after_id: from.seq_id ?? undefined, sight: from.sight }
    : { botId };
  try {
    const parsed = autoReconnectAck.safeParse(
      await socket.request('AUTO_RECONNECT', request, REPLAY_TIMEOUT),
    );
    return parsed.success ? parsed.data : null;
  } catch (error) {
    console.warn(`bot ${botId}: AUTO_RECONNECT`, error);
    return null;
  }
}
