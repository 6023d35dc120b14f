/** What was said in the conversations that are joined to this one, beside its own messages, in order of time. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { joiningCalls } from '../../../../contract/calls/joining.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import type { Message } from '../../../../contract/entities/message.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';

/** Addresses of files last ten minutes: asked again before that (ms). */
const FRESH = 8 * 60_000;

/** From when to when the conversation's own messages are shown; null: from its beginning, up to now. */
export interface Shown {
  from: string | null;
  to: string | null;
}

const byTime = (a: Message, b: Message): number =>
  a.created_at === b.created_at ? 0 : a.created_at < b.created_at ? -1 : 1;

/** Both in one list: of what was joined only what lies in the part that is shown. Own messages keep their order. */
export function withJoined(
  own: readonly Message[],
  joined: readonly Message[],
  { from, to }: Shown,
): readonly Message[] {
  const here = joined
    .filter(({ created_at: at }) => (from === null || at >= from) && (to === null || at <= to))
    .toSorted(byTime);
  if (here.length === 0) return own;
  const merged: Message[] = [];
  let next = 0;
  for (const message of own) {
    for (let one = here[next]; one && one.created_at < message.created_at; one = here[next]) {
      merged.push(one);
      next += 1;
    }
    merged.push(message);
  }
  merged.push(...here.slice(next));
  return merged;
}

interface JoinedMessages {
  messages: readonly Message[];
  /** Why they did not come, in Spanish. */
  problem: string | null;
  retry: () => void;
}

const NONE: readonly Message[] = [];

/** Asks for as many pages as lie in the part that is shown. Nothing is asked where nothing is joined. */
export function useJoinedMessages(card: Conversation, { from }: Pick<Shown, 'from'>): JoinedMessages {
  const ids = (card.joined ?? []).map(({ id }) => id);
  const found = useInfiniteQuery({
    queryKey: ['joined', card.id, ...ids],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(joiningCalls.joinedMessages, {
        params: { id: card.id },
        query: pageParam === undefined ? {} : { before: pageParam },
        signal,
      }),
    getNextPageParam: ({ messages, more }) => (more ? messages[0]?._id : undefined),
    enabled: ids.length > 0,
    staleTime: FRESH,
    refetchInterval: FRESH,
  });
  const { data, hasNextPage, isFetching, fetchNextPage, error } = found;
  const oldest = data?.pages.at(-1)?.messages[0]?.created_at;
  const lacks = hasNextPage && !isFetching && !error && (from === null || (oldest ?? '') > from);
  useEffect(() => {
    if (lacks) void fetchNextPage();
  }, [lacks, fetchNextPage]);
  const { joined } = card;
  const messages = useMemo(() => {
    if (!data) return NONE;
    const joinedAt = new Map((joined ?? []).map(({ id, at }) => [id, at]));
    // The line that tells of the join stands in this one already.
    const told = ({ from: by, conversation_id, created_at }: Message) =>
      by === 'system' && joinedAt.get(conversation_id) === created_at;
    return data.pages.toReversed().flatMap((page) => page.messages.filter((message) => !told(message)));
  }, [data, joined]);
  return { messages, problem: error ? sentence(error) : null, retry: () => void found.refetch() };
}
