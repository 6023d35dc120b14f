/** What figures count a conversation by besides its sight; events say what it was before, where that is another now. */
import type { EventData } from '../../contract/realtime/events.ts';
import type { ConversationRow } from './conversation-row.ts';

export type Marks = Pick<ConversationRow, 'followers' | 'mention_unseen' | 'answer_level'>;

export const marksOf = ({ followers, mention_unseen, answer_level }: Marks): Marks => ({
  followers,
  mention_unseen,
  answer_level,
});

const isSamePeople = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, place) => id === b[place]);

export type LastMarks = Pick<EventData<'UPDATE_CONVERSATION_CARD'>, `last_${keyof Marks}`>;

/** What stood before, of what stands otherwise now. */
export const lastMarks = (before: Marks, now: Marks): LastMarks => ({
  ...(isSamePeople(before.followers, now.followers) ? {} : { last_followers: before.followers }),
  ...(isSamePeople(before.mention_unseen, now.mention_unseen)
    ? {}
    : { last_mention_unseen: before.mention_unseen }),
  ...(before.answer_level === now.answer_level ? {} : { last_answer_level: before.answer_level }),
});
