/** The bot's own filters, where it has a catalogue: marca, modelo under its marca, ciudad, proyecto, solicitudes. */
import { NativeSelect } from '@mantine/core';
import { KIND_LABELS } from './filter-names.ts';
import classes from './filter-panel.module.css';
import { CATALOGUE_KINDS, type CatalogueKind } from './inbox-search.ts';
import { useCatalogue } from './list-queries.ts';
import type { FilterChange, Selection } from './use-selection.ts';

export function CatalogueFields({ selection }: { selection: Selection }) {
  const { botId, filters, filter } = selection;
  const { data, error, refetch } = useCatalogue(botId);
  if (error) {
    return (
      <p className={classes.missing} role="alert">
        No pudimos cargar los filtros de este chatbot.{' '}
        <button type="button" onClick={() => void refetch()}>
          Reintentar
        </button>
      </p>
    );
  }
  const kinds = CATALOGUE_KINDS.filter((kind) => (data?.[kind].length ?? 0) > 0);
  const choose = (kind: CatalogueKind, name: string | undefined): FilterChange => {
    if (kind === 'marca') return { marca: name, modelo: undefined };
    // A model belongs to one brand.
    const brand = kind === 'modelo' ? data?.modelo.find((item) => item.name === name)?.marca : undefined;
    return { [kind]: name, ...(brand ? { marca: brand } : {}) };
  };
  return kinds.map((kind) => {
    const items =
      kind === 'modelo'
        ? data?.modelo.filter(({ marca }) => filters.marca === undefined || marca === filters.marca)
        : data?.[kind];
    return (
      <NativeSelect
        key={kind}
        label={KIND_LABELS[kind]}
        value={filters[kind] ?? ''}
        data={[
          {
            value: '',
            label: kind === 'marca' || kind === 'ciudad' || kind === 'solicitudes' ? 'Todas' : 'Todos',
          },
          ...(items ?? []).map(({ name, formatted }) => ({ value: name, label: formatted })),
        ]}
        onChange={(event) => filter(choose(kind, event.currentTarget.value || undefined))}
      />
    );
  });
}
