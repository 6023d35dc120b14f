/** Erases a client after a question that says what goes and what stays. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { leadCalls } from '../../../../contract/calls/leads.ts';
import type { Lead } from '../../../../contract/entities/lead.ts';
import { call } from '../../../api/call.ts';
import { ask } from '../../../ui/dialogs/dialogs.ts';
import { toastFailure, toastSuccess } from '../../../ui/toast.ts';

/** @param onGone the record itself was removed: there is nothing left to show */
export function useDeleteClient(onGone?: () => void) {
  const queries = useQueryClient();
  const erase = useMutation({
    mutationFn: (lead: Lead) => call(leadCalls.deleteLead, { params: { id: lead._id } }),
    onSuccess: ({ removed }, lead) => {
      toastSuccess('Cliente eliminado');
      void queries.invalidateQueries({ queryKey: ['leads'] });
      if (removed && onGone) {
        queries.removeQueries({ queryKey: ['lead', lead._id] });
        onGone();
      } else void queries.invalidateQueries({ queryKey: ['lead', lead._id] });
    },
    onError: (error) => toastFailure('No se pudo eliminar el cliente', error),
  });
  return {
    pending: erase.isPending,
    askToDelete: async (lead: Lead) => {
      const sure = await ask({
        title: `¿Eliminar los datos de ${lead.name ?? 'este cliente'}?`,
        text: 'Se borran nombre, correo, teléfono, RUT, notas y etiquetas, también de su historial de cambios. Sus conversaciones quedan como las de un visitante sin nombre. No podrás revertir esta acción.',
        confirm: 'Eliminar',
        danger: true,
      });
      if (sure) erase.mutate(lead);
    },
  };
}
