/** Documents of a bot and how far their reading is (topic `documents`). */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { documentCalls } from '../../../contract/calls/documents.ts';
import type { BotDocument } from '../../../contract/entities/document.ts';
import { call } from '../../api/call.ts';

/** Whether a document is still being read. */
export const isUnread = ({ status }: Pick<BotDocument, 'status'>): boolean =>
  status === 'waiting' || status === 'reading';

const listKey = (botId: number) => ['documents', botId] as const;
const oneKey = (id: string) => ['document', id] as const;

/** The documents of a bot. */
export function useDocuments(botId: number) {
  return useQuery({
    queryKey: listKey(botId),
    queryFn: ({ signal }) => call(documentCalls.documents, { query: { bot_id: botId }, signal }),
  });
}

/** One document with what was read of it. */
export function useDocument(id: string) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(documentCalls.document, { params: { id }, signal }),
  });
}

/** @param indexedAt what the passages were read from: another reading, other passages */
export function usePassages(id: string, page: number, indexedAt: string | null) {
  return useQuery({
    queryKey: ['document-passages', id, page, indexedAt],
    queryFn: ({ signal }) =>
      call(documentCalls.documentPassages, { params: { id }, query: { page }, signal }),
    placeholderData: (before) => before,
  });
}

/** After a change: list, document and what they show are asked again; answers when they are here. */
export function useDocumentsChanged(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['documents'] }),
      queries.invalidateQueries({ queryKey: ['document'] }),
    ]);
}
