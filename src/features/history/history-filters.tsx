/** What narrows the history. The text counts once the typing pauses, a range of dates once it is one. */
import { Button, NativeSelect } from '@mantine/core';
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import { useState } from 'react';
import { AREAS, CHANNELS, CONVERSATION_STATES } from '../../../contract/states.ts';
import { CHANNEL_LABELS, STATE_LABELS, withProduct } from '../../../contract/texts.ts';
import { config } from '../../base/client-config.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useToday } from '../../bot/use-today.ts';
import { useColleagues } from '../../hub/hooks.ts';
import { DateRange } from '../../ui/date-range/date-range.tsx';
import { rangeFault } from '../../ui/date-range/range.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { useWide } from '../../ui/use-wide.ts';
import classes from './history.module.css';
import { useHistoryTags } from './history-queries.ts';
import type { HistorySearch } from './history-search.ts';

interface HistoryFiltersProps {
  search: HistorySearch;
  /** Undefined takes a filter away; the list begins at its first page. */
  onChange: (change: Partial<Record<keyof HistorySearch, string | number | undefined>>) => void;
}

/** Folded on a phone, where the list would be out of sight. */
const FOLDED = ['state', 'channel', 'agent', 'area', 'tag', 'from', 'to'] as const;
const ANY = { value: '', label: 'Todos' };
const ANY_OF_THESE = { value: '', label: 'Todas' };

export function HistoryFilters({ search, onChange }: HistoryFiltersProps) {
  const wide = useWide();
  const used = FOLDED.filter((name) => search[name] !== undefined).length;
  const [unfolded, setUnfolded] = useState(false);
  const shown = wide || unfolded;
  return (
    <search className={classes.filters}>
      <SearchField
        className={classes.search}
        label="Buscar"
        placeholder="Nombre, correo, teléfono, RUT o texto"
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q === '' ? undefined : q })}
      />
      {wide ? null : (
        <Button
          variant="default"
          className={classes.fold}
          aria-expanded={unfolded}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
          onClick={() => setUnfolded(!unfolded)}
        >
          {used === 0 ? 'Filtros' : `Filtros (${used})`}
        </Button>
      )}
      {shown ? <Choices search={search} onChange={onChange} /> : null}
    </search>
  );
}

function Choices({ search, onChange }: HistoryFiltersProps) {
  const { user, place } = usePlace();
  const botId = place.bot.id;
  const colleagues = useColleagues(botId) ?? [];
  const tags = useHistoryTags(botId, user.id);
  // An agent sees their own alone: nothing to choose.
  const seesAll = place.link.role.base !== 'agente';
  const known = search.tag === undefined || tags.includes(search.tag) ? tags : [search.tag, ...tags];
  return (
    <>
      <NativeSelect
        label="Estado"
        value={search.state ?? ''}
        onChange={(event) => onChange({ state: event.currentTarget.value || undefined })}
        data={[
          ANY,
          ...CONVERSATION_STATES.map((state) => ({
            value: state,
            label: withProduct(STATE_LABELS[state], config().product.name),
          })),
        ]}
      />
      <NativeSelect
        label="Canal"
        value={search.channel ?? ''}
        onChange={(event) => onChange({ channel: event.currentTarget.value || undefined })}
        data={[ANY, ...CHANNELS.map((channel) => ({ value: channel, label: CHANNEL_LABELS[channel] }))]}
      />
      {seesAll ? (
        <NativeSelect
          label="Agente"
          value={search.agent ?? ''}
          onChange={(event) => onChange({ agent: Number(event.currentTarget.value) || undefined })}
          data={[ANY, ...colleagues.map(({ id, name }) => ({ value: String(id), label: name }))]}
        />
      ) : null}
      <NativeSelect
        label="Área"
        value={search.area ?? ''}
        onChange={(event) => onChange({ area: event.currentTarget.value || undefined })}
        data={[ANY_OF_THESE, ...AREAS.map((area) => ({ value: area, label: area }))]}
      />
      <NativeSelect
        label="Etiqueta"
        value={search.tag ?? ''}
        onChange={(event) => onChange({ tag: event.currentTarget.value || undefined })}
        data={[ANY_OF_THESE, ...known.map((tag) => ({ value: tag, label: tag }))]}
      />
      <Dates search={search} onChange={onChange} />
    </>
  );
}

function Dates({ search, onChange }: HistoryFiltersProps) {
  const today = useToday();
  const kept = { from: search.from ?? '', to: search.to ?? '' };
  const [range, setRange] = useState(kept);
  const [shown, setShown] = useState(kept);
  if (shown.from !== kept.from || shown.to !== kept.to) {
    setShown(kept);
    setRange(kept);
  }
  return (
    <DateRange
      label="Fecha del último mensaje"
      optional
      today={today}
      value={range}
      onChange={(next) => {
        setRange(next);
        if (rangeFault(next, { today, optional: true }) === null)
          onChange({ from: next.from || undefined, to: next.to || undefined });
      }}
    />
  );
}
