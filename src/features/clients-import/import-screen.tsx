/** `/clients/import/{id}`: one file on its way, from its columns to what came of it. */
import { useParams } from '@tanstack/react-router';
import type { LeadImport } from '../../../contract/calls/imports.ts';
import { ApiError, sentence } from '../../api/api-error.ts';
import { OfBot } from '../../bot/of-bot.tsx';
import { useMay, usePlace } from '../../bot/place-context.ts';
import NoAccess from '../../frame/no-access.tsx';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Missing } from '../../ui/missing.tsx';
import { figure } from '../../ui/money.ts';
import { Screen } from '../../ui/screen.tsx';
import { useImport } from './import-queries.ts';
import { isUnderWay } from './import-view.ts';
import { MapColumns } from './map-columns.tsx';
import { ImportOutcome } from './outcome.tsx';
import { UnderWay } from './under-way.tsx';

const BACK = { to: '/clients/import', label: 'Importar clientes' };

export function ImportScreen() {
  const { id } = useParams({ strict: false });
  const { place } = usePlace();
  const may = useMay();
  const found = useImport(place.bot.id, id ?? '');
  if (!may('crm', 'upload')) return <NoAccess />;
  if (found.error instanceof ApiError && found.error.status === 404)
    return (
      <Missing title="Esta importación no existe" back={BACK}>
        <p>Puede ser de un chatbot al que no tienes acceso.</p>
      </Missing>
    );
  if (!found.data)
    return (
      <Screen title="Importación" back={BACK}>
        {found.error ? (
          <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
        ) : (
          <LoadRows label="Cargando la importación…" rows={5} />
        )}
      </Screen>
    );
  return (
    <OfBot botId={found.data.bot_id} what="Esta importación" back={BACK}>
      <Import file={found.data} />
    </OfBot>
  );
}

function Import({ file }: { file: LeadImport }) {
  const rows = `${figure(file.total)} ${file.total === 1 ? 'fila' : 'filas'}`;
  const columns = `${figure(file.columns.length)} ${file.columns.length === 1 ? 'columna' : 'columnas'}`;
  return (
    <Screen title={file.file_name} back={BACK} lead={`${rows} · ${columns}`}>
      {isUnderWay(file) ? (
        <UnderWay file={file} />
      ) : file.state === 'mapped' ? (
        <MapColumns file={file} />
      ) : (
        <ImportOutcome file={file} />
      )}
    </Screen>
  );
}
