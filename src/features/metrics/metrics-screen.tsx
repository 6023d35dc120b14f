/**
 * `/metrics`: figures of a stretch of days beside those of the same weekdays before. Each opens what it counts; all that
 * is chosen stands in the address.
 */
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { MetricFilters } from '../../../contract/calls/metrics.ts';
import { addDays } from '../../../contract/days.ts';
import { METRIC_DAYS } from '../../../contract/rules/metrics.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { useAskedAgain } from '../../api/use-asked-again.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace, useZone } from '../../bot/place-context.ts';
import { useToday } from '../../bot/use-today.ts';
import { DateRange } from '../../ui/date-range/date-range.tsx';
import { dayOnScreen, lastDays, rangeFault } from '../../ui/date-range/range.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { figure } from '../../ui/money.ts';
import plain from '../../ui/plain-button.module.css';
import { Screen } from '../../ui/screen.tsx';
import { ExportTray } from '../history/export-tray.tsx';
import { Choices } from './choices.tsx';
import { MetricCards } from './metric-cards.tsx';
import { METRICS_KEY, metricExports, useMetrics } from './metric-queries.ts';
import { MetricViews } from './metric-views.tsx';
import classes from './metrics.module.css';
import { type MetricsSearch, type RowsSearch, readMetricsSearch } from './metrics-search.ts';
import { WeeklyMail } from './weekly-mail.tsx';
import { WholeMetric } from './whole-metric.tsx';

const RowsDialog = lazyPart(() => import('./rows-dialog.tsx'));
const USUAL_DAYS = 30;
/** What happens at once is asked for at once. Milliseconds. */
const AGAIN = 2_000;

export function MetricsScreen() {
  const { place } = usePlace();
  return <Metrics key={place.bot.id} />;
}

/** What a search chooses, as the server is asked. @param days both included */
function filtersOf(botId: number, search: MetricsSearch, days: { from: string; to: string }): MetricFilters {
  const { open, channel, area, agent, tag, all } = search;
  return {
    bot_id: botId,
    from: days.from,
    to: addDays(days.to, 1),
    ...(open ? { business_hours: true } : {}),
    ...(channel ? { channel } : {}),
    ...(area ? { category: area } : {}),
    ...(agent ? { agent_id: agent } : {}),
    ...(tag ? { tag } : {}),
    ...(all ? { all_bots: true } : {}),
  };
}

/** The same, of the rows that are open. */
function rowsFilters(filters: MetricFilters, rows: RowsSearch): MetricFilters {
  const { from, to, channel, area, agent, node, subject, weekday, hour, at } = rows;
  return {
    ...filters,
    ...(from ? { from } : {}),
    ...(to ? { to: addDays(to, 1) } : {}),
    ...(channel ? { channel } : {}),
    ...(area ? { category: area } : {}),
    ...(agent ? { agent_id: agent } : {}),
    ...(node ? { node } : {}),
    ...(subject ? { subject } : {}),
    ...(weekday === undefined ? {} : { weekday }),
    ...(hour === undefined ? {} : { hour }),
    ...(at === undefined ? {} : { hour_at: at }),
  };
}

function Metrics() {
  const { place } = usePlace();
  const allowed = useMay()('dashboard', 'read');
  const botId = place.bot.id;
  const zone = useZone();
  const search = readMetricsSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (next: MetricsSearch, replace = false) =>
    void navigate({ to: '/metrics', search: next, replace, resetScroll: false });
  const today = useToday();
  const rules = { today, mostDays: METRIC_DAYS };
  const usual = lastDays(USUAL_DAYS, today);
  const wished = { from: search.from ?? usual.from, to: search.to ?? usual.to };
  const asked = rangeFault(wished, rules) ? usual : wished;
  // What is typed may be no stretch yet: the figures stay those of the last one that was.
  const [typed, setTyped] = useState(asked);
  // A view was chosen: its days are those that stand in the fields.
  const [seenDays, setSeenDays] = useState(asked);
  if (seenDays.from !== asked.from || seenDays.to !== asked.to) {
    setSeenDays(asked);
    setTyped(asked);
  }
  useAskedAgain(botId, METRICS_KEY, AGAIN);
  const filters = filtersOf(botId, search, asked);
  const found = useMetrics(filters, search.step, allowed);
  if (!allowed) return <p className={classes.none}>{TEXTS.noModuleAccess}</p>;
  const { data } = found;
  const own = place.link.role.base === 'agente';
  const shown = data?.metrics.find(({ key }) => key === (search.key ?? 'conversations'));
  const open = (rows: RowsSearch) => go({ ...search, key: shown?.key, rows });
  return (
    <Screen
      title="Métricas"
      back={{ to: '/dashboard', label: 'Volver' }}
      actions={
        <Button variant="default" onClick={() => window.print()}>
          Imprimir
        </Button>
      }
      lead={
        own
          ? 'Tus cifras. Cada una abre las conversaciones que cuenta.'
          : `Las cifras de ${place.bot.bot_name}. Cada una abre las conversaciones que cuenta.`
      }
    >
      <MetricViews botId={botId} search={search} today={today} own={own} onGo={(next) => go(next)} />
      <DateRange
        {...rules}
        value={typed}
        onChange={(range) => {
          setTyped(range);
          if (!rangeFault(range, rules)) go({ ...search, ...range, rows: undefined }, true);
        }}
      />
      <Choices
        search={search}
        step={data?.step}
        own={own}
        onChange={(choice) => go({ ...search, ...choice, rows: undefined }, true)}
      />
      {found.isPending ? <LoadRows label="Calculando las métricas…" rows={4} height={110} /> : null}
      {found.error ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      {data ? (
        <div aria-busy={found.isPlaceholderData}>
          <p className={classes.note}>
            Por la hora de {data.zone}. La comparación es con los mismos días de la semana, del{' '}
            {dayOnScreen(data.previous.from)} al {dayOnScreen(addDays(data.previous.to, -1))}
            {found.data && filters.to > today ? ', hasta la misma hora de hoy' : ''}.
            {data.odd_days.map(({ day, hours }) => ` El ${dayOnScreen(day)} tiene ${hours} horas.`)}
          </p>
          {data.missing > 0 ? (
            <p role="status" className={classes.note}>
              Todavía faltan {figure(data.missing)} conversaciones antiguas por contar. Las cifras se
              completan en unos minutos.{' '}
              <button type="button" className={plain.link} onClick={() => void found.refetch()}>
                Actualizar
              </button>
            </p>
          ) : null}
          <MetricCards
            metrics={data.metrics}
            shown={shown?.key}
            deadlines={place.bot.has_deadlines === true}
            onShow={(key) => go({ ...search, key, rows: undefined }, true)}
          />
          {shown ? (
            <WholeMetric metric={shown} filters={filters} step={data.step} zone={data.zone} onOpen={open} />
          ) : null}
        </div>
      ) : null}
      {search.rows && shown ? (
        <RowsDialog
          filters={rowsFilters(filters, search.rows)}
          metricKey={shown.key}
          rows={search.rows}
          zone={zone}
          onPage={(page) => go({ ...search, rows: { ...search.rows, page } }, true)}
          onClose={() => go({ ...search, rows: undefined })}
        />
      ) : null}
      <div className={classes.mail}>
        <WeeklyMail botId={botId} zone={zone} />
      </div>
      <ExportTray source={metricExports(botId)} />
    </Screen>
  );
}
