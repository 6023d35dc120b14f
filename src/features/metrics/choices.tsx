/** Which of the facts are counted, and by which steps they are drawn. */
import { NativeSelect, Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { METRIC_STEPS, type MetricStep } from '../../../contract/rules/metrics.ts';
import { AREAS, CHANNELS } from '../../../contract/states.ts';
import { CHANNEL_LABELS } from '../../../contract/texts.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useColleagues } from '../../hub/hooks.ts';
import { useTags } from '../inbox/list/list-queries.ts';
import classes from './metrics.module.css';
import { type MetricsSearch, readMetricsSearch } from './metrics-search.ts';

const STEP_LABELS: Record<MetricStep, string> = {
  hour: 'Por hora',
  day: 'Por día',
  week: 'Por semana',
  month: 'Por mes',
};
const ALL = { value: '', label: 'Todos' };

interface ChoicesProps {
  search: MetricsSearch;
  /** By which the series is drawn now. */
  step: MetricStep | undefined;
  /** Somebody who sees their own figures alone. */
  own: boolean;
  onChange: (choice: Partial<MetricsSearch>) => void;
}

export function Choices({ search, step, own, onChange }: ChoicesProps) {
  const { place } = usePlace();
  const colleagues = useColleagues(place.bot.id) ?? [];
  // What is chosen is read as the address is, so that nothing else can be chosen.
  const { places, user } = usePlace();
  const whole = places.filter(({ link }) => link.role.base !== 'agente');
  const tags = useTags(place.bot.id, user.id);
  const choose = (name: 'channel' | 'area' | 'agent' | 'step' | 'tag', text: string) => {
    const value = name === 'agent' && text !== 'none' ? Number(text) : text;
    onChange({ [name]: text === '' ? undefined : readMetricsSearch({ [name]: value })[name] });
  };
  return (
    <div className={classes.filters}>
      <NativeSelect
        label="Canal"
        value={search.channel ?? ''}
        onChange={(event) => choose('channel', event.currentTarget.value)}
        data={[ALL, ...CHANNELS.map((channel) => ({ value: channel, label: CHANNEL_LABELS[channel] }))]}
      />
      <NativeSelect
        label="Área"
        value={search.area ?? ''}
        onChange={(event) => choose('area', event.currentTarget.value)}
        data={[
          { value: '', label: 'Todas' },
          ...AREAS.map((area) => ({ value: area, label: area })),
          { value: 'none', label: 'Sin área' },
        ]}
      />
      {own ? null : (
        <NativeSelect
          label="Agente"
          value={String(search.agent ?? '')}
          onChange={(event) => choose('agent', event.currentTarget.value)}
          data={[
            ALL,
            ...colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
            { value: 'none', label: 'Sin agente' },
          ]}
        />
      )}
      <NativeSelect
        label="Ver"
        value={search.step ?? step ?? 'day'}
        onChange={(event) => choose('step', event.currentTarget.value)}
        data={METRIC_STEPS.map((value) => ({ value, label: STEP_LABELS[value] }))}
      />
      <NativeSelect
        label="Etiqueta"
        value={search.tag ?? ''}
        onChange={(event) => choose('tag', event.currentTarget.value)}
        data={[
          { value: '', label: 'Todas' },
          ...[
            ...new Set([...(tags.data ?? []).map(({ tag }) => tag), ...(search.tag ? [search.tag] : [])]),
          ].map((tag) => ({ value: tag, label: tag })),
        ]}
      />
      {!own && whole.length > 1 ? (
        <Switch
          label="Todos mis chatbots"
          checked={search.all === true}
          onChange={(event) => onChange({ all: event.currentTarget.checked ? true : undefined })}
        />
      ) : null}
      <Switch
        label="Solo horas de atención"
        checked={search.open === true}
        onChange={(event) => onChange({ open: event.currentTarget.checked ? true : undefined })}
      />
    </div>
  );
}
