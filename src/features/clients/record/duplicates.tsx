/** Who may be the same person, and what a person decides about it: one client, or two. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clientCalls } from '../../../../contract/calls/clients.ts';
import type { Lead } from '../../../../contract/entities/lead.ts';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../bot/place-context.ts';
import { toastFailure, toastSuccess } from '../../../ui/toast.ts';
import { ClientDuplicates } from '../../inbox/client/client-duplicates.tsx';
import classes from './record.module.css';

export function Duplicates({ lead, onMerge }: { lead: Lead; onMerge: (other: Lead) => void }) {
  const may = useMay();
  const queries = useQueryClient();
  const part = useMutation({
    mutationFn: (other: Lead) =>
      call(clientCalls.markDistinct, {
        params: { id: lead._id },
        body: { other_id: other._id, distinct: true },
      }),
    onSuccess: () => {
      toastSuccess('Quedó anotado');
      void queries.invalidateQueries({ queryKey: ['lead', lead._id, 'duplicates'] });
    },
    onError: (error) => toastFailure('No se pudo anotar', error),
  });
  const edit = may('crm', 'edit');
  return (
    <ClientDuplicates
      lead={lead}
      actions={(other) => (
        <div className={classes.ways}>
          {edit && may('crm', 'delete') ? (
            <button type="button" onClick={() => onMerge(other)}>
              Fusionar…
            </button>
          ) : null}
          {edit ? (
            <button type="button" disabled={part.isPending} onClick={() => part.mutate(other)}>
              No son la misma persona
            </button>
          ) : null}
        </div>
      )}
    />
  );
}
