/**
 * One notice and one sound per event, whatever the number of tabs and however often and by whichever way the event
 * arrives: by the bot's log, by the notifications channel, or by PUSH_DATA under the same `event_id`.
 */
import { isWhole } from '../../../contract/entities/conversation.ts';
import type { Viewer } from '../../../contract/entities/user.ts';
import type { LiveEvent } from '../../../contract/realtime/agent-socket.ts';
import type { EventData, LoggedFrame, NamedEvent } from '../../../contract/realtime/events.ts';
import { leadNameOf } from '../../../contract/rules/lead-name.ts';
import { plainLine } from '../../../contract/rules/plain-line.ts';
import { sees } from '../../../machines/inbox/sight.ts';
import type { Notice } from '../surface/notice.ts';

/** Events remembered as told: more than any burst within the time in which doubles can come. */
const REMEMBERED = 500;

const SOUNDS = {
  SOUND_NEW_CONVERSATION: 'new-conversation',
  SOUND_LIVE_CHAT_MESSAGE: 'live-chat-message',
  SOUND_PENDING_CONVERSATION: 'pending-conversation',
  SOUND_NEW_LEAD: 'new-lead',
} as const;

/** What the bot's log tells better: it knows the reason, and tells it after a gap too. */
const TOLD_BY_LOG: ReadonlySet<string> = new Set(['transfer_conversation', 'new_conversation']);

type Channel = Extract<LiveEvent, { name: 'NOTIFICATION' | 'PUSH_DATA' }>;

/** Which events ring, and for whom. */
export class Notices {
  readonly #tell: (notice: Notice) => void;
  readonly #told = new Set<string>();

  constructor(tell: (notice: Notice) => void) {
    this.#tell = tell;
  }

  /** @param live false for a replay: a new conversation of an hour ago is in the list and rings no more */
  frame(frame: LoggedFrame, viewer: Viewer, live: boolean): void {
    switch (frame.name) {
      case 'NEW_CONVERSATION':
        if (live) this.#newConversation(frame, frame.data, viewer);
        return;
      case 'NEW_MESSAGE':
        if (live) this.#message(frame, frame.data, viewer);
        return;
      case 'PUSH_PENDING_CONVERSATION':
        this.#pending(frame, frame.data, viewer, live);
        return;
      case 'UPDATE_CONVERSATION_CARD':
        this.#woke(frame, frame.data, viewer);
        return;
      case 'DERIVE_CONVERSATION':
        this.#derived(frame, frame.data, viewer);
    }
  }

  sound(event: Extract<LiveEvent, { name: keyof typeof SOUNDS }>): void {
    const { event_id } = event.data;
    // A sound stands beside the notice of the same event, not instead of it.
    this.#once(`${event.name}:${event_id}`, { kind: 'sound', sound: SOUNDS[event.name], eventId: event_id });
  }

  /** @param followed this hub has the bot's log: what that tells is left to it */
  channel({ data }: Channel, followed: boolean): void {
    const action = 'action' in data ? String(data['action']) : data.type;
    if (followed && TOLD_BY_LOG.has(action)) return;
    const { subject, link, notification } = data as Partial<
      Extract<Channel, { name: 'NOTIFICATION' }>['data']
    >;
    if (subject === undefined || link === undefined) return;
    this.#once(data.event_id, {
      kind: 'notification',
      botId: data.bot_id,
      eventId: data.event_id,
      tag: notification && notification.count > 1 ? notification.item.id : data.event_id,
      action,
      subject,
      body: notification?.item.body ?? null,
      link,
    });
  }

  refused(botId: number, conversationId: string, message: string): void {
    this.#tell({ kind: 'refused', botId, conversationId, message });
  }

  #newConversation(frame: NamedEvent, { conversation: card }: EventData<'NEW_CONVERSATION'>, viewer: Viewer) {
    if (!isWhole(card) || !sees(viewer, card)) return;
    this.#once(frame.id, {
      kind: 'new-conversation',
      botId: frame.bot_id,
      eventId: frame.id,
      conversationId: card.id,
      leadName: leadNameOf(card),
      channel: card.channel,
    });
  }

  /** A customer's word in a conversation of one's own. */
  #message(frame: NamedEvent, { message, conversation: card }: EventData<'NEW_MESSAGE'>, viewer: Viewer) {
    // What changed after it was first sent rings nobody.
    if (message?.from !== 'Cliente' || message.revision || !isWhole(card)) return;
    if (card.state !== 'taken' || card.agent_id !== viewer.user_id) return;
    this.#once(frame.id, {
      kind: 'message',
      botId: frame.bot_id,
      eventId: frame.id,
      conversationId: card.id,
      leadName: leadNameOf(card),
      text: plainLine(message.text, 200),
    });
  }

  #pending(
    frame: NamedEvent,
    { conversation: card, auto_assigned }: EventData<'PUSH_PENDING_CONVERSATION'>,
    viewer: Viewer,
    live: boolean,
  ) {
    if (!isWhole(card) || !sees(viewer, card)) return;
    const assigned = auto_assigned && card.agent_id === viewer.user_id;
    // Work that was given to this person rings after a gap too; what waits for anybody is in the list.
    if (!assigned && (!live || card.state !== 'pending')) return;
    this.#once(frame.id, {
      kind: 'pending',
      botId: frame.bot_id,
      eventId: frame.id,
      conversationId: card.id,
      leadName: leadNameOf(card),
      channel: card.channel,
      assigned,
    });
  }

  /** A snooze ended by itself. After a gap too: somebody meant to be reminded. */
  #woke(
    frame: NamedEvent,
    { conversation: card, woke_for }: EventData<'UPDATE_CONVERSATION_CARD'>,
    viewer: Viewer,
  ) {
    if (woke_for !== viewer.user_id || !isWhole(card) || !sees(viewer, card)) return;
    this.#once(frame.id, {
      kind: 'woke',
      botId: frame.bot_id,
      eventId: frame.id,
      conversationId: card.id,
      leadName: leadNameOf(card),
      state: card.state,
    });
  }

  #derived(frame: NamedEvent, data: EventData<'DERIVE_CONVERSATION'>, viewer: Viewer) {
    const { conversation: card, from_agent, reason } = data;
    const own = frame.actor.kind === 'agent' && Number(frame.actor.id) === viewer.user_id;
    if (card.agent_id !== viewer.user_id || own || !isWhole(card)) return;
    this.#once(frame.id, {
      kind: 'derived',
      botId: frame.bot_id,
      eventId: frame.id,
      conversationId: card.id,
      from: frame.actor.name ?? from_agent?.name ?? '',
      reason: reason ?? null,
      leadName: leadNameOf(card),
    });
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
