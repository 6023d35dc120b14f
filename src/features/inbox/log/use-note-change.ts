/** Corrects or takes back a note of one's own; the event carries it to everybody, this tab included. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { conversationLifeCalls } from '../../../../contract/calls/conversation-life.ts';
import type { Message } from '../../../../contract/entities/message.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { passageKey, withMessage } from './passage.ts';

/** Changes a note or takes it back; passages that show it get the answer, a failure is said by itself. */
export function useNoteChange(note: Pick<Message, '_id' | 'conversation_id'>) {
  const queries = useQueryClient();
  const change = useMutation({
    /** @param text null takes the note back */
    mutationFn: (text: string | null) => {
      const params = { id: note._id };
      return text === null
        ? call(conversationLifeCalls.deleteNote, { params })
        : call(conversationLifeCalls.editNote, { params, body: { text } });
    },
    // Parts of the past that were looked up are no part of the hub's memory.
    onSuccess: (message) =>
      queries.setQueriesData({ queryKey: passageKey(note.conversation_id) }, withMessage(message)),
  });
  return { ...change, problem: change.error ? sentence(change.error) : null };
}
