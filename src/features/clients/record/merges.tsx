/** Who was merged into this client, and the way back within 30 days. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clientCalls, type LeadMerge } from '../../../../contract/calls/clients.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../bot/place-context.ts';
import { dateText, dateTimeText } from '../../../ui/dates.ts';
import { ask } from '../../../ui/dialogs/dialogs.ts';
import { LoadError } from '../../../ui/load-state.tsx';
import { Section } from '../../../ui/screen.tsx';
import { toastFailure, toastSuccess } from '../../../ui/toast.ts';
import { useNow } from '../../../ui/use-now.ts';
import { proofText } from './identities.tsx';
import classes from './record.module.css';

export function Merges({ leadId }: { leadId: string }) {
  const found = useQuery({
    queryKey: ['lead', leadId, 'merges'],
    queryFn: ({ signal }) => call(clientCalls.leadMerges, { params: { id: leadId }, signal }),
  });
  if (found.error && !found.data)
    return <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />;
  if (!found.data || found.data.length === 0) return null;
  return (
    <Section title="Fusiones" id="record-merges">
      <ul className={classes.list}>
        {found.data.map((merge) => (
          <li key={merge.id} className={classes.merge}>
            <Merge merge={merge} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Merge({ merge }: { merge: LeadMerge }) {
  const may = useMay();
  const now = useNow();
  const queries = useQueryClient();
  const undo = useMutation({
    mutationFn: () => call(clientCalls.undoMerge, { params: { id: merge.id } }),
    onSuccess: () => {
      toastSuccess('Fusión deshecha');
      for (const id of [merge.survivor_id, merge.loser_id])
        void queries.invalidateQueries({ queryKey: ['lead', id] });
    },
    onError: (error) => toastFailure('No se pudo deshacer la fusión', error),
  });
  const askToUndo = async () => {
    const sure = await ask({
      title: `¿Separar a ${merge.loser_name} otra vez?`,
      text: `Vuelve a tener su ficha con lo que trajo. Lo que cambió desde la fusión se queda aquí.${merge.proof ? ' Queda anotado que no son la misma persona.' : ''}`,
      confirm: 'Deshacer la fusión',
    });
    if (sure) undo.mutate();
  };
  const open = merge.undone_at === null && Date.parse(merge.until) > now;
  return (
    <>
      <div>
        <strong>{merge.loser_name}</strong>
        <small>
          {merge.proof ? `El sistema, ${proofText(merge.proof)}` : (merge.user_name ?? 'El sistema')} ·{' '}
          {dateTimeText(merge.at)}
          {merge.undone_at ? ` · deshecha el ${dateText(merge.undone_at)}` : ''}
          {open ? ` · se puede deshacer hasta el ${dateText(merge.until)}` : ''}
        </small>
      </div>
      {open && may('crm', 'delete') ? (
        <Button variant="default" size="compact-md" loading={undo.isPending} onClick={() => void askToUndo()}>
          Deshacer
        </Button>
      ) : null}
    </>
  );
}
