/** What was changed at a bot, with before and after; newest first. */

import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditCalls } from '../../../contract/calls/audit.ts';
import { AUDIT_TYPE_LABELS, type Audit, type AuditAction } from '../../../contract/entities/audit.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { dateTimeText } from '../../ui/dates.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import classes from './audit-list.module.css';

const ACTIONS: Record<AuditAction, string> = { create: 'Creó', update: 'Cambió', delete: 'Eliminó' };

export function AuditList({ botId }: { botId: number }) {
  const [page, setPage] = useState(1);
  const [type, setType] = useState('');
  const audits = useQuery({
    queryKey: ['audits', botId, type, page],
    queryFn: ({ signal }) =>
      call(auditCalls.audits, {
        params: { botId },
        query: { page, ...(type === '' ? {} : { type }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <div>
      <NativeSelect
        label="Mostrar"
        maw={280}
        value={type}
        onChange={(event) => {
          setType(event.currentTarget.value);
          setPage(1);
        }}
        data={[
          { value: '', label: 'Todo' },
          ...Object.entries(AUDIT_TYPE_LABELS).map(([value, label]) => ({ value, label })),
        ]}
      />
      {audits.isPending ? <LoadRows label="Cargando cambios…" rows={4} /> : null}
      {audits.error && !audits.data ? (
        <LoadError message={sentence(audits.error)} onRetry={() => void audits.refetch()} />
      ) : null}
      {audits.data?.audits.length === 0 ? <Empty title="Aún no hay cambios registrados" /> : null}
      {audits.data ? (
        <>
          <ol className={classes.list} aria-busy={audits.isPlaceholderData}>
            {audits.data.audits.map((audit) => (
              <Entry key={audit.id} audit={audit} />
            ))}
          </ol>
          <Pager
            label="Páginas del registro"
            page={audits.data.page}
            pages={audits.data.pages}
            onPage={setPage}
          />
        </>
      ) : null}
    </div>
  );
}

function Entry({ audit }: { audit: Audit }) {
  const what = AUDIT_TYPE_LABELS[audit.auditable_type] ?? audit.auditable_type;
  return (
    <li className={classes.entry}>
      <details>
        <summary>
          <span>
            <strong>{audit.user_name ?? 'El sistema'}</strong> {ACTIONS[audit.action].toLocaleLowerCase('es')}
            : {what} {audit.auditable_id}
          </span>
          <time dateTime={audit.at}>{dateTimeText(audit.at)}</time>
        </summary>
        <dl>
          {audit.changes.map((change) => (
            <div key={change.column_name}>
              <dt>{change.column_name}</dt>
              <dd>
                {change.old_value === null ? null : <del>{change.old_value}</del>}
                {change.new_value === null ? null : <ins>{change.new_value}</ins>}
              </dd>
            </div>
          ))}
          {audit.changes.length === 0 ? <p>Sin detalle.</p> : null}
        </dl>
      </details>
    </li>
  );
}
