/** Who changed what of the bot's content, newest first. */
import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { botSafetyCalls } from '../../../contract/calls/bot-safety.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Section } from '../../ui/screen.tsx';
import { AuditEntries } from '../roles/audit-entries.tsx';
import { buildingKey } from './draft-queries.ts';
import { ToInteractions } from './to-interactions.tsx';

export default function Changes({ botId }: { botId: number }) {
  const [page, setPage] = useState(1);
  const [author, setAuthor] = useState('');
  const changes = useQuery({
    queryKey: buildingKey(botId, 'changes', author, page),
    queryFn: ({ signal }) =>
      call(botSafetyCalls.buildingChanges, {
        params: { botId },
        query: { page, ...(author === '' ? {} : { user_id: Number(author) }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data } = changes;
  return (
    <Section
      id="historial"
      title="Quién cambió qué"
      lead="Cada cambio del contenido del chatbot, con lo de antes y lo de después."
    >
      <NativeSelect
        label="Quién"
        maw={260}
        value={author}
        onChange={(event) => {
          setAuthor(event.currentTarget.value);
          setPage(1);
        }}
        data={[
          { value: '', label: 'Todas las personas' },
          ...(data?.authors ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {changes.isPending ? <LoadRows label="Cargando cambios…" rows={4} /> : null}
      {changes.error && !data ? (
        <LoadError message={sentence(changes.error)} onRetry={() => void changes.refetch()} />
      ) : null}
      {data?.audits.length === 0 ? (
        author === '' ? (
          <Empty title="Aún no hay cambios registrados" next={<ToInteractions />} />
        ) : (
          <Empty
            title="Esta persona aún no cambia nada"
            next={
              <Button variant="default" onClick={() => setAuthor('')}>
                Ver a todas las personas
              </Button>
            }
          />
        )
      ) : null}
      {data ? (
        <>
          <AuditEntries audits={data.audits} busy={changes.isPlaceholderData} />
          <Pager label="Páginas de cambios" page={data.page} pages={data.pages} onPage={setPage} />
        </>
      ) : null}
    </Section>
  );
}
