/** `/clients/import`: a new file, and the imports of the last 30 days. */
import { Link, useNavigate } from '@tanstack/react-router';
import type { LeadImport } from '../../../contract/calls/imports.ts';
import { sentence } from '../../api/api-error.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import NoAccess from '../../frame/no-access.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import marked from '../../ui/marked-title.module.css';
import { figure } from '../../ui/money.ts';
import { Screen, Section } from '../../ui/screen.tsx';
import classes from './clients-import.module.css';
import { DropFile } from './drop-file.tsx';
import { useImports, useShowImport } from './import-queries.ts';
import { isUnderWay, stateText } from './import-view.ts';

export function ImportsScreen() {
  const { place } = usePlace();
  const may = useMay();
  if (!may('crm', 'upload')) return <NoAccess />;
  // A file on its way belongs to one bot.
  return <Imports key={place.bot.id} botId={place.bot.id} />;
}

function Imports({ botId }: { botId: number }) {
  const navigate = useNavigate();
  const imports = useImports(botId);
  const show = useShowImport();
  const arrived = (file: LeadImport) => {
    show(file);
    void navigate({ to: '/clients/import/$id', params: { id: file.id } });
  };
  return (
    <Screen
      title="Importar clientes"
      back={{ to: '/clients-v2', label: 'Clientes' }}
      lead="Sube tu planilla, di qué es cada columna y mira qué pasaría antes de cambiar nada. Una importación nunca le escribe a nadie."
    >
      <DropFile botId={botId} onArrived={arrived} />
      <Section id="anteriores" title="Importaciones de los últimos 30 días">
        {imports.isPending ? <LoadRows label="Cargando importaciones…" rows={3} height={64} /> : null}
        {imports.error && !imports.data ? (
          <LoadError message={sentence(imports.error)} onRetry={() => void imports.refetch()} />
        ) : null}
        {imports.data?.length === 0 ? (
          <Empty title="Aún no hay importaciones" next={{ none: 'a file is chosen right above it' }} />
        ) : null}
        {imports.data && imports.data.length > 0 ? (
          <ul className={classes.list} aria-label="Importaciones">
            {imports.data.map((file) => (
              <Row key={file.id} file={file} />
            ))}
          </ul>
        ) : null}
      </Section>
    </Screen>
  );
}

function Row({ file }: { file: LeadImport }) {
  const { id, file_name, user_name, created_at, total, report } = file;
  const wrote = report.created + report.updated;
  const facts = [
    `${figure(total)} ${total === 1 ? 'fila' : 'filas'}`,
    file.state === 'done' || file.state === 'cancelled'
      ? `${figure(wrote)} ${wrote === 1 ? 'cliente escrito' : 'clientes escritos'}`
      : null,
    report.refused > 0 ? `${figure(report.refused)} rechazadas` : null,
    `${user_name}, ${dateTimeText(created_at)}`,
  ].filter((fact) => fact !== null);
  return (
    <li className={classes.row}>
      <p className={marked.title}>
        <Link to="/clients/import/$id" params={{ id }}>
          {file_name}
        </Link>
        <span data-tone={isUnderWay(file) ? 'busy' : undefined}>{stateText(file)}</span>
      </p>
      <p className={classes.facts}>{facts.join(' · ')}</p>
    </li>
  );
}
