/** `/clients-v2`: the clients of a bot, to be found, sorted, filtered, kept as segments, changed together, taken out. */
import { Button } from '@mantine/core';
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import IconColumns from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconForms from '@tabler/icons-react/dist/esm/icons/IconForms.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { LeadFilter } from '../../../../contract/entities/lead-filter.ts';
import { sentence } from '../../../api/api-error.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../../bot/place-context.ts';
import { AllowedButton } from '../../../ui/allowed-button.tsx';
import line from '../../../ui/list-line.module.css';
import { Empty, LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { figure } from '../../../ui/money.ts';
import { Screen } from '../../../ui/screen.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useStored } from '../../../ui/stored-state.ts';
import { useWide } from '../../../ui/use-wide.ts';
import { ExportTray } from '../../history/export-tray.tsx';
import { useOwnFields } from '../../inbox/client/lead-query.ts';
import { countOf } from '../filter/filter-draft.ts';
import { ClientGrid } from './client-grid.tsx';
import classes from './clients.module.css';
import { useFirstPage, useSegments, type Wanted } from './clients-queries.ts';
import { type GoTo, readClientsSearch } from './clients-search.ts';
import { allColumns, readColumns, shownColumns, sortText } from './columns.ts';
import { leadExports } from './lead-exports.ts';
import { SegmentBar } from './segment-bar.tsx';
import { useSelection } from './use-selection.ts';

const NewClientDialog = lazyPart(() => import('../../inbox/client/new-client-dialog.tsx'));
const FilterPanel = lazyPart(
  () => import('./filter-panel.tsx'),
  <LoadRows label="Cargando filtros…" rows={2} />,
);
const ColumnsDialog = lazyPart(() => import('./columns-dialog.tsx'));
const ExportDialog = lazyPart(() => import('./export-dialog.tsx'));
const OwnFieldsDialog = lazyPart(() => import('./own-fields-dialog.tsx'));
const BulkBar = lazyPart(() => import('./bulk-bar.tsx'));

export function ClientsScreen() {
  const { place } = usePlace();
  // What is typed, selected and shown belongs to one bot.
  return <Clients key={place.bot.id} />;
}

function useClientsSearch() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const search = useMemo(() => readClientsSearch(raw), [raw]);
  const navigate = useNavigate();
  const go: GoTo = useCallback(
    (change) =>
      void navigate({
        to: path,
        replace: true,
        resetScroll: false,
        search: (before: Record<string, unknown>) => ({
          ...readClientsSearch(before),
          ...change,
        }),
      }),
    [navigate, path],
  );
  return { search, go };
}

type Dialog = 'new' | 'columns' | 'export' | 'fields' | null;

