/** A rule, new or changed: which conversations, to whom, and what when nobody has room. Kept in the form, saved with it. */

import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { ANY_CONVERSATION, NO_SKILLS } from '../../../contract/routing/blank.ts';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type FormEvent, useState } from 'react';
import type {
  RoutingConditions,
  RoutingRule,
  RoutingSkills,
  RoutingThings,
} from '../../../contract/entities/routing.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { SKILL_LIMITS } from '../../../contract/people-limits.ts';
import { missingOf } from '../../../contract/routing/rules.ts';
import { readName } from '../../../contract/routing/texts.ts';
import { ROUTING_LIMITS } from '../../../contract/routing-limits.ts';
import { AREAS, type Area, CHANNELS } from '../../../contract/states.ts';
import { CHANNEL_LABELS } from '../../../contract/texts.ts';
import { useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import classes from './routing.module.css';

interface RuleDialogProps {
  /** Null: a new one. */
  of: RoutingRule | null;
  things: RoutingThings;
  onDone: (rule: RoutingRule) => void;
  onClose: () => void;
}

const fresh = (): RoutingRule => ({
  id: crypto.randomUUID(),
  name: '',
  enabled: true,
  when: ANY_CONVERSATION,
  to: { area: 'general' },
  skills: NO_SKILLS,
  strategy: 'least_loaded',
  overflow: [],
  otherwise: 'team',
});

const STRATEGIES = [
  {
    value: 'least_loaded',
    label: 'A quien tiene menos',
    text: 'Entre iguales, a quien hace más que no recibe.',
  },
  { value: 'round_robin', label: 'Por turnos', text: 'Una a cada persona que tenga cupo.' },
] as const;
const OTHERWISE = [
  {
    value: 'team',
    label: 'Espera a su equipo',
    text: 'Se asigna sola, por orden de espera, cuando alguien tenga cupo.',
  },
  { value: 'all', label: 'Queda para todos', text: 'En Pendientes, sin área, para quien la tome.' },
] as const;
const NO_AREA = 'none';

/** The list with the value in it, or without it, in the order of `all`. */
const ticked = <T,>(all: readonly T[], list: readonly T[], value: T, on: boolean): T[] =>
  all.filter((one) => (one === value ? on : list.includes(one)));

/** What keeps the rule from being one, at which field. */
function faultsOf({ name, to, when }: RoutingRule): Partial<Record<'name' | 'to' | 'fields', string>> {
  return {
    ...(name.trim() === '' ? { name: 'Escribe un nombre para la regla.' } : {}),
    ...('people' in to && to.people.length === 0 ? { to: 'Elige al menos a una persona.' } : {}),
    ...(when.fields.some(({ value }) => value.trim() === '')
      ? { fields: 'Escribe el valor de cada dato del cliente, o quítalo.' }
      : {}),
  };
}

export default function RuleDialog({ of, things, onDone, onClose }: RuleDialogProps) {
  useFocusBack();
  const covered = useTopDialog() !== null;
  const [rule, setRule] = useState<RoutingRule>(() => of ?? fresh());
  const [tried, setTried] = useState(false);
  const set = (patch: Partial<RoutingRule>) => setRule((now) => ({ ...now, ...patch }));
  const when = (patch: Partial<RoutingConditions>) =>
    setRule((now) => ({ ...now, when: { ...now.when, ...patch } }));
  const faults = tried ? faultsOf(rule) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (Object.keys(faultsOf(rule)).length > 0) return;
    onDone({ ...rule, name: rule.name.trim() });
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!covered}
      title={of ? `Editar «${of.name}»` : 'Nueva regla'}
      centered
      size="lg"
    >
      <form onSubmit={submit} noValidate className={classes.dialog}>
        <TextInput
          label="Nombre"
          value={rule.name}
          error={faults.name}
          maxLength={ROUTING_LIMITS.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          data-autofocus
        />
        <h3>Cuáles conversaciones</h3>
        <p className={classes.quiet}>Deben cumplir todo lo que indiques; lo vacío no se mira.</p>
        <Boxes
          legend="Canal"
          options={CHANNELS.map((value) => ({ value, label: CHANNEL_LABELS[value] }))}
          value={rule.when.channels}
          onChange={(value, on) => when({ channels: ticked(CHANNELS, rule.when.channels, value, on) })}
        />
        <Boxes
          legend="Área que le dio el bot"
          options={[
            ...AREAS.map((value) => ({ value, label: value as string })),
            { value: NO_AREA, label: 'sin área' },
          ]}
          value={rule.when.areas}
          onChange={(value, on) =>
            when({ areas: ticked<Area | 'none'>([...AREAS, NO_AREA], rule.when.areas, value, on) })
          }
        />
        <TagsInput
          label="Etiquetas"
          description="Basta una, de la conversación o de su cliente. Escribe una y presiona Enter."
          value={rule.when.tags}
          maxTags={LIMITS.tags}
          acceptValueOnBlur
          dropdownOpened={false}
          onChange={(tags) => when({ tags: tags.map((tag) => tag.slice(0, LIMITS.tagText)) })}
          clearButtonProps={{ 'aria-label': 'Quitar todas las etiquetas' }}
        />
        <div className={classes.pair}>
          <NativeSelect
            label="Horario"
            value={rule.when.hours}
            onChange={(event) => {
              const { value } = event.currentTarget;
              when({ hours: value === 'open' || value === 'closed' ? value : 'any' });
            }}
            data={[
              { value: 'any', label: 'Cualquiera' },
              { value: 'open', label: 'En horario de atención' },
              { value: 'closed', label: 'Fuera de horario' },
            ]}
          />
          <TextInput
            label="La página contiene"
            description="Dónde está el cliente en tu sitio."
            placeholder="/cambios"
            value={rule.when.page}
            maxLength={ROUTING_LIMITS.text}
            onChange={(event) => when({ page: event.currentTarget.value })}
          />
          <TextInput
            label="Llegó desde un sitio que contiene"
            placeholder="google"
            value={rule.when.origin}
            maxLength={ROUTING_LIMITS.text}
            onChange={(event) => when({ origin: event.currentTarget.value })}
          />
        </div>
        <ClientFields fields={rule.when.fields} things={things} fault={faults.fields} onChange={when} />
        <Campaigns rule={rule} things={things} onChange={(campaigns) => when({ campaigns })} />
        <h3>A quién</h3>
        <Target rule={rule} things={things} fault={faults.to} onChange={set} />
        <Skills rule={rule} things={things} onChange={(skills) => set({ skills })} />
        <RadioChoice
          legend="Cómo se reparten"
          name="routing-strategy"
          options={STRATEGIES}
          value={rule.strategy}
          onChange={(strategy) => set({ strategy })}
        />
        <h3>Si nadie tiene cupo</h3>
        <Overflow rule={rule} onChange={(overflow) => set({ overflow })} />
        <RadioChoice
          legend="Y si tampoco hay cupo ahí"
          name="routing-otherwise"
          options={OTHERWISE}
          value={rule.otherwise}
          onChange={(otherwise) => set({ otherwise })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit">Listo</Button>
        </Group>
      </form>
    </Modal>
  );
}

interface BoxesProps<T> {
  legend: string;
  options: readonly { value: T; label: string }[];
  value: readonly T[];
  error?: string | undefined;
  onChange: (value: T, on: boolean) => void;
}

function Boxes<T extends string | number>({ legend, options, value, error, onChange }: BoxesProps<T>) {
  return (
    <fieldset className={classes.boxes}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={value.includes(option.value)}
          onChange={(event) => onChange(option.value, event.currentTarget.checked)}
        />
      ))}
      {error === undefined ? null : (
        <p role="alert" className={classes.fault}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface ClientFieldsProps {
  fields: RoutingConditions['fields'];
  things: RoutingThings;
  fault: string | undefined;
  onChange: (patch: Pick<RoutingConditions, 'fields'>) => void;
}

function ClientFields({ fields, things, fault, onChange }: ClientFieldsProps) {
  const put = (place: number, patch: Partial<RoutingConditions['fields'][number]>) =>
    onChange({ fields: fields.map((one, at) => (at === place ? { ...one, ...patch } : one)) });
  return (
    <fieldset className={classes.boxes}>
      <legend>Datos del cliente</legend>
      {fields.map((one, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name but their place
        <div key={place} className={classes.condition}>
          <NativeSelect
            aria-label={`Dato ${place + 1}`}
            value={one.field}
            onChange={(event) => put(place, { field: event.currentTarget.value })}
            data={[
              ...things.fields.map(({ field, label }) => ({ value: field, label: readName(label) })),
              ...(things.fields.some(({ field }) => field === one.field)
                ? []
                : [{ value: one.field, label: 'Un campo que ya no existe' }]),
            ]}
          />
          <NativeSelect
            aria-label={`Cómo se compara el dato ${place + 1}`}
            value={one.op}
            onChange={(event) => put(place, { op: event.currentTarget.value === 'is' ? 'is' : 'contains' })}
            data={[
              { value: 'contains', label: 'contiene' },
              { value: 'is', label: 'es' },
            ]}
          />
          <TextInput
            aria-label={`Valor del dato ${place + 1}`}
            value={one.value}
            maxLength={ROUTING_LIMITS.text}
            onChange={(event) => put(place, { value: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={`Quitar el dato ${place + 1}`}
            onClick={() => onChange({ fields: fields.filter((_, at) => at !== place) })}
          >
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {fault === undefined ? null : (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
      {fields.length < ROUTING_LIMITS.fields ? (
        <Button
          variant="default"
          size="xs"
          onClick={() =>
            onChange({
              fields: [...fields, { field: things.fields[0]?.field ?? 'name', op: 'contains', value: '' }],
            })
          }
        >
          Agregar dato
        </Button>
      ) : null}
    </fieldset>
  );
}

interface CampaignsProps {
  rule: RoutingRule;
  things: RoutingThings;
  onChange: (ids: string[]) => void;
}

function Campaigns({ rule, things, onChange }: CampaignsProps) {
  const gone = missingOf(rule, things).campaigns.map((id) => ({
    value: id,
    label: 'Una campaña que ya no existe',
  }));
  const options = [
    ...things.campaigns.map(({ id, name }) => ({ value: id, label: readName(name) })),
    ...gone,
  ];
  if (options.length === 0) return null;
  const ids = options.map(({ value }) => value);
  return (
    <Boxes
      legend="Viene de la campaña"
      options={options}
      value={rule.when.campaigns}
      onChange={(id, on) => {
        const next = ticked(ids, rule.when.campaigns, id, on);
        if (next.length <= ROUTING_LIMITS.campaigns) onChange(next);
      }}
    />
  );
}

interface SkillsProps {
  rule: RoutingRule;
  things: RoutingThings;
  onChange: (skills: RoutingSkills) => void;
}

const MATCHES = [
  { value: 'all', label: 'Todas', text: 'Solo a quien tiene cada una de las elegidas.' },
  { value: 'any', label: 'Cualquiera', text: 'A quien tiene al menos una de las elegidas.' },
] as const;

function Skills({ rule: { skills, ...rule }, things, onChange }: SkillsProps) {
  const gone = missingOf({ skills, ...rule }, things).skills.map((id) => ({
    value: id,
    label: 'Una habilidad que ya no existe',
  }));
  const options = [
    ...things.skills.map(({ id, name, people }) => ({
      value: id,
      label: people === 0 ? `${readName(name)} (nadie la tiene)` : readName(name),
    })),
    ...gone,
  ];
  // Where the bot names none there is nothing to ask for.
  if (options.length === 0) return null;
  const ids = options.map(({ value }) => value);
  return (
    <>
      <Boxes
        legend="Con estas habilidades, también en el desborde"
        options={options}
        value={skills.ids}
        onChange={(id, on) => {
          const next = ticked(ids, skills.ids, id, on);
          if (next.length <= SKILL_LIMITS.ofRule) onChange({ ...skills, ids: next });
        }}
      />
      {skills.ids.length > 1 ? (
        <RadioChoice
          legend="Cuántas de ellas"
          name="routing-skills"
          options={MATCHES}
          value={skills.match}
          onChange={(match) => onChange({ ...skills, match })}
        />
      ) : null}
    </>
  );
}

interface TargetProps {
  rule: RoutingRule;
  things: RoutingThings;
  fault: string | undefined;
  onChange: (patch: Partial<RoutingRule>) => void;
}

function Target({ rule, things, fault, onChange }: TargetProps) {
  const { to } = rule;
  const gone = missingOf(rule, things).people.map((id) => ({
    value: id,
    label: 'Alguien que ya no está en el chatbot',
  }));
  const people = [
    ...things.people.map(({ id, name, receives }) => ({
      value: id,
      label: receives ? name : `${name} (no recibe asignaciones automáticas)`,
    })),
    ...gone,
  ];
  const ids = people.map(({ value }) => value);
  const toArea = (area: Area) =>
    onChange({ to: { area }, overflow: rule.overflow.filter((one) => one !== area) });
  return (
    <>
      <NativeSelect
        label="Equipo o personas"
        value={'area' in to ? to.area : 'people'}
        onChange={(event) => {
          const area = AREAS.find((one) => one === event.currentTarget.value);
          if (area) toArea(area);
          else onChange({ to: { people: [] } });
        }}
        data={[
          ...AREAS.map((area) => ({ value: area, label: `Equipo de ${area}` })),
          { value: 'people', label: 'Personas que elijo' },
        ]}
      />
      {'people' in to ? (
        <Boxes
          legend="Personas"
          options={people}
          value={to.people}
          error={fault}
          onChange={(id, on) => {
            const next = ticked(ids, to.people, id, on);
            if (next.length <= ROUTING_LIMITS.people) onChange({ to: { people: next } });
          }}
        />
      ) : null}
    </>
  );
}

function Overflow({ rule, onChange }: { rule: RoutingRule; onChange: (areas: Area[]) => void }) {
  const { overflow, to } = rule;
  const left = AREAS.filter((area) => !overflow.includes(area) && !('area' in to && to.area === area));
  return (
    <div className={classes.overflow}>
      {overflow.map((area, place) => (
        <p key={area}>
          {place + 1}. Equipo de {area}
          <ActionIcon
            aria-label={`Quitar el desborde a ${area}`}
            onClick={() => onChange(overflow.filter((one) => one !== area))}
          >
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        </p>
      ))}
      {left.length > 0 ? (
        <NativeSelect
          label={overflow.length === 0 ? 'Pasa a' : 'Y después a'}
          value=""
          onChange={(event) => {
            const area = left.find((one) => one === event.currentTarget.value);
            if (area) onChange([...overflow, area]);
          }}
          data={[
            { value: '', label: overflow.length === 0 ? 'Nadie más' : 'A nadie más' },
            ...left.map((area) => ({ value: area, label: `Equipo de ${area}` })),
          ]}
        />
      ) : null}
    </div>
  );
}
