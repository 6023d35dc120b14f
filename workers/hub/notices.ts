/** One notice and one sound per event, whatever the number of tabs and however often the event arrives. */
import { isWhole } from '../../contract/entities/conversation.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import type { LiveEvent } from '../../contract/realtime/agent-socket.ts';
import type { LoggedFrame } from '../../contract/realtime/events.ts';
import { sees } from '../../machines/inbox/sight.ts';
import type { Notice } from './surface.ts';

/** Events remembered as told: more than any burst within the time in which doubles can come. */
const REMEMBERED = 500;

const SOUNDS = {
  SOUND_NEW_CONVERSATION: 'new-conversation',
  SOUND_LIVE_CHAT_MESSAGE: 'live-chat-message',
  SOUND_PENDING_CONVERSATION: 'pending-conversation',
  SOUND_NEW_LEAD: 'new-lead',
} as const;

export class Notices {
  readonly #tell: (notice: Notice) => void;
  readonly #told = new Set<string>();

  constructor(tell: (notice: Notice) => void) {
    this.#tell = tell;
  }

  /** @param live false for a replay: a new conversation of an hour ago is in the list and rings no more */
  frame(frame: LoggedFrame, viewer: Viewer, live: boolean): void {
    if (frame.name === 'NEW_CONVERSATION') {
      const card = frame.data.conversation;
      if (!live || !isWhole(card) || !sees(viewer, card)) return;
      this.#once(`new:${frame.id}`, {
        kind: 'new-conversation',
        botId: frame.bot_id,
        conversationId: card.id,
        leadName: card.custom.name ?? card.lead_name,
        channel: card.channel,
      });
      return;
    }
    if (frame.name !== 'DERIVE_CONVERSATION') return;
    const { conversation: card, from_agent, reason } = frame.data;
    const own = frame.actor.kind === 'agent' && Number(frame.actor.id) === viewer.user_id;
    if (card.agent_id !== viewer.user_id || own || !isWhole(card)) return;
    // Told after a gap too: it is work that waits for this person.
    this.#once(`derived:${frame.id}`, {
      kind: 'derived',
      botId: frame.bot_id,
      conversationId: card.id,
      from: frame.actor.name ?? from_agent?.name ?? '',
      reason: reason ?? null,
      leadName: card.custom.name ?? card.lead_name,
    });
  }

  sound(event: Extract<LiveEvent, { name: keyof typeof SOUNDS }>): void {
    const { event_id } = event.data;
    this.#once(`${event.name}:${event_id}`, { kind: 'sound', sound: SOUNDS[event.name], eventId: event_id });
  }

  refused(botId: number, conversationId: string, message: string): void {
    this.#tell({ kind: 'refused', botId, conversationId, message });
  }

  #once(id: string, notice: Notice): void {
    if (this.#told.has(id)) return;
    this.#told.add(id);
    if (this.#told.size > REMEMBERED) {
      const [oldest] = this.#told;
      if (oldest !== undefined) this.#told.delete(oldest);
    }
    this.#tell(notice);
  }
}
