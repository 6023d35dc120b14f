/** What can be done with one document, with its question where it can't be taken back. */
import { useMutation } from '@tanstack/react-query';
import { documentCalls } from '../../../contract/calls/documents.ts';
import type { BotDocument } from '../../../contract/entities/document.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { useDocumentsChanged } from './document-queries.ts';

export type DocumentAction = 'reindex' | 'cancel' | 'live' | 'readable' | 'delete';

/** @param onDeleted after it is gone */
export function useDocumentActions({ id, title, live, readable }: BotDocument, onDeleted?: () => void) {
  const changed = useDocumentsChanged();
  const run = useMutation({
    mutationFn: async (action: DocumentAction) => {
      const params = { id };
      if (action === 'reindex') await call(documentCalls.reindexDocument, { params });
      if (action === 'cancel') await call(documentCalls.cancelDocument, { params });
      if (action === 'live') await call(documentCalls.updateDocument, { params, body: { live: !live } });
      if (action === 'readable')
        await call(documentCalls.updateDocument, { params, body: { readable: !readable } });
      if (action === 'delete') await call(documentCalls.deleteDocument, { params });
    },
    onSuccess: async (_done, action) => {
      if (action === 'delete') {
        toastSuccess('Documento eliminado');
        onDeleted?.();
      }
      // The change shows when what it changed has been read again.
      await changed();
    },
    onError: (error) => {
      void showError('No pudimos hacerlo', sentence(error));
      void changed();
    },
  });
  const remove = async () => {
    const yes = await ask({
      title: `¿Eliminar «${title}»?`,
      text: 'El chatbot dejará de responder con este documento de inmediato. No podrás revertir esta acción.',
      confirm: 'Eliminar',
      danger: true,
    });
    if (yes) run.mutate('delete');
  };
  return {
    busy: run.isPending ? run.variables : null,
    /** As it will be. */
    live: run.isPending && run.variables === 'live' ? !live : live,
    readable: run.isPending && run.variables === 'readable' ? !readable : readable,
    reindex: () => run.mutate('reindex'),
    cancel: () => run.mutate('cancel'),
    toggleLive: () => run.mutate('live'),
    toggleReadable: () => run.mutate('readable'),
    remove: () => void remove(),
  };
}
