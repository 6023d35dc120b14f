/** What is behind a figure, a page at a time, and its file. */

import { Group, Modal } from '@mantine/core';
import { valueText } from '../../../contract/rules/metric-words.ts';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MetricFact, MetricFilters } from '../../../contract/calls/metrics.ts';
import { addDays } from '../../../contract/days.ts';
import { AUTOMATION_KIND_LABELS, type AutomationKind } from '../../../contract/rules/automations.ts';
import type { ExportFormat } from '../../../contract/rules/exports.ts';
import { METRICS, type MetricKey } from '../../../contract/rules/metrics.ts';
import { CHANNEL_LABELS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { dayOnScreen } from '../../ui/date-range/range.ts';
import { momentText, wallParts } from '../../ui/date-range/zone-time.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { figure } from '../../ui/money.ts';
import { Pager } from '../../ui/pager.tsx';
import { ExportButtons } from '../history/export-buttons.tsx';
import { showJob } from '../history/use-exports.ts';
import { metricExports, startMetricFile, useBehind } from './metric-queries.ts';
import { WEEKDAYS } from './metric-text.ts';
import classes from './metrics.module.css';
import type { RowsSearch } from './metrics-search.ts';

interface RowsDialogProps {
  filters: MetricFilters;
  metricKey: MetricKey;
  rows: RowsSearch;
  zone: string;
  onPage: (page: number) => void;
  onClose: () => void;
}

/** Of which days and hours the rows are. */
function aboutOf(filters: MetricFilters, zone: string): string {
  const last = addDays(filters.to, -1);
  const days =
    filters.from === last ? dayOnScreen(last) : `${dayOnScreen(filters.from)} al ${dayOnScreen(last)}`;
  const weekday = filters.weekday === undefined ? null : WEEKDAYS[filters.weekday];
  const begins = filters.hour_at === undefined ? filters.hour : wallParts(filters.hour_at, zone).hour;
  const hour = begins === undefined ? null : `${begins}:00 a ${begins}:59`;
  return [days, weekday, hour].filter(Boolean).join(' · ');
}

/** Where a row's room lists it; only its name where one may not look in. */
function RoomOfRow({ metricKey, row: { room_id: id, room_name: name, bot_id: bot } }: RoomOfRowProps) {
  const may = useMay();
  const { room } = METRICS[metricKey];
  if (!room || id === null) return null;
  if (room === 'automation') {
    const label = AUTOMATION_KIND_LABELS[id as AutomationKind] ?? id;
    const to = AUTOMATION_SCREENS[id as AutomationKind];
    return may('automatizaciones', 'read') && to ? (
      <Link to={to} search={{ bot }}>
        {label}
      </Link>
    ) : (
      <span>{label}</span>
    );
  }
  if (name === null) return null;
  if (room === 'ticket')
    return (
      <Link to="/tickets" search={{ bot, ticket: id }}>
        {name}
      </Link>
    );
  if (room === 'campaign')
    return (
      <Link to="/plantillas-programadas/$id" params={{ id }} search={{ bot }}>
        {name}
      </Link>
    );
  return <span>{name}</span>;
}

interface RoomOfRowProps {
  metricKey: MetricKey;
  row: MetricFact;
}

const AUTOMATION_SCREENS = {
  'carro-abandonado': '/automatizaciones/carro-abandonado',
  'error-pago': '/automatizaciones/error-pago',
  'seguimiento-pedidos': '/automatizaciones/seguimiento-pedidos',
} as const satisfies Record<AutomationKind, string>;

export default function RowsDialog({ filters, metricKey, rows, zone, onPage, onClose }: RowsDialogProps) {
  useFocusBack();
  const queries = useQueryClient();
  const may = useMay();
  const { places } = usePlace();
  const reads = may('historial_conversaciones', 'read');
  const { page = 1 } = rows;
  const found = useBehind(filters, metricKey, page);
  const start = useMutation({
    mutationFn: (format: ExportFormat) => startMetricFile(filters, metricKey, format),
    onSuccess: (job) => {
      showJob(queries, metricExports(filters.bot_id), job);
      onClose();
    },
  });
  const { data } = found;
  const { label, unit } = METRICS[metricKey];
  return (
    <Modal opened onClose={onClose} title={`${label} · ${aboutOf(filters, zone)}`} size="xl" centered>
      <Group justify="space-between" mb="md">
        <p role="status">{data ? `${figure(data.total)} ${data.total === 1 ? 'fila' : 'filas'}` : null}</p>
        {may('dashboard', 'export') ? (
          <ExportButtons start={start} disabled={!data || data.total === 0} />
        ) : null}
      </Group>
      {start.error ? (
        <p role="alert" className={classes.fault}>
          {sentence(start.error)}
        </p>
      ) : null}
      {found.isPending ? <LoadRows label="Cargando las filas…" rows={5} height={56} /> : null}
      {found.error ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      <ul className={classes.rows} aria-busy={found.isPlaceholderData}>
        {(data?.conversations ?? []).map((row, at) => (
          // A conversation may stand in it several times.
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is replaced as a whole
          <li key={`${row.id ?? row.room_id} ${at}`}>
            {row.id !== null && row.seen && reads ? (
              <Link
                to="/historial-conversaciones"
                search={{ bot: row.bot_id ?? filters.bot_id, conversation: row.id }}
              >
                {row.client ?? 'Cliente sin nombre'}
              </Link>
            ) : row.id === null ? null : (
              <strong>
                {row.seen ? (row.client ?? 'Cliente sin nombre') : 'Conversación que ya no ves'}
              </strong>
            )}
            <RoomOfRow metricKey={metricKey} row={row} />
            <span>{momentText(row.at, zone)}</span>
            {row.value === null ? null : <span>{valueText(unit, row.value)}</span>}
            {row.channel ? <span>{CHANNEL_LABELS[row.channel]}</span> : null}
            {row.agent ? <span>{row.agent}</span> : null}
            {row.category ? <span>{row.category}</span> : null}
            {filters.all_bots ? (
              <span>{places.find(({ bot }) => bot.id === row.bot_id)?.bot.bot_name}</span>
            ) : null}
          </li>
        ))}
        {(data?.spans ?? []).map((span) => (
          <li key={span.id}>
            <strong>{span.agent}</strong>
            <span>
              {momentText(span.from, zone)} – {momentText(span.to, zone)}
            </span>
            <span>{valueText('seconds', span.value)}</span>
          </li>
        ))}
      </ul>
      {data ? <Pager label="Páginas de filas" page={page} pages={data.pages} onPage={onPage} /> : null}
    </Modal>
  );
}
