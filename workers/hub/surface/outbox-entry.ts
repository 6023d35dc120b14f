/** What was written and has not left, as tabs and outbox hold it. */
import type { ConversationChange, NewSessionLog } from '../../../contract/calls/conversations.ts';
import type { OfferedLink } from '../../../contract/rules/offered-links.ts';
import type { ConversationState } from '../../../contract/states.ts';

/** A file that is still in this browser: beside a draft, or in the outbox. */
export interface WorkFile {
  id: string;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** The server has it: the file of a quick reply. */
  from?: KeptFile;
}
/** A file that a quick reply carries. */
export interface KeptFile {
  quickReplyId: string;
  id: string;
}
export interface OutboxFile extends WorkFile {
  /** The server's id once it has it. */
  upload: string | null;
}

/** A write on its way. */
export interface OutboxEntry {
  id: string;
  botId: number;
  conversationId: string;
  createdAt: number;
  /** Not sent before this (undo), ms since 1970. */
  notBefore: number | null;
  state: 'waiting' | 'sending' | 'refused' | 'asking';
  /** Why it was refused or what is asked, in Spanish ('Ana respondió mientras estabas sin conexión'). */
  reason: string | null;
  /** Not stored yet: in sight, and nothing more. */
  saving?: true;
  /** It may have reached the server: an attempt was made whose answer is not known. */
  tried?: true;
  /** How much of its files has been uploaded, 0 to 1; absent where none is under way. */
  progress?: number;
  command:
    | {
        kind: 'message';
        text: string;
        note: boolean;
        temporal_id: string;
        attachments: string[];
        last_seen: number | null;
        /** Stored in this browser until the server has them; absent in entries of older builds. */
        files?: OutboxFile[];
        mentions?: number[];
        template?: NonNullable<NewSessionLog['template']>;
        reply_to?: string;
        products?: string[];
        /** Labels of options under it. */
        buttons?: string[];
        /** Buttons after them that open a page. */
        links?: OfferedLink[];
        /** Takes what nobody has, in the same step. */
        take?: true;
        /** The failed message that this one is a second try of. */
        again?: string;
        /** Of a ticket: the state that it gets with the answer. */
        nextState?: 'open' | 'waiting' | 'solved';
      }
    | {
        kind: 'change';
        change: ConversationChange;
        /** How the conversation stood when it was asked for; absent in entries of older builds. */
        seen?: { state: ConversationState; agent_id: number | null } | null;
        /** The message that goes first, by its `temporal_id`: without it this does not happen. */
        after?: string;
      };
}
