/** Third step: what stands in each slot of the template, from where it comes, and what instead where a client has none. */
import { NativeSelect, TextInput } from '@mantine/core';
import type { WabaTemplate } from '../../../contract/entities/waba-template.ts';
import { CAMPAIGN_LIMITS, SLOT_FIELDS } from '../../../contract/rules/campaigns.ts';
import { type TemplateSlot, templateSlots } from '../../../contract/rules/template-slots.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { Section } from '../../ui/screen.tsx';
import { useOwnFields } from '../inbox/client/lead-query.ts';
import { slotLabel } from '../templates/slot-labels.ts';
import { TemplatePreview } from '../templates/template-preview.tsx';
import classes from './campaigns.module.css';
import { type PlanState, type SlotChoice, slotChoice, slotKey } from './plan-state.ts';

interface ContentStepProps {
  state: PlanState;
  change: (more: Partial<PlanState>) => void;
  template: WabaTemplate;
}

export function ContentStep(props: ContentStepProps) {
  const reads = useMay()('crm', 'read');
  // Without clients to read there are no fields of theirs to name.
  return reads ? <WithFields {...props} /> : <Content {...props} own={[]} />;
}

function WithFields(props: ContentStepProps) {
  const { place } = usePlace();
  const own = useOwnFields(place.bot.id);
  return <Content {...props} own={own.data ?? []} />;
}

type Own = readonly { key: string; label: string }[];

function Content({ state, change, template, own }: ContentStepProps & { own: Own }) {
  const slots = templateSlots(template.components);
  const columns = state.kind === 'file' ? (state.file?.columns ?? []) : [];
  const fields = [
    { value: '', label: 'Texto fijo' },
    ...Object.entries(SLOT_FIELDS).map(([value, label]) => ({ value, label })),
    ...own.map(({ key, label }) => ({ value: `field.${key}`, label })),
    ...columns.map((column) => ({ value: `file.${column}`, label: `Columna ${column}` })),
  ];
  const labels = Object.fromEntries(fields.map(({ value, label }) => [value, label]));
  // What stands in a place until a client fills it.
  const filled = slots.map((slot) => {
    const { field, value } = slotChoice(state, slots, slot);
    const { part, index, key } = slot;
    return { part, index, key, value: field === '' ? value : `[${labels[field] ?? field}]` };
  });
  return (
    <Section
      id="contenido"
      title="Qué dice a cada uno"
      lead={
        slots.length === 0
          ? 'Esta plantilla dice lo mismo a todos.'
          : 'Cada dato sale de un campo del cliente o es un texto fijo. A quien le falte un dato sin reemplazo no se le envía.'
      }
    >
      <div className={classes.beside}>
        <ul className={classes.slots}>
          {slots.map((slot) => (
            <li key={slotKey(slot)}>
              <Slot
                slot={slot}
                template={template}
                fields={fields}
                choice={slotChoice(state, slots, slot)}
                onChange={(choice) => change({ slots: { ...state.slots, [slotKey(slot)]: choice } })}
              />
            </li>
          ))}
        </ul>
        <TemplatePreview components={template.components} slots={filled} />
      </div>
    </Section>
  );
}

interface SlotProps {
  slot: TemplateSlot;
  template: WabaTemplate;
  fields: readonly { value: string; label: string }[];
  choice: SlotChoice;
  onChange: (choice: SlotChoice) => void;
}

function Slot({ slot, template, fields, choice: { field, value }, onChange }: SlotProps) {
  const { label, placeholder } = slotLabel(template.components, slot);
  const lost = !fields.some((one) => one.value === field);
  return (
    <fieldset className={classes.slot}>
      <legend>{label}</legend>
      <NativeSelect
        label="Sale de"
        value={field}
        data={[...fields, ...(lost ? [{ value: field, label: 'Un campo que ya no existe' }] : [])]}
        onChange={(event) => onChange({ field: event.currentTarget.value, value: '' })}
      />
      <TextInput
        label={field === '' ? 'Texto' : 'Si el cliente no lo tiene'}
        placeholder={field === '' ? placeholder : 'Sin reemplazo: no se le envía'}
        value={value}
        maxLength={CAMPAIGN_LIMITS.value}
        onChange={(event) => onChange({ field, value: event.currentTarget.value })}
      />
      {lost ? (
        <p role="alert" className={classes.fault}>
          Elige otro: ese campo ya no existe.
        </p>
      ) : null}
    </fieldset>
  );
}
