/**
 * Addresses of a message's files. They are signed for ten minutes, and an event carries none at all: where one is
 * missing or about to end, the message is asked for again, once for all its files.
 */
import { useQuery } from '@tanstack/react-query';
import { conversationCalls } from '../../../../../contract/calls/conversations.ts';
import type { Message } from '../../../../../contract/entities/message.ts';
import { call } from '../../../../api/call.ts';
import { useServerNow } from '../../../../ui/use-now.ts';
import { isHere, stillOpens } from './file-view.ts';

export interface FileUrls {
  /** Null: not known (yet). */
  urlOf(fileId: string): string | null;
  loading: boolean;
  /** Asks again, after an address did not open. */
  renew(): void;
}

/**
 * The signed addresses of a message's files. Those that came with it while they last; then it asks for the message
 * again.
 */
export function useFileUrls(message: Pick<Message, '_id' | 'conversation_id' | 'attachments'>): FileUrls {
  const now = useServerNow();
  const { _id, conversation_id: id, attachments } = message;
  const here = attachments.filter(isHere);
  const came = here.every((file) => file.url !== undefined && stillOpens(file.url, now));
  const asked = useQuery({
    // A file that has arrived since has no address in what was asked before.
    queryKey: ['file-urls', _id, ...here.map((file) => file.id)],
    queryFn: async ({ signal }) => {
      const query = { around: _id, items: 1 };
      const [fresh] = await call(conversationCalls.messages, { params: { id }, query, signal });
      return new Map(
        (fresh?._id === _id ? fresh.attachments : []).map((file) => [file.id, file.url ?? null]),
      );
    },
    enabled: !came,
    // Anyone who shows it later asks for an address of its own.
    staleTime: (query) =>
      [...(query.state.data?.values() ?? [])].every((url) => url !== null && stillOpens(url, Date.now()))
        ? Number.POSITIVE_INFINITY
        : 0,
    refetchInterval: ({ state }) =>
      [...(state.data?.values() ?? [])].every((url) => url === null || stillOpens(url, now)) ? false : 1_000,
  });
  return {
    urlOf: (fileId) =>
      asked.data?.get(fileId) ?? (came ? attachments.find((file) => file.id === fileId)?.url : null) ?? null,
    loading: asked.isFetching,
    renew: () => void asked.refetch(),
  };
}
