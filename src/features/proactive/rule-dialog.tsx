/** A proactive message, new or changed: its words, where, when, how seldom. Kept in the form, saved with it. */
import {
  ActionIcon,
  Button,
  Group,
  Modal,
  NativeSelect,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type FormEvent, useState } from 'react';
import type { ProactiveRule } from '../../../contract/entities/proactive.ts';
import { hostOf } from '../../../contract/proactive/decide.ts';
import { ruleFaults } from '../../../contract/proactive/rules.ts';
import { PROACTIVE_LIMITS } from '../../../contract/proactive-limits.ts';
import { useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { TypedNumber } from '../../ui/typed-number.tsx';
import classes from './proactive.module.css';

interface RuleDialogProps {
  /** Null: a new one. */
  of: ProactiveRule | null;
  onDone: (rule: ProactiveRule) => void;
  onClose: () => void;
}

const fresh = (): ProactiveRule => ({
  id: crypto.randomUUID(),
  name: '',
  enabled: true,
  paths: [],
  hosts: [],
  seconds: 20,
  visit: 1,
  hours: 'any',
  every: 7,
  text: '',
});

const HOW = [
  { value: 'contains', label: 'contiene' },
  { value: 'is', label: 'es' },
  { value: 'starts', label: 'empieza por' },
] as const;

export default function RuleDialog({ of, onDone, onClose }: RuleDialogProps) {
  useFocusBack();
  const covered = useTopDialog() !== null;
  const [rule, setRule] = useState<ProactiveRule>(() => of ?? fresh());
  const [tried, setTried] = useState(false);
  const set = (patch: Partial<ProactiveRule>) => setRule((now) => ({ ...now, ...patch }));
  const faults = tried ? ruleFaults(rule) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (Object.keys(ruleFaults(rule)).length > 0) return;
    onDone({ ...rule, name: rule.name.trim(), text: rule.text.trim() });
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!covered}
      title={of ? `Editar «${of.name}»` : 'Nuevo mensaje'}
      centered
      size="lg"
    >
      <form onSubmit={submit} noValidate className={classes.dialog}>
        <TextInput
          label="Nombre"
          description="Para tu equipo; los visitantes no lo ven."
          value={rule.name}
          error={faults.name}
          maxLength={PROACTIVE_LIMITS.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          data-autofocus
        />
        <Textarea
          label="Mensaje"
          description="En el idioma de quienes visitan esas páginas: el chat no lo traduce."
          value={rule.text}
          error={faults.text}
          maxLength={PROACTIVE_LIMITS.text}
          minRows={2}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
        <h3>Dónde</h3>
        <Paths paths={rule.paths} fault={faults.paths} onChange={(paths) => set({ paths })} />
        <TagsInput
          label="Sitios"
          description="Si tu chat está en varios. Escribe uno y presiona Enter; vacío: en todos."
          placeholder={rule.hosts.length === 0 ? 'tienda.cl' : ''}
          value={rule.hosts}
          error={faults.hosts}
          maxTags={PROACTIVE_LIMITS.hosts}
          acceptValueOnBlur
          dropdownOpened={false}
          onChange={(hosts) =>
            set({ hosts: [...new Set(hosts.map((host) => hostOf(host).slice(0, PROACTIVE_LIMITS.host)))] })
          }
          clearButtonProps={{ 'aria-label': 'Quitar todos los sitios' }}
        />
        <h3>Cuándo</h3>
        <div className={classes.pair}>
          <Count
            label="Segundos en la página"
            value={rule.seconds}
            least={PROACTIVE_LIMITS.secondsLeast}
            most={PROACTIVE_LIMITS.secondsMost}
            onChange={(seconds) => set({ seconds })}
          />
          <Count
            label="Desde la visita"
            description="1: desde la primera. Otra visita empieza tras media hora sin abrir páginas."
            value={rule.visit}
            least={1}
            most={PROACTIVE_LIMITS.visitMost}
            onChange={(visit) => set({ visit })}
          />
          <Count
            label="Una vez cada (días)"
            description="Si el visitante lo deja pasar."
            value={rule.every}
            least={1}
            most={PROACTIVE_LIMITS.everyMost}
            onChange={(every) => set({ every })}
          />
          <NativeSelect
            label="Horario"
            value={rule.hours}
            onChange={(event) => set({ hours: event.currentTarget.value === 'open' ? 'open' : 'any' })}
            data={[
              { value: 'any', label: 'Siempre' },
              { value: 'open', label: 'Solo en horario de atención' },
            ]}
          />
        </div>
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

interface CountProps {
  label: string;
  description?: string;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}

/** A whole number within bounds. */
function Count({ label, description, value, least, most, onChange }: CountProps) {
  return (
    <TypedNumber
      label={label}
      description={description}
      value={value}
      min={least}
      max={most}
      clampBehavior="blur"
      allowDecimal={false}
      allowNegative={false}
      onNumber={onChange}
    />
  );
}

interface PathsProps {
  paths: ProactiveRule['paths'];
  fault: string | undefined;
  onChange: (paths: ProactiveRule['paths']) => void;
}

function Paths({ paths, fault, onChange }: PathsProps) {
  const put = (place: number, patch: Partial<ProactiveRule['paths'][number]>) =>
    onChange(paths.map((one, at) => (at === place ? { ...one, ...patch } : one)));
  return (
    <fieldset className={classes.paths}>
      <legend>La dirección de la página</legend>
      {paths.length === 0 ? <p className={classes.quiet}>Todas las páginas.</p> : null}
      {paths.map((one, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name but their place
        <div key={place} className={classes.path}>
          <NativeSelect
            aria-label={`Cómo se compara la dirección ${place + 1}`}
            value={one.how}
            onChange={(event) => {
              const how = HOW.find(({ value }) => value === event.currentTarget.value)?.value;
              if (how) put(place, { how });
            }}
            data={[...HOW]}
          />
          <TextInput
            aria-label={`Dirección ${place + 1}`}
            placeholder="/carro"
            value={one.path}
            maxLength={PROACTIVE_LIMITS.path}
            onChange={(event) => put(place, { path: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={`Quitar la dirección ${place + 1}`}
            onClick={() => onChange(paths.filter((_, at) => at !== place))}
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
      {paths.length < PROACTIVE_LIMITS.paths ? (
        <Button
          variant="default"
          size="xs"
          onClick={() => onChange([...paths, { how: 'contains', path: '' }])}
        >
          Agregar dirección
        </Button>
      ) : null}
    </fieldset>
  );
}
