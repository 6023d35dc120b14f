/** Taking a draft back: asks, discards what this person saw, tells when it has moved on meanwhile. */
import { useMutation } from '@tanstack/react-query';
import { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import type { DraftState } from '../../../contract/entities/bot-draft.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { useDraftEdited } from './draft-queries.ts';
import { stateText } from './draft-words.ts';

/**
 * Takes the draft back to what is published, after a question; refused where the draft is no longer in the revision that
 * is shown. A refusal is said by itself, and the draft is asked again.
 */
export function useDiscard(state: DraftState) {
  const edited = useDraftEdited();
  const discard = useMutation({
    mutationFn: (revision: number) =>
      call(botDraftCalls.discardDraft, { body: { bot_id: state.bot_id, revision } }),
    onSuccess: async ({ revision }) => {
      await edited(revision);
      toastSuccess('Cambios descartados');
    },
    onError: async (error) => {
      await edited();
      await showError('No se descartó nada', sentence(error));
    },
  });
  return {
    isPending: discard.isPending,
    ask: async () => {
      const yes = await ask({
        title: '¿Descartar los cambios?',
        text: `${stateText(state)}: el borrador volverá a ser lo que hoy ven tus clientes. No podrás revertir esta acción.`,
        confirm: 'Descartar',
        danger: true,
      });
      // What the question spoke of, whatever came meanwhile.
      if (yes) discard.mutate(state.revision);
    },
  };
}
