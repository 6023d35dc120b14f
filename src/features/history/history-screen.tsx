/**
 * `/historial-conversaciones`, `/historial-conversaciones-2`, `/conversations`: what was said, to be found, read and
 * taken out as a file. The spec shows no difference between the three (docs/decisions/0008).
 */
import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { sentence } from '../../api/api-error.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { conversationsTotal } from '../../ui/conversations-total.ts';
import button from '../../ui/link-button.module.css';
import line from '../../ui/list-line.module.css';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ExportTray } from './export-tray.tsx';
import classes from './history.module.css';
import { HistoryFilters } from './history-filters.tsx';
import { useHistoryPage } from './history-queries.ts';
import { type HistorySearch, isFiltered, readHistorySearch, withoutFilters } from './history-search.ts';
import { HistoryTable } from './history-table.tsx';
import { talkExports } from './use-exports.ts';

const ReadingDrawer = lazyPart(() => import('./reading-drawer.tsx'));
const ExportDialog = lazyPart(() => import('./export-dialog.tsx'));

export function HistoryScreen() {
  const { place } = usePlace();
  // What is typed and shown belongs to one bot.
  return <History key={place.bot.id} />;
}

/** Filters, page and open conversation, from the address and into it. */
function useHistorySearch() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const search = useMemo(() => readHistorySearch(raw), [raw]);
  const navigate = useNavigate();
  const go = useCallback(
    (next: HistorySearch, replace = false) =>
      void navigate({ to: path, search: next, replace, resetScroll: false }),
    [navigate, path],
  );
  return { path, search, go };
}

function History() {
  const { place } = usePlace();
  const { bot } = place;
  const may = useMay();
  const { path, search, go } = useHistorySearch();
  const found = useHistoryPage(bot.id, search);
  const [exporting, setExporting] = useState(false);
  const { data } = found;
  const { conversation: open, ...list } = search;
  const filtered = isFiltered(search);
  const cards = data?.conversations ?? [];
  const at = cards.findIndex(({ id }) => id === open);
  const neighbour = (step: number) => {
    const card = at >= 0 ? cards[at + step] : undefined;
    return card ? () => go({ ...search, conversation: card.id }, true) : null;
  };
  // A page that is no more (something left the list) leads to the last one there is.
  const page = Math.min(data?.page ?? 1, Math.max(1, data?.pages ?? 1));
  return (
    <Screen
      title="Historial de conversaciones"
      lead={`Todo lo que se ha conversado en ${bot.bot_name}.`}
      actions={
        <AllowedButton
          variant="default"
          allowed={may('historial_conversaciones', 'export')}
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={() => setExporting(true)}
        >
          Exportar
        </AllowedButton>
      }
    >
      <HistoryFilters
        search={search}
        onChange={(change) => go(readHistorySearch({ ...search, page: undefined, ...change }), true)}
      />
      <div className={line.line}>
        <p role="status">{data ? conversationsTotal(data.total, data.total_at_least === true) : null}</p>
        {filtered ? (
          <button type="button" onClick={() => go(withoutFilters(search))}>
            Quitar filtros
          </button>
        ) : null}
        {found.changed ? (
          <p className={classes.fresh}>
            Hay actividad nueva ·{' '}
            <button type="button" onClick={() => void found.refetch()}>
              Actualizar
            </button>
          </p>
        ) : null}
      </div>
      {found.isPending ? <LoadRows label="Cargando conversaciones…" rows={10} height={56} /> : null}
      {found.error ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      {data && cards.length === 0 && !found.isPlaceholderData ? (
        <Empty
          title={filtered ? 'Ninguna conversación coincide' : 'Aún no hay conversaciones'}
          next={
            filtered ? (
              <Button variant="default" onClick={() => go(withoutFilters(search))}>
                Ver todas las conversaciones
              </Button>
            ) : may('chatbot', 'read') && place.link.role.base !== 'agente' ? (
              <Link to="/preview" className={button.link}>
                Probar tu chatbot
              </Link>
            ) : (
              { none: 'conversations begin with a customer' }
            )
          }
        >
          <p>
            {filtered
              ? 'Prueba con otras fechas o menos filtros.'
              : 'Cuando un cliente escriba por cualquiera de los canales, la verás aquí.'}
          </p>
        </Empty>
      ) : null}
      {cards.length > 0 ? (
        <div className={classes.list} aria-busy={found.isPlaceholderData}>
          <HistoryTable cards={cards} open={open} path={path} search={search} />
        </div>
      ) : null}
      {data ? (
        <Pager
          label="Páginas del historial"
          page={page}
          pages={data.pages}
          onPage={(next) => go({ ...search, page: next })}
        />
      ) : null}
      {open === undefined ? null : (
        <ReadingDrawer id={open} onClose={() => go(list)} onBefore={neighbour(-1)} onAfter={neighbour(1)} />
      )}
      {exporting ? (
        <ExportDialog
          search={search}
          total={data && !data.total_at_least ? data.total : null}
          onClose={() => setExporting(false)}
        />
      ) : null}
      {may('historial_conversaciones', 'export') ? <ExportTray source={talkExports(bot.id)} /> : null}
    </Screen>
  );
}
