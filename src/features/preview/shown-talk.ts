/** The talk in the widget's own shape, so that it draws the messages as customers see them. Pure. */
import type { BotLook } from '../../../contract/entities/bot.ts';
import type { VisitorConnected } from '../../../contract/realtime/visitor-socket.ts';
import { fillNames } from '../../../contract/rules/quick-reply.ts';
import { type SaidHere, shownChat } from '../../ui/chat-frame.tsx';
import type { Setting, TalkState, Turn } from './talk-state.ts';

/** How the chat looks to customers, as far as it is known here. */
export interface TalkLook {
  look: BotLook;
  /** On sites its welcome stands in place of the menu's greeting. */
  ownWelcome: boolean;
}

/** The widget's first words are no message of a conversation; this is their name. */
const WELCOME = 'welcome';
const saidId = (turn: Turn): string => (turn.said ? `${turn.id}-said` : WELCOME);
const answerId = (turn: Turn, place: number): string =>
  turn.said || place > 0 ? `${turn.id}-${place}` : WELCOME;

/** The message below which stands what belongs to a turn: the last one of its answer. */
export const lastMid = (turn: Turn): string =>
  turn.answer && turn.answer.messages.length > 0
    ? answerId(turn, turn.answer.messages.length - 1)
    : saidId(turn);

/** The message below which stands what comes before the answer. */
export const firstMid = saidId;

/** By message: whether the customer or the bot says it. */
export function authors(turns: TalkState['turns']): { mid: string; own: boolean }[] {
  return turns.flatMap((turn) => [
    ...(turn.said ? [{ mid: saidId(turn), own: true }] : []),
    ...(turn.answer?.messages ?? []).map((_, place) => ({ mid: answerId(turn, place), own: false })),
  ]);
}

/** As somebody reads it whose name is not known. */
const named = (text: string): string => fillNames(text, { cliente: '' });

/** The greeting is the look's welcome; all else are messages. */
export function shownTalk(
  turns: TalkState['turns'],
  { look, ownWelcome }: TalkLook,
  channel: Setting['channel'],
): VisitorConnected {
  const [greeting] = turns[0]?.answer?.messages ?? [];
  const onSite = channel === 'web';
  const said = turns.flatMap((turn): SaidHere[] => [
    ...(turn.said
      ? [
          {
            mid: saidId(turn),
            from: 'Cliente' as const,
            text: turn.said.text,
            temporal_id: turn.temporal_id,
            created_at: turn.at,
          },
        ]
      : []),
    ...(turn.answer?.messages ?? []).flatMap(({ text, buttons, cards }, place) =>
      turn.said || place > 0
        ? [
            {
              mid: answerId(turn, place),
              from: 'bot' as const,
              text: named(text),
              buttons,
              ...(cards ? { cards } : {}),
              created_at: turn.at,
            },
          ]
        : [],
    ),
  ]);
  return shownChat(
    {
      ...look,
      // Only sites have a menu that is not part of what the bot says.
      menu: onSite ? look.menu : 'start',
      welcome: greeting === undefined ? '' : named(onSite && ownWelcome ? look.welcome : greeting.text),
      buttons: greeting?.buttons ?? [],
    },
    said,
    turns[0]?.at ?? '',
  );
}
