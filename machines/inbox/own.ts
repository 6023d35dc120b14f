/**
 * What a viewer's figures count beside the states: what they have in hand ('Mías'), follow ('Siguiendo'), are named in
 * ('Menciones'), and what they see of which an answer is late ('Vencidas'). Lists and figures of both sides are made of it.
 */
import type { Conversation, CutConversation } from '../../contract/entities/conversation.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import { holds, inState, type ListState } from './held.ts';
import { type SightFacts, sees } from './sight.ts';

/** What sight judges, with whose own figures count it. */
export type OwnFacts = SightFacts & Pick<CutConversation, 'followers' | 'mention_unseen' | 'answer_level'>;

/**
 * Whether a figure of somebody's own counts it, in this condition. What they follow or are named in counts as long as
 * they see it; one's own are always seen.
 * @param facts null: it did not exist
 */
const COUNTED = {
  mine: ({ user_id }: Viewer, facts: OwnFacts | null): boolean => holds(user_id, facts),
  following: (viewer: Viewer, facts: OwnFacts | null): boolean =>
    facts?.followers?.includes(viewer.user_id) === true && sees(viewer, facts),
  mentions: (viewer: Viewer, facts: OwnFacts | null): boolean =>
    facts?.mention_unseen?.includes(viewer.user_id) === true && sees(viewer, facts),
  overdue: (viewer: Viewer, facts: OwnFacts | null): boolean =>
    facts?.answer_level === 'late' && sees(viewer, facts),
} as const;

/** A viewer's own figures, as the base of the counters names them. */
export type OwnFigure = keyof typeof COUNTED;
export const OWN_FIGURES = Object.keys(COUNTED) as OwnFigure[];
/** What is said of each; null: the base did not say. */
export type OwnFigures = Record<OwnFigure, number | null>;

/** The list of which each is the figure; of the mentions only those that were not looked at are counted. */
export const LIST_OF_FIGURE = {
  mine: 'held',
  following: 'followed',
  mentions: 'mentioned',
  overdue: 'overdue',
} as const satisfies Record<OwnFigure, ListState>;

/** By how much a change moves one of the viewer's own figures. @param last null: it did not exist */
export const ownMove = (figure: OwnFigure, viewer: Viewer, last: OwnFacts | null, now: OwnFacts): number =>
  Number(COUNTED[figure](viewer, now)) - Number(COUNTED[figure](viewer, last));

/** What a base says of them. */
export const ownOf = (base: { [F in OwnFigure]?: number | null | undefined }): OwnFigures => ({
  mine: base.mine ?? null,
  following: base.following ?? null,
  mentions: base.mentions ?? null,
  overdue: base.overdue ?? null,
});

const isAmong = (people: readonly number[] | undefined, who: number | null): boolean =>
  people !== undefined && (who === null ? people.length > 0 : people.includes(who));

/** Whether what is named in it waits to be looked at, where a list of mentions asks for what is unread. */
export const isUnseen = (who: number | null, card: Pick<Conversation, 'mention_unseen'>): boolean =>
  isAmong(card.mention_unseen, who);

/**
 * Whether a card is of a list. @param who whose: who has it, follows it or is named in it; null: whoever
 */
export function isOf(
  { state, agent_id: who }: { state: ListState; agent_id: number | null },
  card: Pick<Conversation, 'state' | 'agent_id' | 'followers' | 'mentioned' | 'answer_level'>,
): boolean {
  if (state === 'followed') return isAmong(card.followers, who);
  if (state === 'mentioned') return isAmong(card.mentioned, who);
  if (state === 'overdue' && card.answer_level !== 'late') return false;
  return inState(state, card.state) && (who === null || card.agent_id === who);
}
