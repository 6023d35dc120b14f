/** Who corrected the client's data, newest first, with before and after. */
import { useQuery } from '@tanstack/react-query';
import { leadCalls } from '../../../../contract/calls/leads.ts';
import type { AuditAction } from '../../../../contract/entities/audit.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { dateTimeText } from '../../../ui/dates.ts';
import { Empty, LoadError, LoadRows } from '../../../ui/load-state.tsx';
import classes from './record.module.css';

const DID: Record<AuditAction, string> = {
  create: 'creó al cliente',
  update: 'corrigió sus datos',
  delete: 'eliminó sus datos',
};
const COLUMNS: Record<string, string> = {
  name: 'Nombre',
  email: 'Correo',
  phone: 'Teléfono',
  rut: 'RUT',
  notes: 'Notas',
  tags: 'Etiquetas',
};

export function LeadChanges({ leadId }: { leadId: string }) {
  const found = useQuery({
    queryKey: ['lead-changes', leadId],
    queryFn: ({ signal }) => call(leadCalls.leadChanges, { params: { id: leadId }, signal }),
    staleTime: 0,
  });
  if (found.isPending) return <LoadRows label="Cargando cambios…" rows={3} />;
  if (!found.data) {
    return <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />;
  }
  if (found.data.length === 0)
    return (
      <Empty
        title="Nadie ha cambiado sus datos"
        next={{ none: 'the data stand beside it, to be corrected in place' }}
      />
    );
  return (
    <ol className={classes.list}>
      {found.data.map((audit) => (
        <li key={audit.id} className={classes.change}>
          <header>
            <span>
              <strong>{audit.user_name ?? 'El sistema'}</strong> {DID[audit.action]}
            </span>
            <time dateTime={audit.at}>{dateTimeText(audit.at)}</time>
          </header>
          <dl>
            {audit.changes
              .filter(({ column_name }) => column_name in COLUMNS)
              .map(({ column_name, old_value, new_value }) => (
                <div key={column_name}>
                  <dt>{COLUMNS[column_name]}</dt>
                  <dd>
                    {old_value ? (
                      <del>
                        <span className="visually-hidden">Antes: </span>
                        {old_value}
                      </del>
                    ) : null}
                    <ins>
                      <span className="visually-hidden">Después: </span>
                      {new_value || 'Sin dato'}
                    </ins>
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}
