/** The fields that the bot has added to its clients: adding, naming, the choices of a list, their order, removing. */
import { ActionIcon, Button, Group, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { clientCalls } from '../../../../contract/calls/clients.ts';
import type { OwnField } from '../../../../contract/entities/lead-field.ts';
import { OWN_FIELD_TYPE_LABELS } from '../../../../contract/rules/lead-fields.ts';
import {
  OWN_FIELD_LIMITS,
  OWN_FIELD_TYPES,
  type OwnFieldType,
} from '../../../../contract/rules/own-field-limits.ts';
import { fieldErrors, sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { ask } from '../../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { Empty, LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { toastFailure, toastSuccess } from '../../../ui/toast.ts';
import { useOwnFields } from '../../inbox/client/lead-query.ts';
import classes from './clients.module.css';

const TYPES = OWN_FIELD_TYPES.map((value) => ({ value, label: OWN_FIELD_TYPE_LABELS[value] }));

export default function OwnFieldsDialog({ botId, onClose }: { botId: number; onClose: () => void }) {
  useFocusBack();
  const queries = useQueryClient();
  const fields = useOwnFields(botId);
  const added = fields.data?.filter((field) => !field.catalogue);
  const catalogue = fields.data?.filter((field) => field.catalogue) ?? [];
  const [editing, setEditing] = useState<OwnField | null>(null);
  const drop = useMutation({
    mutationFn: (field: OwnField) => call(clientCalls.deleteOwnField, { params: { id: field.id } }),
    onSuccess: () => {
      toastSuccess('Campo eliminado');
      void queries.invalidateQueries({ queryKey: ['leads', botId] });
    },
    onError: (error) => toastFailure('No se pudo eliminar el campo', error),
  });
  const key = ['leads', botId, 'fields'];
  const order = useMutation({
    // One after the other: the last order that was chosen stands.
    scope: { id: `order-of-fields-${botId}` },
    mutationFn: (next: readonly OwnField[]) =>
      call(clientCalls.orderOwnFields, { body: { bot_id: botId, ids: next.map(({ id }) => id) } }),
    onMutate: (next) => queries.setQueryData(key, [...catalogue, ...next]),
    onError: (error) => toastFailure('No se pudo ordenar los campos', error),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  const askToDrop = async (field: OwnField) => {
    const sure = await ask({
      title: `¿Eliminar el campo «${field.label}»?`,
      text: 'Se borra lo que dice en todos los clientes, y los segmentos que lo nombran dejan de funcionar. No podrás revertir esta acción.',
      confirm: 'Eliminar',
      danger: true,
    });
    if (sure) drop.mutate(field);
  };
  return (
    <Modal opened onClose={onClose} title="Campos de los clientes" size="lg" centered>
      {fields.isPending ? <LoadRows label="Cargando campos…" rows={3} /> : null}
      {fields.error && !fields.data ? (
        <LoadError message={sentence(fields.error)} onRetry={() => void fields.refetch()} />
      ) : null}
      {added?.length === 0 ? (
        <Empty title="Aún no hay campos propios" next={{ none: 'the form stands below' }}>
          <p>Agrega los datos que tu negocio necesita: talla, fecha de compra, plan.</p>
        </Empty>
      ) : null}
      {added && added.length > 0 ? (
        <SortableList
          items={added}
          label="Campos propios"
          nameOf={({ label }) => label}
          disabled={editing !== null}
          onOrder={(next) => order.mutate(next)}
        >
          {(field) =>
            editing?.id === field.id ? (
              <FieldForm botId={botId} field={field} onDone={() => setEditing(null)} />
            ) : (
              <div className={classes.field}>
                <div>
                  {field.label}
                  <small>
                    {OWN_FIELD_TYPE_LABELS[field.type]}
                    {field.options.length > 0 ? `: ${field.options.join(', ')}` : ''}
                  </small>
                </div>
                <Group gap="xs" wrap="nowrap">
                  <ActionIcon aria-label={`Editar ${field.label}`} onClick={() => setEditing(field)}>
                    <IconPencil size={16} aria-hidden="true" />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={`Eliminar ${field.label}`}
                    disabled={drop.isPending}
                    onClick={() => void askToDrop(field)}
                  >
                    <IconTrash size={16} aria-hidden="true" />
                  </ActionIcon>
                </Group>
              </div>
            )
          }
        </SortableList>
      ) : null}
      {catalogue.length > 0 ? (
        <p className={classes.given}>
          Vienen con el catálogo de este chatbot: {catalogue.map(({ label }) => label).join(', ')}.
        </p>
      ) : null}
      {added && added.length < OWN_FIELD_LIMITS.fields ? (
        <FieldForm key={added.length} botId={botId} field={null} onDone={() => undefined} />
      ) : null}
    </Modal>
  );
}

interface FieldFormProps {
  botId: number;
  /** Null: a new one. */
  field: OwnField | null;
  onDone: () => void;
}

/** The type of a field is chosen once: values of it are kept by it. */
function FieldForm({ botId, field, onDone }: FieldFormProps) {
  const queries = useQueryClient();
  const [label, setLabel] = useState(field?.label ?? '');
  const [type, setType] = useState<OwnFieldType>(field?.type ?? 'text');
  const [options, setOptions] = useState(field?.options.join('\n') ?? '');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: () => {
      const lines = options.split('\n').map((line) => line.trim());
      const body = {
        label: label.trim(),
        ...(type === 'list' ? { options: lines.filter((line) => line !== '') } : {}),
      };
      return field
        ? call(clientCalls.updateOwnField, { params: { id: field.id }, body })
        : call(clientCalls.addOwnField, { body: { bot_id: botId, type, ...body } });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['leads', botId, 'fields'] });
      toastSuccess('Campo guardado');
      onDone();
    },
    onError: (error) => {
      const found = fieldErrors(error);
      setFaults(Object.keys(found).length > 0 ? found : { label: sentence(error) });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong: Record<string, string> = {};
    if (label.trim() === '') wrong['label'] = 'Escribe un nombre.';
    if (type === 'list' && options.trim() === '') wrong['options'] = 'Escribe al menos una opción.';
    setFaults(wrong);
    if (Object.keys(wrong).length === 0) save.mutate();
  };
  return (
    <form
      className={classes.form}
      aria-label={field ? `Editar ${field.label}` : 'Nuevo campo'}
      onSubmit={submit}
      noValidate
    >
      {field ? null : <h3>Nuevo campo</h3>}
      <TextInput
        label="Nombre"
        value={label}
        maxLength={OWN_FIELD_LIMITS.label}
        error={faults['label'] ?? faults['key']}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      {field ? null : (
        <NativeSelect
          label="Tipo"
          data={TYPES}
          value={type}
          onChange={(event) =>
            setType(OWN_FIELD_TYPES.find((one) => one === event.currentTarget.value) ?? 'text')
          }
        />
      )}
      {type === 'list' ? (
        <Textarea
          label="Opciones, una por línea"
          rows={4}
          value={options}
          error={faults['options']}
          onChange={(event) => setOptions(event.currentTarget.value)}
        />
      ) : null}
      <Group justify="flex-end">
        {field ? (
          <Button variant="default" onClick={onDone}>
            Cancelar
          </Button>
        ) : null}
        <Button type="submit" loading={save.isPending}>
          {field ? 'Guardar' : 'Agregar campo'}
        </Button>
      </Group>
    </form>
  );
}
