/** Second step: to whom, by one of four ways. */
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { partsOf } from '../../../contract/entities/lead-filter.ts';
import { sentence } from '../../api/api-error.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { figure } from '../../ui/money.ts';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { Section } from '../../ui/screen.tsx';
import { countOf } from '../clients/filter/filter-draft.ts';
import { useCount, useSegments } from '../clients/list/clients-queries.ts';
import { useTags } from '../inbox/list/list-queries.ts';
import classes from './campaigns.module.css';
import { FileChoice } from './file-choice.tsx';
import { HandChoice } from './hand-choice.tsx';
import type { AudienceKind, StepProps } from './plan-state.ts';

const FilterPanel = lazyPart(() => import('../clients/list/filter-panel.tsx'), undefined, 'in-place');

const KINDS: readonly { value: AudienceKind; label: string; text: string }[] = [
  { value: 'segment', label: 'Un segmento', text: 'Un filtro de clientes que ya guardaste.' },
  { value: 'filter', label: 'Un filtro', text: 'Condiciones solo para esta campaña.' },
  { value: 'lead_ids', label: 'Clientes elegidos a mano', text: 'Los buscas y los agregas uno a uno.' },
  {
    value: 'file',
    label: 'Un archivo',
    text: 'CSV o Excel con teléfono, RUT o correo de clientes que ya tienes.',
  },
];

export function AudienceStep({ state, change }: StepProps) {
  const reads = useMay()('crm', 'read');
  const kind = reads ? state.kind : 'file';
  return (
    <Section
      id="destinatarios"
      title="A quiénes"
      lead="Quienes cumplan cuando empiece la campaña. Quien no dio su consentimiento, se dio de baja o está bloqueado no la recibe nunca."
    >
      <div className={classes.stack}>
        <RadioChoice
          legend="De dónde salen los destinatarios"
          legendHidden
          name="audience"
          options={reads ? KINDS : KINDS.filter(({ value }) => value === 'file')}
          value={kind}
          onChange={(next) => change({ kind: next })}
        />
        {reads ? null : <p className={classes.small}>Sin acceso a Clientes solo puedes usar un archivo.</p>}
        {kind === 'segment' ? <SegmentChoice state={state} change={change} /> : null}
        {kind === 'filter' ? <FilterChoice state={state} change={change} /> : null}
        {kind === 'lead_ids' ? <HandChoice state={state} change={change} /> : null}
        {kind === 'file' ? <FileChoice state={state} change={change} /> : null}
      </div>
    </Section>
  );
}

function SegmentChoice({ state, change }: StepProps) {
  const { place } = usePlace();
  const segments = useSegments(place.bot.id);
  if (segments.isPending) return <LoadRows label="Cargando segmentos…" rows={1} />;
  if (!segments.data)
    return <LoadError message={sentence(segments.error)} onRetry={() => void segments.refetch()} />;
  if (segments.data.length === 0)
    return (
      <p>
        Aún no hay segmentos. Los guardas en Clientes después de filtrar, o elige «Un filtro» aquí arriba.
      </p>
    );
  const chosen = segments.data.find(({ id }) => id === state.segment);
  return (
    <>
      <NativeSelect
        label="Segmento"
        value={chosen ? chosen.id : ''}
        data={[
          { value: '', label: 'Elige un segmento…', disabled: true },
          ...segments.data.map(({ id, name, count }) => ({
            value: id,
            label: count === null ? name : `${name} (${figure(count)})`,
          })),
        ]}
        onChange={(event) => change({ segment: event.currentTarget.value })}
      />
      {state.segment !== '' && !chosen ? (
        <p role="alert" className={classes.fault}>
          El segmento que estaba elegido ya no existe.
        </p>
      ) : null}
    </>
  );
}

function FilterChoice({ state, change }: StepProps) {
  const { place, user } = usePlace();
  const [editing, setEditing] = useState(state.filter === null);
  const tags = useTags(place.bot.id, user.id);
  const count = useCount(place.bot.id, state.filter === null ? null : { filter: state.filter });
  if (editing) {
    return (
      <FilterPanel
        botId={place.bot.id}
        q={undefined}
        filter={state.filter ?? undefined}
        tags={(tags.data ?? []).map((one) => (typeof one === 'string' ? one : one.tag))}
        onApply={(filter) => {
          change({ filter: filter ?? { all: [] } });
          setEditing(false);
        }}
        onClose={() => {
          if (state.filter === null) change({ kind: 'segment' });
          setEditing(false);
        }}
      />
    );
  }
  const conditions = state.filter === null ? 0 : countOf(state.filter);
  return (
    <div className={classes.actions}>
      <p role="status">
        {state.filter === null || partsOf(state.filter).length === 0
          ? 'Todos los clientes'
          : `${conditions} ${conditions === 1 ? 'condición' : 'condiciones'}`}
        {count.data === undefined
          ? null
          : `: ${figure(count.data)} ${count.data === 1 ? 'cliente' : 'clientes'} ahora.`}
      </p>
      <Button variant="default" onClick={() => setEditing(true)}>
        Cambiar el filtro
      </Button>
    </div>
  );
}
