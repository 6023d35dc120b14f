/** The filters in force, each with a way to take it away, and the way to keep them as a view. */
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useState } from 'react';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { usePlace } from '../../../bot/place-context.ts';
import { useColleagues } from '../../../hub/hooks.ts';
import button from '../../../ui/plain-button.module.css';
import classes from './filter-chips.module.css';
import { filterNames } from './filter-names.ts';
import { NO_FILTERS } from './list-filters.ts';
import { useCatalogue } from './list-queries.ts';
import { stateName } from './state-name.ts';
import type { Selection } from './use-selection.ts';

const SaveViewDialog = lazyPart(() => import('./save-view-dialog.tsx'));

export default function FilterChips({ selection }: { selection: Selection }) {
  const { botId, filters, filter } = selection;
  const { user } = usePlace();
  const colleagues = useColleagues(botId);
  const catalogue = useCatalogue(botId);
  const [saving, setSaving] = useState(false);
  const chips = filterNames(filters, {
    state: stateName,
    agentName: (id) => (id === user.id ? 'Mías' : colleagues?.find((colleague) => colleague.id === id)?.name),
    catalogue: catalogue.data,
  });
  return (
    <div className={classes.chips}>
      <ul aria-label="Filtros activos">
        {chips.map(({ key, label, without }) => (
          <li key={key}>
            <button
              type="button"
              className={classes.chip}
              aria-label={`Quitar el filtro ${label}`}
              onClick={() => filter(without)}
            >
              {label} <IconX size={13} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className={button.link} onClick={() => filter(NO_FILTERS)}>
        Quitar filtros
      </button>
      <button type="button" className={button.link} onClick={() => setSaving(true)}>
        Guardar vista
      </button>
      {saving ? <SaveViewDialog selection={selection} view={null} onClose={() => setSaving(false)} /> : null}
    </div>
  );
}
