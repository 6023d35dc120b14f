/** Blocks a client, after a question that says what follows, or takes it back. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clientCalls } from '../../../../contract/calls/clients.ts';
import type { Lead } from '../../../../contract/entities/lead.ts';
import { call } from '../../../api/call.ts';
import { ask } from '../../../ui/dialogs/dialogs.ts';
import { toastFailure, toastSuccess } from '../../../ui/toast.ts';
import { leadChanged } from './lead-query.ts';

/**
 * Blocks a client or lifts it (docs/product.md §11.9); the record shows the answer at once, a failure is said by
 * itself.
 */
export function useBlock(lead: Lead) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (blocked: boolean) =>
      call(clientCalls.blockLead, { params: { id: lead._id }, body: { blocked } }),
    onSuccess: (fresh) => {
      leadChanged(queries, fresh);
      toastSuccess(fresh.blocked ? 'Cliente bloqueado' : 'Cliente desbloqueado');
    },
    onError: (error) => toastFailure('No se pudo cambiar el bloqueo', error),
  });
  return {
    pending: change.isPending,
    toggle: async () => {
      const sure =
        lead.blocked ||
        (await ask({
          title: `¿Bloquear a ${lead.name ?? 'este cliente'}?`,
          text: 'Lo que escriba no llegará a nadie, y nadie podrá escribirle. El cliente no se entera. Puedes desbloquearlo cuando quieras.',
          confirm: 'Bloquear',
          danger: true,
        }));
      if (sure) change.mutate(!lead.blocked);
    },
  };
}