function Clients() {
  const { place } = usePlace();
  const { bot } = place;
  const may = useMay();
  const wide = useWide();
  const navigate = useNavigate();
  const { search, go } = useClientsSearch();
  const segments = useSegments(bot.id);
  const own = useOwnFields(bot.id);
  const segment = segments.data?.find(({ id }) => id === search.segment);
  const filter = search.filter ?? (segment?.filter as LeadFilter | undefined);
  const wanted: Wanted = useMemo(
    () => ({ q: search.q, sort: search.sort, filter }),
    [search.q, search.sort, filter],
  );
  // A segment's filter has to be known before anybody is shown under its name.
  const waiting = search.segment !== undefined && search.filter === undefined && segments.isPending;
  const found = useFirstPage(bot.id, wanted, !waiting);
  const selection = useSelection(bot.id, wanted);
  const [chosen, choose] = useStored(`clients-columns/${bot.id}`, readColumns);
  const all = useMemo(() => allColumns(own.data ?? []), [own.data]);
  const columns = useMemo(() => shownColumns(chosen, all), [chosen, all]);
  const [dialog, setDialog] = useState<Dialog>(null);
  const [filtering, setFiltering] = useState(false);
  const { data } = found;
  const narrowed = search.q !== undefined || filter !== undefined;
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    setCleared(cleared + 1);
    go({ q: undefined, filter: undefined, segment: undefined });
  };
  const close = () => setDialog(null);
  const conditions = filter ? countOf(filter) : 0;
  return (
    <Screen
      title="Clientes"
      lead={`Quienes han conversado con ${bot.bot_name}, y quienes agregó tu equipo.`}
      actions={
        <>
          <AllowedButton
            variant="default"
            allowed={may('crm', 'export')}
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => setDialog('export')}
          >
            Exportar
          </AllowedButton>
          <AllowedButton
            variant="default"
            allowed={may('crm', 'upload')}
            leftSection={<IconUpload size={16} aria-hidden="true" />}
            onClick={() => void navigate({ to: '/clients/import' })}
          >
            Importar
          </AllowedButton>
          <AllowedButton
            allowed={may('crm', 'add')}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setDialog('new')}
          >
            Nuevo cliente
          </AllowedButton>
        </>
      }
    >
      <SegmentBar
        botId={bot.id}
        segments={segments}
        search={search}
        segment={segment}
        filter={filter}
        onGo={go}
      />
      <search className={classes.tools}>
        <SearchField
          className={classes.search}
          aria-label="Buscar clientes"
          placeholder="Nombre, correo, teléfono, RUT o ID"
          value={search.q ?? ''}
          onChange={(q) => go({ q: q === '' ? undefined : q })}
        />
        <Button
          variant="default"
          aria-expanded={filtering}
          leftSection={<IconFilter size={16} aria-hidden="true" />}
          onClick={() => setFiltering(!filtering)}
        >
          {conditions > 0 ? `Filtros (${conditions})` : 'Filtros'}
        </Button>
        {wide ? (
          <Button
            variant="default"
            leftSection={<IconColumns size={16} aria-hidden="true" />}
            onClick={() => setDialog('columns')}
          >
            Columnas
          </Button>
        ) : null}
        {place.link.role.base === 'agente' ? null : (
          <AllowedButton
            variant="default"
            allowed={may('crm', 'edit')}
            leftSection={<IconForms size={16} aria-hidden="true" />}
            onClick={() => setDialog('fields')}
          >
            Campos
          </AllowedButton>
        )}
      </search>
      {filtering ? (
        <FilterPanel
          key={`${search.segment ?? ''} ${cleared}`}
          botId={bot.id}
          q={search.q}
          filter={filter}
          tags={[...new Set(data?.leads.flatMap(({ tags }) => tags))]}
          onApply={(next) => go({ filter: next })}
          onClose={() => setFiltering(false)}
        />
      ) : null}
      <div className={line.line}>
        <p role="status">
          {data && !waiting ? (
            <>
              <strong>{figure(data.total)}</strong> {data.total === 1 ? 'cliente' : 'clientes'}
              {data.total > 1 ? ` · ${sortText(search.sort)}` : ''}
            </>
          ) : null}
        </p>
        {narrowed ? (
          <button type="button" onClick={clear}>
            Quitar filtros
          </button>
        ) : null}
      </div>
      {found.isPending || waiting ? <LoadRows label="Cargando clientes…" rows={10} height={48} /> : null}
      {found.error ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      {data?.total === 0 && !found.isPlaceholderData && !found.error ? (
        <Empty
          title={narrowed ? 'Ningún cliente coincide' : 'Aún no hay clientes'}
          next={
            narrowed ? (
              <Button variant="default" onClick={clear}>
                Ver todos los clientes
              </Button>
            ) : may('crm', 'add') ? (
              <Button onClick={() => setDialog('new')}>Nuevo cliente</Button>
            ) : (
              { none: 'clients begin with a conversation' }
            )
          }
        >
          <p>
            {narrowed
              ? 'Prueba con otras palabras o menos condiciones.'
              : 'Cuando alguien escriba por cualquiera de los canales, aparecerá aquí.'}
          </p>
        </Empty>
      ) : null}
      {data && data.total > 0 && !waiting && (!found.error || !found.isPlaceholderData) ? (
        <div className={classes.list} aria-busy={found.isPlaceholderData}>
          <ClientGrid
            // Another order is the same grid: the heading that was pressed keeps the focus.
            key={JSON.stringify([search.q, filter, wide])}
            botId={bot.id}
            wanted={wanted}
            first={data.leads}
            total={data.total}
            columns={columns}
            wide={wide}
            selection={selection}
            onSort={(sort) => go({ sort })}
          />
        </div>
      ) : null}
      <BulkBar
        botId={bot.id}
        wanted={wanted}
        total={data?.total ?? 0}
        selection={selection}
        own={own.data ?? []}
      />
      {dialog === 'new' ? <NewClientDialog onClose={close} /> : null}
      {dialog === 'columns' ? (
        <ColumnsDialog chosen={chosen} all={all} onChange={choose} onClose={close} />
      ) : null}
      {dialog === 'export' ? (
        <ExportDialog
          botId={bot.id}
          wanted={wanted}
          total={data?.total ?? null}
          selected={[...selection.ids]}
          shown={columns.map(({ name }) => name)}
          own={own.data ?? []}
          onClose={close}
        />
      ) : null}
      {dialog === 'fields' ? <OwnFieldsDialog botId={bot.id} onClose={close} /> : null}
      {may('crm', 'export') ? <ExportTray source={leadExports(bot.id)} /> : null}
    </Screen>
  );
}
