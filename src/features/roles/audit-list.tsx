/** What was changed at a bot, with before and after; newest first. */

import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditCalls } from '../../../contract/calls/audit.ts';
import { dayBegins, dayEnds } from '../../../contract/days.ts';
import { AUDIT_TYPE_LABELS } from '../../../contract/told.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useZone } from '../../bot/place-context.ts';
import { useToday } from '../../bot/use-today.ts';
import { DateRange } from '../../ui/date-range/date-range.tsx';
import { type DayRange, rangeFault } from '../../ui/date-range/range.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { AuditEntries } from './audit-entries.tsx';
import classes from './audit-list.module.css';

interface Filter {
  type: string;
  author: string;
  range: DayRange;
}
const EVERYTHING: Filter = { type: '', author: '', range: { from: '', to: '' } };

/** Both days included. */
function between({ from, to }: DayRange, zone: string) {
  return {
    ...(from === '' ? {} : { from: dayBegins(from, zone) }),
    ...(to === '' ? {} : { to: dayEnds(to, zone) }),
  };
}

export function AuditList({ botId }: { botId: number }) {
  const [page, setPage] = useState(1);
  const [filter, setFilter] = useState(EVERYTHING);
  const zone = useZone();
  const rules = { today: useToday(), optional: true };
  const valid = rangeFault(filter.range, rules) === null;
  const audits = useQuery({
    queryKey: ['audits', botId, filter, page],
    queryFn: ({ signal }) =>
      call(auditCalls.audits, {
        params: { botId },
        query: {
          page,
          ...(filter.type === '' ? {} : { type: filter.type }),
          ...(filter.author === '' ? {} : { user_id: Number(filter.author) }),
          ...between(filter.range, zone),
        },
        signal,
      }),
    enabled: valid,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const narrow = (part: Partial<Filter>) => {
    setFilter((before) => ({ ...before, ...part }));
    setPage(1);
  };
  const found = valid ? audits.data : undefined;
  const narrowed = JSON.stringify(filter) !== JSON.stringify(EVERYTHING);
  return (
    <div>
      <div className={classes.filters}>
        <NativeSelect
          label="Mostrar"
          className={classes.choice}
          value={filter.type}
          onChange={(event) => narrow({ type: event.currentTarget.value })}
          data={[
            { value: '', label: 'Todo' },
            ...Object.entries(AUDIT_TYPE_LABELS).map(([value, label]) => ({ value, label })),
          ]}
        />
        <NativeSelect
          label="Quién"
          className={classes.choice}
          value={filter.author}
          onChange={(event) => narrow({ author: event.currentTarget.value })}
          data={[
            { value: '', label: 'Todas las personas' },
            ...(audits.data?.authors ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <DateRange value={filter.range} onChange={(range) => narrow({ range })} {...rules} />
      </div>
      {valid && audits.isPending ? <LoadRows label="Cargando cambios…" rows={4} /> : null}
      {valid && audits.error && !audits.data ? (
        <LoadError message={sentence(audits.error)} onRetry={() => void audits.refetch()} />
      ) : null}
      {valid ? null : (
        <Empty
          title="Corrige las fechas para ver los cambios"
          next={
            <Button variant="default" onClick={() => narrow({ range: EVERYTHING.range })}>
              Quitar las fechas
            </Button>
          }
        />
      )}
      {found?.audits.length === 0 ? (
        <Empty
          title={narrowed ? 'Ningún cambio coincide con lo que elegiste' : 'Aún no hay cambios registrados'}
          next={
            narrowed ? (
              <Button variant="default" onClick={() => narrow(EVERYTHING)}>
                Ver todos los cambios
              </Button>
            ) : (
              { none: 'what is done elsewhere is written down by itself' }
            )
          }
        />
      ) : null}
      {found ? (
        <>
          <AuditEntries audits={found.audits} busy={audits.isPlaceholderData} />
          <Pager label="Páginas del registro" page={found.page} pages={found.pages} onPage={setPage} />
        </>
      ) : null}
    </div>
  );
}
