/** Views of the figures under a name: a press shows all that was chosen, and its days counted back from today. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type MetricView, metricCalls } from '../../../contract/calls/metrics.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { NameAndShare } from '../../ui/name-and-share.tsx';
import { toastFailure, toastSuccess } from '../../ui/toast.ts';
import { useMetricViews, viewsChanged } from './metric-queries.ts';
import { keptSearch, openedSearch } from './metric-view.ts';
import classes from './metrics.module.css';
import type { MetricsSearch } from './metrics-search.ts';

interface MetricViewsProps {
  botId: number;
  search: MetricsSearch;
  today: string;
  /** Somebody who sees their own figures alone. */
  own: boolean;
  onGo: (search: MetricsSearch) => void;
}

export function MetricViews({ botId, search, today, own, onGo }: MetricViewsProps) {
  const queries = useQueryClient();
  const views = useMetricViews(botId);
  const [naming, setNaming] = useState(false);
  const kept = JSON.stringify(keptSearch(search, today));
  const now = views.data?.find((view) => view.search === kept);
  const add = useMutation({
    mutationFn: (given: { name: string; shared: boolean }) =>
      call(metricCalls.addMetricView, { body: { bot_id: botId, search: kept, ...given } }),
    onSuccess: async () => {
      await viewsChanged(queries, botId);
      toastSuccess('Vista guardada');
    },
  });
  const remove = useMutation({
    mutationFn: ({ id }: MetricView) => call(metricCalls.deleteMetricView, { params: { id } }),
    onSuccess: () => viewsChanged(queries, botId),
    onError: (error) => toastFailure('No se eliminó la vista', error),
  });
  const drop = async (view: MetricView) => {
    const yes = await ask({
      title: `¿Eliminar la vista ${view.name}?`,
      text: view.shared ? 'Deja de estar para todo el equipo.' : 'Las cifras no cambian.',
      confirm: 'Eliminar',
      danger: true,
    });
    if (yes) remove.mutate(view);
  };
  return (
    <nav className={classes.views} aria-label="Vistas guardadas">
      {(views.data ?? []).map((view) => (
        <Button
          key={view.id}
          size="compact-md"
          variant={view === now ? 'filled' : 'default'}
          aria-pressed={view === now}
          onClick={() => onGo(openedSearch(view.search, today))}
        >
          {view.name}
        </Button>
      ))}
      {now ? (
        now.mine || !own ? (
          <Button size="compact-md" variant="subtle" color="red" onClick={() => void drop(now)}>
            Eliminar vista
          </Button>
        ) : null
      ) : (
        <Button size="compact-md" variant="subtle" onClick={() => setNaming(true)}>
          Guardar vista
        </Button>
      )}
      {naming ? (
        <NameAndShare
          title="Guardar esta vista"
          of={null}
          mayShare={!own}
          missing="Escribe un nombre para la vista."
          onSave={add.mutateAsync}
          explain={(error) => fieldErrors(error)['name'] ?? sentence(error)}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </nav>
  );
}
