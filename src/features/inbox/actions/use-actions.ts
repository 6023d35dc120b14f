/** Carries out actions on a conversation through the hub; failures are said in a notice. */
import { useCallback } from 'react';
import type { ConversationChange } from '../../../../contract/calls/conversations.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { leadNameOf } from '../../../../contract/rules/lead-name.ts';
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import type { Area } from '../../../../contract/states.ts';
import { changeOf, type PersonCommand } from '../../../../machines/conversation/changes.ts';
import { usePlace } from '../../../bot/place-context.ts';
import { hub } from '../../../hub/hooks.ts';
import { ask } from '../../../ui/dialogs/dialogs.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { toast } from '../../../ui/toast.ts';
import { type Action, UNDOABLE } from './actions.ts';
import { noteGiven } from './given.ts';

function sayFailure(message: string): void {
  toast({
    color: 'red',
    autoClose: LIMITS.notification,
    title: 'No se pudo completar',
    message,
    role: 'alert',
  });
}

/** What needs a further question. */
type Asked = 'derive' | 'assign' | 'labels' | 'priority' | 'snooze' | 'ticket' | 'macro';

export interface CardActions {
  /** Does it; taking over asks first, for somebody else loses the conversation. @returns whether it was accepted */
  act: (
    card: Conversation,
    action: Exclude<Action, Asked | 'write_again' | 'follow' | 'unfollow'>,
  ) => Promise<boolean>;
  /** Changes tags, area, priority or reminder. */
  set: (card: Conversation, change: ConversationChange) => Promise<boolean>;
  /** Gives it to somebody, after the 5 s in which it can be taken back. */
  give: (
    card: Conversation,
    command: 'derive' | 'assign',
    agentId: number,
    reason: string | null,
  ) => Promise<boolean>;
  /** Gives it to whoever of an area's team has room, after the same 5 s. */
  giveTeam: (card: Conversation, team: Area, reason: string | null) => Promise<boolean>;
}

/**
 * What can be done with a conversation from any screen of the inbox, with the questions that come before; a
 * failure is said by itself.
 */
export function useCardActions(): CardActions {
  const { user } = usePlace();
  const now = useCallback(async (card: Conversation, change: ConversationChange) => {
    try {
      const result = await hub().change(card.bot_id, card.id, change);
      if (!result.ok) sayFailure(result.message);
      return result.ok;
    } catch (error) {
      sayFailure(failureText(error));
      return false;
    }
  }, []);
  const later = useCallback(async (card: Conversation, change: ConversationChange) => {
    try {
      await hub().changeLater(card.bot_id, card.id, change);
      return true;
    } catch (error) {
      sayFailure(failureText(error));
      return false;
    }
  }, []);
  const takeOver = useCallback(
    async (card: Conversation) => {
      const sure = await ask({
        title: `¿Tomar el control de la conversación con ${leadNameOf(card)}?`,
        text: `${plainLine(card.agent_name ?? '') || 'Quien la tiene'} dejará de verla y tú responderás al cliente.`,
        confirm: 'Tomar el control',
      });
      if (!sure || card.agent_id === null) return false;
      // Who had it when the question was asked: a third person's is not taken by it.
      return now(card, { state: 'taken', agent_id: user.id, from_agent_id: card.agent_id });
    },
    [now, user.id],
  );
  const act = useCallback<CardActions['act']>(
    async (card, action) => {
      if (action === 'take_over') return takeOver(card);
      if (action === 'unread') return now(card, { unread: true });
      if (action === 'wake') return now(card, { snoozed_until: null });
      const change = changeOf(action satisfies PersonCommand, user.id);
      return UNDOABLE.has(action) ? later(card, change) : now(card, change);
    },
    [now, later, takeOver, user.id],
  );
  const give = useCallback<CardActions['give']>(
    (card, command, agentId, reason) => {
      noteGiven(card.id);
      return later(card, changeOf(command, agentId, reason));
    },
    [later],
  );
  const giveTeam = useCallback<CardActions['giveTeam']>(
    (card, team, reason) => {
      noteGiven(card.id);
      const seen = { state: card.state, agent_id: card.agent_id };
      return later(card, { team, seen, reason });
    },
    [later],
  );
  return { act, give, giveTeam, set: now };
}
