/** The figures' questions to the server. Keys begin with 'metrics' and the bot: conversations that change make them old. */
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { type MetricExportJob, type MetricFilters, metricCalls } from '../../../contract/calls/metrics.ts';
import type { MetricKey, MetricStep } from '../../../contract/rules/metrics.ts';
import { call } from '../../api/call.ts';
import type { ExportSource } from '../history/use-exports.ts';

export const METRICS_KEY = 'metrics';

/** As the query of a call has them. */
const asQuery = ({ business_hours, all_bots, ...filters }: MetricFilters) => ({
  ...filters,
  ...(all_bots ? { all_bots: 'true' as const } : {}),
  ...(business_hours ? { business_hours: 'true' as const } : {}),
});

export const useMetrics = (filters: MetricFilters, step: MetricStep | undefined, enabled: boolean) =>
  useQuery({
    queryKey: [METRICS_KEY, filters.bot_id, filters, step],
    queryFn: ({ signal }) =>
      call(metricCalls.metrics, { query: { ...asQuery(filters), ...(step ? { step } : {}) }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });

export const useMetricParts = (filters: MetricFilters, key: MetricKey) =>
  useQuery({
    queryKey: [METRICS_KEY, filters.bot_id, 'parts', key, filters],
    queryFn: ({ signal }) =>
      call(metricCalls.metricParts, { params: { key }, query: asQuery(filters), signal }),
    placeholderData: keepPreviousData,
  });

/** A page of what is behind a figure. */
export const useBehind = (filters: MetricFilters, key: MetricKey, page: number) =>
  useQuery({
    queryKey: [METRICS_KEY, filters.bot_id, 'behind', key, filters, page],
    queryFn: ({ signal }) =>
      call(metricCalls.metricConversations, {
        params: { key },
        query: { ...asQuery(filters), page },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Starts a file of what is behind a figure, or of its chart by the steps that it has. */
export const startMetricFile = (
  filters: MetricFilters,
  key: MetricKey,
  format: 'csv' | 'xlsx',
  chart?: MetricStep,
): Promise<MetricExportJob> =>
  call(metricCalls.metricExport, {
    params: { key },
    query: {
      ...asQuery(filters),
      format,
      ...(chart ? { of: 'series' as const, step: chart } : {}),
    },
  });

/** Files of figures, as the shared list of files asks for them. */
export const metricExports = (botId: number): ExportSource<MetricExportJob> => ({
  key: ['exports', botId, 'metrics'],
  what: () => 'filas',
  list: (signal) => call(metricCalls.listMetricExports, { query: { bot_id: botId }, signal }),
  drop: (id) => call(metricCalls.deleteMetricExport, { params: { id } }),
  link: (id) => call(metricCalls.metricExportLink, { params: { id } }),
});

const viewsKey = (botId: number) => ['metric-views', botId];

/** The views that the person has at the bot: their own and the shared ones. */
export const useMetricViews = (botId: number) =>
  useQuery({
    queryKey: viewsKey(botId),
    queryFn: ({ signal }) => call(metricCalls.metricViews, { query: { bot_id: botId }, signal }),
  });

/** They changed here. */
export const viewsChanged = (queries: QueryClient, botId: number) =>
  queries.invalidateQueries({ queryKey: viewsKey(botId) });
