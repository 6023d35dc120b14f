/** What one tab alone shows or rings. */
import type { ConversationState } from '../../../contract/states.ts';

/** Notices that one tab alone shows or rings (the hub picks it). */
export type Notice =
  | {
      kind: 'new-conversation';
      botId: number;
      eventId: string;
      conversationId: string;
      leadName: string;
      channel: string;
    }
  /** Waits for a person, or was given to this one by auto-assign. */
  | {
      kind: 'pending';
      botId: number;
      eventId: string;
      conversationId: string;
      leadName: string;
      channel: string;
      assigned: boolean;
    }
  /** A customer wrote in a conversation of one's own. */
  | {
      kind: 'message';
      botId: number;
      eventId: string;
      conversationId: string;
      leadName: string;
      text: string;
    }
  /** By the notifications channel: what no log tells, or the log of a bot that is not followed. */
  | {
      kind: 'notification';
      botId: number;
      eventId: string;
      /** The event's, or that of the line which gathers several (NO-3): as the push of it has. */
      tag: string;
      action: string;
      subject: string;
      body: string | null;
      /** A path of the app. */
      link: string;
    }
  | {
      kind: 'derived';
      botId: number;
      eventId: string;
      conversationId: string;
      from: string;
      reason: string | null;
      leadName: string;
    }
  /** What this person had snoozed, or has, is back. */
  | {
      kind: 'woke';
      botId: number;
      eventId: string;
      conversationId: string;
      leadName: string;
      state: ConversationState;
    }
  | { kind: 'refused'; botId: number; conversationId: string; message: string }
  | {
      kind: 'sound';
      sound: 'new-conversation' | 'live-chat-message' | 'pending-conversation' | 'new-lead';
      eventId: string;
    };
