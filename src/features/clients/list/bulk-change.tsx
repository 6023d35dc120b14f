/** What many clients get: tags more or less, areas, or the value of one own field. */
import { Button, Checkbox, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { type FormEvent, useState } from 'react';
import type { ClientBulkChange } from '../../../../contract/calls/clients.ts';
import type { OwnField } from '../../../../contract/entities/lead-field.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { readOwnValue } from '../../../../contract/rules/lead-fields.ts';
import { OWN_FIELD_LIMITS } from '../../../../contract/rules/own-field-limits.ts';
import { AREAS, type Area } from '../../../../contract/states.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { addedField, choicesOf, fieldProblem } from '../../inbox/client/lead-fields.ts';
import { clients } from './bulk-words.ts';
import classes from './clients.module.css';

interface BulkChangeProps {
  what: 'tags' | 'areas' | 'own';
  count: number;
  own: readonly OwnField[];
  onChange: (change: ClientBulkChange) => void;
  onClose: () => void;
}
type FormProps = Omit<BulkChangeProps, 'what' | 'count'>;

const TITLES = { tags: 'Etiquetas', areas: 'Áreas', own: 'Campo' };

export default function BulkChange({ what, count, ...form }: BulkChangeProps) {
  useFocusBack();
  return (
    <Modal opened onClose={form.onClose} title={`${TITLES[what]} de ${clients(count)}`} centered>
      {what === 'tags' ? <Tags {...form} /> : what === 'areas' ? <Areas {...form} /> : <Own {...form} />}
    </Modal>
  );
}

function Tags({ onChange, onClose }: FormProps) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const give = (make: (tags: string[]) => ClientBulkChange) => {
    const tags = [...new Set(typed.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
    if (tags.length === 0) setFault('Escribe al menos una etiqueta.');
    else if (tags.some((tag) => tag.length > LIMITS.tagText))
      setFault(`Cada etiqueta puede tener hasta ${LIMITS.tagText} letras.`);
    else if (tags.length > LIMITS.tags) setFault(`Un cliente puede tener hasta ${LIMITS.tags} etiquetas.`);
    else onChange(make(tags));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        give((add_tags) => ({ add_tags }));
      }}
    >
      <TextInput
        label="Etiquetas"
        description="Varias, separadas por comas. Las demás etiquetas de cada cliente se quedan."
        data-autofocus
        value={typed}
        error={fault}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setFault(null);
        }}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button variant="default" onClick={() => give((remove_tags) => ({ remove_tags }))}>
          Quitar
        </Button>
        <Button type="submit">Agregar</Button>
      </Group>
    </form>
  );
}

function Areas({ onChange, onClose }: FormProps) {
  const [areas, setAreas] = useState<readonly Area[]>([]);
  const toggle = (area: Area) =>
    setAreas(areas.includes(area) ? areas.filter((one) => one !== area) : [...areas, area]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ areas: [...areas] });
      }}
    >
      <fieldset className={classes.boxes}>
        <legend>En lugar de las que tienen</legend>
        {AREAS.map((area) => (
          <Checkbox key={area} label={area} checked={areas.includes(area)} onChange={() => toggle(area)} />
        ))}
      </fieldset>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit">{areas.length === 0 ? 'Dejar sin áreas' : 'Asignar'}</Button>
      </Group>
    </form>
  );
}

function Own({ own, onChange, onClose }: FormProps) {
  const [key, setKey] = useState(own[0]?.key ?? '');
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const found = own.find((one) => one.key === key);
  const field = found && addedField(found);
  const choices = field ? choicesOf(field) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!found || !field) return;
    const problem = fieldProblem(field, text);
    setFault(problem);
    if (problem !== null) return;
    onChange({ own: { key, value: text.trim() === '' ? null : readOwnValue(found, text) } });
  };
  const change = (event: { currentTarget: { value: string } }) => {
    setText(event.currentTarget.value);
    setFault(null);
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <NativeSelect
        label="Campo"
        value={key}
        data={own.map((one) => ({ value: one.key, label: one.label }))}
        onChange={(event) => {
          setKey(event.currentTarget.value);
          setText('');
          setFault(null);
        }}
      />
      {choices ? (
        <NativeSelect
          label="Valor"
          value={text}
          data={[{ value: '', label: 'Sin dato' }, ...choices]}
          onChange={change}
        />
      ) : (
        <TextInput
          label="Valor"
          description="Vacío borra el dato."
          placeholder={field?.hint ?? ''}
          maxLength={OWN_FIELD_LIMITS.text}
          value={text}
          error={fault}
          onChange={change}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit">Cambiar</Button>
      </Group>
    </form>
  );
}
