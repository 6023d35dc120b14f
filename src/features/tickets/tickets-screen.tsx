/** `/tickets`: what the team owes its customers, by view; one of them takes the screen's place when it is opened. */
import { Button, NativeSelect } from '@mantine/core';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { TICKET_VIEWS } from '../../../contract/rules/tickets.ts';
import { sentence } from '../../api/api-error.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import line from '../../ui/list-line.module.css';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { figure } from '../../ui/money.ts';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { TicketList } from './ticket-list.tsx';
import { useFirstPage, useTicketCounts, type Wanted } from './ticket-queries.ts';
import classes from './tickets.module.css';
import { readTicketsSearch, TICKET_VIEW_LABELS, type TicketsSearch } from './tickets-search.ts';

const NewTicketDialog = lazyPart(() => import('../inbox/ticket/new-ticket-dialog.tsx'));
const SettingsDialog = lazyPart(() => import('./settings-dialog.tsx'));
const TicketView = lazyPart(
  () => import('./ticket-view.tsx'),
  <LoadRows label="Cargando el ticket…" rows={8} />,
);

/** Changes what the address says; undefined takes something away. */
type GoTo = (change: { [K in keyof TicketsSearch]?: TicketsSearch[K] | undefined }) => void;

export function TicketsScreen() {
  const { place } = usePlace();
  // What is typed and open belongs to one bot.
  return <Tickets key={place.bot.id} />;
}

function useTicketsSearch() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const search = useMemo(() => readTicketsSearch(raw), [raw]);
  const navigate = useNavigate();
  const go: GoTo = useCallback(
    (change) =>
      void navigate({
        to: path,
        // Back leads from a ticket to the list.
        replace: !('ticket' in change),
        search: (before: Record<string, unknown>) => ({ ...readTicketsSearch(before), ...change }),
      }),
    [navigate, path],
  );
  return { search, go };
}

function Tickets() {
  const { place } = usePlace();
  const { search, go } = useTicketsSearch();
  if (search.ticket !== undefined)
    return (
      <TicketView
        key={search.ticket}
        id={search.ticket}
        onBack={() => go({ ticket: undefined })}
        onOpen={(ticket: string) => go({ ticket })}
      />
    );
  return <List botId={place.bot.id} search={search} go={go} />;
}

function List({ botId, search, go }: { botId: number; search: TicketsSearch; go: GoTo }) {
  const { place } = usePlace();
  const may = useMay();
  const wide = useWide();
  const wanted: Wanted = useMemo(
    () => ({ view: search.view, q: search.q, order: search.order }),
    [search.view, search.q, search.order],
  );
  const found = useFirstPage(botId, wanted);
  const counts = useTicketCounts(botId);
  const [dialog, setDialog] = useState<'new' | 'settings' | null>(null);
  const { data } = found;
  const narrowed = search.q !== undefined || search.view !== undefined;
  const clear = () => go({ q: undefined, view: undefined });
  return (
    <Screen
      title="Tickets"
      lead="Lo que tu equipo le debe a cada cliente: quién lo tiene, para cuándo y en qué quedó."
      actions={
        <>
          {place.link.role.base === 'agente' ? null : (
            <AllowedButton
              variant="default"
              allowed={may('tickets', 'add')}
              leftSection={<IconClock size={16} aria-hidden="true" />}
              onClick={() => setDialog('settings')}
            >
              Plazos
            </AllowedButton>
          )}
          <AllowedButton
            allowed={may('tickets', 'add')}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setDialog('new')}
          >
            Nuevo ticket
          </AllowedButton>
        </>
      }
    >
      <fieldset className={classes.views} aria-label="Vistas de tickets">
        <button
          type="button"
          aria-pressed={search.view === undefined}
          onClick={() => go({ view: undefined })}
        >
          Todos
        </button>
        {TICKET_VIEWS.map((view) => (
          <button
            key={view}
            type="button"
            aria-pressed={search.view === view}
            data-late={(view === 'overdue' && (counts.data?.overdue ?? 0) > 0) || undefined}
            onClick={() => go({ view })}
          >
            {TICKET_VIEW_LABELS[view]}
            {counts.data ? <span>{figure(counts.data[view])}</span> : null}
          </button>
        ))}
      </fieldset>
      <search className={classes.tools}>
        <SearchField
          className={classes.search}
          aria-label="Buscar tickets"
          placeholder="Código, texto o cliente"
          value={search.q ?? ''}
          onChange={(q) => go({ q: q === '' ? undefined : q })}
        />
        <NativeSelect
          aria-label="Orden"
          value={search.order ?? 'recent'}
          onChange={(event) => go({ order: event.currentTarget.value === 'due' ? 'due' : undefined })}
          data={[
            { value: 'recent', label: 'Última novedad primero' },
            { value: 'due', label: 'Lo que vence primero' },
          ]}
        />
      </search>
      <div className={line.line}>
        <p role="status">
          {data ? (
            <>
              <strong>{figure(data.total)}</strong> {data.total === 1 ? 'ticket' : 'tickets'}
            </>
          ) : null}
        </p>
        {narrowed ? (
          <button type="button" onClick={clear}>
            Quitar filtros
          </button>
        ) : null}
      </div>
      {found.isPending ? <LoadRows label="Cargando tickets…" rows={8} height={72} /> : null}
      {found.error && !data ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      {data?.total === 0 && !found.isPlaceholderData ? (
        <Empty
          title={narrowed ? 'Ningún ticket coincide' : 'Aún no hay tickets'}
          next={
            narrowed ? (
              <Button variant="default" onClick={clear}>
                Ver todos los tickets
              </Button>
            ) : may('tickets', 'add') ? (
              <Button onClick={() => setDialog('new')}>Nuevo ticket</Button>
            ) : (
              { none: 'tickets are made by who may write them' }
            )
          }
        >
          <p>
            {narrowed
              ? 'Prueba con otras palabras u otra vista.'
              : 'Crea uno desde una conversación (tecla C), desde la ficha de un cliente o aquí.'}
          </p>
        </Empty>
      ) : null}
      {data && data.total > 0 ? (
        <div aria-busy={found.isPlaceholderData} className={classes.list}>
          <TicketList
            key={JSON.stringify([wanted, wide])}
            botId={botId}
            wanted={wanted}
            first={data.tickets}
            total={data.total}
            wide={wide}
            onOpen={(ticket) => go({ ticket })}
          />
        </div>
      ) : null}
      {dialog === 'new' ? (
        <NewTicketDialog onClose={() => setDialog(null)} onMade={(ticket: string) => go({ ticket })} />
      ) : null}
      {dialog === 'settings' ? <SettingsDialog botId={botId} onClose={() => setDialog(null)} /> : null}
    </Screen>
  );
}
