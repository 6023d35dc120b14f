/** Carries out actions on a conversation through the hub; failures are said in a notice. */

import { useCallback } from 'react';
import type { ConversationChange } from '../../../contract/calls/conversations.ts';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { changeOf, type PersonCommand } from '../../../machines/conversation/changes.ts';
import { usePlace } from '../../bot/place-context.ts';
import { hub } from '../../hub/hooks.ts';
import { failureText } from '../../ui/failure-text.ts';
import { toast } from '../../ui/toast.ts';
import { type Action, UNDOABLE } from './actions.ts';

function sayFailure(message: string): void {
  toast({
    color: 'red',
    autoClose: LIMITS.notification,
    title: 'No se pudo completar',
    message,
    role: 'alert',
  });
}

export interface Hands {
  /** Does what needs no further question. */
  act: (card: Conversation, action: Exclude<Action, 'derive' | 'assign'>) => Promise<void>;
  /** Gives it to somebody, after the 5 s in which it can be taken back. */
  give: (
    card: Conversation,
    command: 'derive' | 'assign',
    agentId: number,
    reason: string | null,
  ) => Promise<void>;
}

export function useHands(): Hands {
  const { user } = usePlace();
  const now = useCallback(async (card: Conversation, change: ConversationChange) => {
    try {
      const result = await hub().change(card.bot_id, card.id, change);
      if (!result.ok) sayFailure(result.message);
    } catch (error) {
      sayFailure(failureText(error));
    }
  }, []);
  const later = useCallback(async (card: Conversation, change: ConversationChange) => {
    try {
      await hub().changeLater(card.bot_id, card.id, change);
    } catch (error) {
      sayFailure(failureText(error));
    }
  }, []);
  const act = useCallback<Hands['act']>(
    async (card, action) => {
      if (action === 'unread') return now(card, { unread: true });
      const change = changeOf(action satisfies PersonCommand, user.id);
      return UNDOABLE.has(action) ? later(card, change) : now(card, change);
    },
    [now, later, user.id],
  );
  const give = useCallback<Hands['give']>(
    (card, command, agentId, reason) => later(card, changeOf(command, agentId, reason)),
    [later],
  );
  return { act, give };
}
