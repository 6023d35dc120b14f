/** The filter as it is built, and how many clients it means before it is put to work. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { FilterCatalogue } from '../../../../contract/calls/inbox-tools.ts';
import type { OwnField } from '../../../../contract/entities/lead-field.ts';
import {
  isGroup,
  kindOfField,
  type LeadFilter,
  partsOf,
  readLeadFilter,
} from '../../../../contract/entities/lead-filter.ts';
import { sentence } from '../../../api/api-error.ts';
import { LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { figure } from '../../../ui/money.ts';
import { useSettled } from '../../../ui/use-settled.ts';
import { useOwnFields } from '../../inbox/client/lead-query.ts';
import { useCatalogue } from '../../inbox/list/list-queries.ts';
import classes from '../filter/filter.module.css';
import {
  type DraftGroup,
  draftOf,
  newCondition,
  newGroup,
  readDraft,
  withNewPart,
  withoutEmptyGroups,
} from '../filter/filter-draft.ts';
import { FilterGroup } from '../filter/filter-group.tsx';
import { filterFields } from '../filter/words.ts';
import { useCount } from './clients-queries.ts';

interface FilterPanelProps {
  botId: number;
  /** The words that narrow the list besides. */
  q: string | undefined;
  filter: LeadFilter | undefined;
  /** Tags that are known to be in use. */
  tags: readonly string[];
  onApply: (filter: LeadFilter | undefined) => void;
  onClose: () => void;
}

export default function FilterPanel(props: FilterPanelProps) {
  const own = useOwnFields(props.botId);
  // What it adds are names: filters are built without it, too.
  const catalogue = useCatalogue(props.botId);
  if (own.isPending) return <LoadRows label="Cargando filtros…" rows={2} />;
  if (!own.data) return <LoadError message={sentence(own.error)} onRetry={() => void own.refetch()} />;
  return <Builder {...props} own={own.data} catalogue={catalogue.data} />;
}

const START = (): DraftGroup => withNewPart({ ...newGroup('all'), key: 0 }, 0, newCondition('name', 'text'));

interface BuilderProps extends FilterPanelProps {
  own: OwnField[];
  catalogue: FilterCatalogue | undefined;
}

function Builder({ botId, q, filter, tags, own, catalogue, onApply, onClose }: BuilderProps) {
  const kinds = useMemo(() => Object.fromEntries(own.map((field) => [field.key, field])), [own]);
  const fields = useMemo(() => filterFields(own, catalogue), [own, catalogue]);
  const kindOf = (field: string) => kindOfField(field, kinds);
  const [draft, setDraft] = useState(() => {
    const read = filter && readLeadFilter(filter, kinds);
    return read?.ok && partsOf(read.filter).length > 0 ? draftOf(read.filter) : START();
  });
  const [told, setTold] = useState(false);
  const whole = withoutEmptyGroups(draft);
  const read = readDraft(whole, kinds, kindOf);
  const nothing = whole.parts.length === 0;
  const settled = useSettled(read.ok && !nothing ? JSON.stringify(read.filter) : '');
  const count = useCount(botId, settled === '' ? null : { q, filter: JSON.parse(settled) as LeadFilter });
  const apply = () => {
    if (nothing) return onApply(undefined);
    if (!read.ok) return setTold(true);
    const { filter: next } = read;
    const only = partsOf(next)[0];
    // One group alone is the filter itself.
    onApply(partsOf(next).length === 1 && only && isGroup(only) ? only : next);
  };
  return (
    <form
      className={classes.filter}
      aria-label="Filtros"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <FilterGroup
        draft={draft}
        group={whole === draft ? whole : draft}
        depth={1}
        path=""
        fields={fields}
        tags={tags}
        fault={told && !read.ok ? read : null}
        onChange={(next) => {
          setDraft(next);
          setTold(false);
        }}
      />
      <div className={classes.end}>
        <p role="status">
          {settled !== '' && count.data !== undefined
            ? count.data === 1
              ? 'Coincide 1 cliente.'
              : `Coinciden ${figure(count.data)} clientes.`
            : nothing
              ? 'Sin condiciones se muestran todos.'
              : null}
        </p>
        <Button variant="default" onClick={onClose}>
          Cerrar
        </Button>
        <Button type="submit">Aplicar</Button>
      </div>
    </form>
  );
}
