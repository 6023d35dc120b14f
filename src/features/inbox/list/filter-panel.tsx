/** All filters of the list. Each choice counts at once. */
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { dayIn } from '../../../../contract/days.ts';
import { ANSWER_LEVELS } from '../../../../contract/entities/answer-deadlines.ts';
import {
  AREAS,
  CHANNELS,
  CONVERSATION_PRIORITIES,
  CONVERSATION_STATES,
} from '../../../../contract/states.ts';
import { CHANNEL_LABELS, PRIORITY_LABELS } from '../../../../contract/texts.ts';
import { usePlace, useZone } from '../../../bot/place-context.ts';
import { useColleagues } from '../../../hub/hooks.ts';
import { DateRange } from '../../../ui/date-range/date-range.tsx';
import { type DayRange, rangeFault } from '../../../ui/date-range/range.ts';
import { CatalogueFields } from './catalogue-fields.tsx';
import { ANSWER_NAMES } from './filter-names.ts';
import classes from './filter-panel.module.css';
import { type InboxFilters, OWN_LISTS } from './inbox-search.ts';
import { countFilters, isOwnList, NO_FILTERS } from './list-filters.ts';
import { useCatalogue } from './list-queries.ts';
import { stateName } from './state-name.ts';
import { TagFields } from './tag-fields.tsx';
import type { FilterChange, Selection } from './use-selection.ts';

interface FilterPanelProps {
  selection: Selection;
  onClose: () => void;
}

/** A choice of one, or of none in particular ('' on screen). */
function Choice<T extends string>(props: {
  label: string;
  any: string;
  value: T | undefined;
  options: readonly { value: T; label: string }[];
  onChoose: (value: T | undefined) => void;
}) {
  const { label, any, value, options, onChoose } = props;
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      data={[{ value: '', label: any }, ...options]}
      onChange={(event) => onChoose(options.find((one) => one.value === event.currentTarget.value)?.value)}
    />
  );
}

export default function FilterPanel({ selection, onClose }: FilterPanelProps) {
  const { filters, filter } = selection;
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const flag = (key: 'unread' | 'snoozed' | 'archived', label: string): ReactNode => (
    <Checkbox
      label={label}
      checked={filters[key] ?? false}
      onChange={(event) => filter({ [key]: event.currentTarget.checked ? true : undefined })}
    />
  );
  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={titleId}>Filtros</h2>
        <button type="button" className={classes.close} aria-label="Cerrar los filtros" onClick={onClose}>
          <IconX size={18} aria-hidden="true" />
        </button>
      </header>
      <div className={classes.fields}>
        <PlaceFields selection={selection} />
        <TagFields selection={selection} />
        <Dates filters={filters} onChange={(range) => filter(range)} />
        <fieldset className={classes.flags}>
          <legend>Mostrar</legend>
          {flag('unread', 'Solo sin leer')}
          {filters.q === undefined ? flag('snoozed', 'Solo pospuestas') : flag('archived', 'En archivadas')}
        </fieldset>
        <CatalogueFields selection={selection} />
      </div>
      <footer>
        <Button
          variant="default"
          onClick={() => filter(NO_FILTERS)}
          data-disabled={countFilters(filters) === 0 || undefined}
        >
          Quitar filtros
        </Button>
        <Button onClick={onClose}>Listo</Button>
      </footer>
    </section>
  );
}

/** State, channel, area, priority, deadline, owner. */
function PlaceFields({ selection }: { selection: Selection }) {
  const { botId, filters, filter } = selection;
  const { place, user } = usePlace();
  const colleagues = useColleagues(botId);
  const catalogue = useCatalogue(botId);
  const areas = catalogue.data?.area.length ? catalogue.data.area.map(({ name }) => name) : AREAS;
  const searching = filters.q !== undefined;
  /** One's own are nobody else's. */
  const choose = (state: InboxFilters['state'], more: FilterChange = {}) =>
    filter({ state, ...(isOwnList(state) ? { agent: undefined } : {}), ...more });
  const stateOptions = [
    ...CONVERSATION_STATES.map((state) => ({
      value: state as NonNullable<InboxFilters['state']>,
      label: stateName(state),
    })),
    ...OWN_LISTS.filter(
      (list) => isOwnList(list) || filters.state === list || (list === 'overdue' && place.bot.has_deadlines),
    ).map((list) => ({
      value: list,
      label: stateName(list),
    })),
    ...(searching ? [] : [{ value: 'all' as const, label: 'Todos' }]),
  ];
  const owners = [
    { value: String(user.id), label: 'Mías' },
    ...(colleagues ?? [])
      .filter(({ id }) => id !== user.id)
      .map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <>
      {searching ? (
        <Choice
          label="Estado"
          any="Todos"
          value={filters.state}
          options={stateOptions}
          onChoose={(state) => choose(state, { archived: undefined })}
        />
      ) : (
        <NativeSelect
          label="Estado"
          value={selection.state ?? filters.state ?? 'all'}
          data={stateOptions}
          onChange={(event) =>
            choose(stateOptions.find(({ value }) => value === event.currentTarget.value)?.value)
          }
        />
      )}
      <Choice
        label="Canal"
        any="Todos"
        value={filters.channel}
        options={CHANNELS.map((channel) => ({ value: channel, label: CHANNEL_LABELS[channel] }))}
        onChoose={(channel) => filter({ channel })}
      />
      <Choice
        label="Área"
        any="Todas"
        value={filters.area}
        options={AREAS.filter((area) => areas.includes(area)).map((area) => ({
          value: area,
          label: catalogue.data?.area.find(({ name }) => name === area)?.formatted ?? area,
        }))}
        onChoose={(area) => filter({ area })}
      />
      <Choice
        label="Prioridad"
        any="Cualquiera"
        value={filters.priority}
        options={CONVERSATION_PRIORITIES.toReversed().map((priority) => ({
          value: priority,
          label: PRIORITY_LABELS[priority],
        }))}
        onChoose={(priority) => filter({ priority })}
      />
      {place.bot.has_deadlines || filters.answer ? (
        <Choice
          label="Plazo de respuesta"
          any="Cualquiera"
          value={filters.answer}
          options={ANSWER_LEVELS.map((level) => ({ value: level, label: ANSWER_NAMES[level] }))}
          onChoose={(answer) => filter({ answer })}
        />
      ) : null}
      {/* An agent sees only their own (docs/product.md §6). */}
      {place.link.role.base === 'agente' || isOwnList(filters.state) ? null : (
        <Choice
          label="Responsable"
          any="Cualquiera"
          value={filters.agent === undefined ? undefined : String(filters.agent)}
          options={owners}
          onChoose={(agent) => filter({ agent: agent === undefined ? undefined : Number(agent) })}
        />
      )}
    </>
  );
}

/** A range counts once it is right; until then it stands here. */
function Dates({
  filters,
  onChange,
}: {
  filters: InboxFilters;
  onChange: (range: { from: string | undefined; to: string | undefined }) => void;
}) {
  const rules = { today: dayIn(Date.now(), useZone()), optional: true };
  const inForce = { from: filters.from ?? '', to: filters.to ?? '' };
  const [faulty, setFaulty] = useState<DayRange | null>(null);
  return (
    <div className={classes.dates}>
      <p className={classes.legend}>Fecha del último mensaje</p>
      <DateRange
        label="Fecha del último mensaje"
        {...rules}
        value={faulty ?? inForce}
        onChange={(range) => {
          const fault = rangeFault(range, rules) !== null;
          setFaulty(fault ? range : null);
          if (!fault) onChange({ from: range.from || undefined, to: range.to || undefined });
        }}
      />
    </div>
  );
}
