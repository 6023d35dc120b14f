/** A field of the bot's own, made on the way: named as its column, of the type that fits what stands there. */
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clientCalls } from '../../../contract/calls/clients.ts';
import type { OwnField } from '../../../contract/entities/lead-field.ts';
import { OWN_FIELD_TYPE_LABELS } from '../../../contract/rules/lead-fields.ts';
import {
  OWN_FIELD_LIMITS,
  OWN_FIELD_TYPES,
  type OwnFieldType,
} from '../../../contract/rules/own-field-limits.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import classes from './clients-import.module.css';
import { guessType } from './import-view.ts';

interface NewFieldProps {
  botId: number;
  column: string;
  /** Of the first rows. */
  values: readonly string[];
  onMade: (field: OwnField) => void;
  onCancel: () => void;
}

const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);

export function NewField({ botId, column, values, onMade, onCancel }: NewFieldProps) {
  const queries = useQueryClient();
  const [label, setLabel] = useState(column.slice(0, OWN_FIELD_LIMITS.label));
  const [type, setType] = useState<OwnFieldType>(() => guessType(values));
  const [options, setOptions] = useState(() =>
    [...new Set(values.flatMap((one) => one.trim() || []))].join('\n'),
  );
  const make = useMutation({
    mutationFn: () =>
      call(clientCalls.addOwnField, {
        body: { bot_id: botId, label, type, ...(type === 'list' ? { options: linesOf(options) } : {}) },
      }),
    onSuccess: (field) => {
      queries.setQueryData<OwnField[]>(['leads', botId, 'fields'], (all = []) => [...all, field]);
      onMade(field);
    },
  });
  const faults = fieldErrors(make.error);
  const named = Object.keys(faults).length > 0;
  return (
    <fieldset className={classes.made}>
      <legend>Campo nuevo para «{column}»</legend>
      <TextInput
        label="Nombre"
        value={label}
        maxLength={OWN_FIELD_LIMITS.label}
        error={faults['label'] ?? faults['key']}
        data-autofocus
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <NativeSelect
        label="Tipo"
        value={type}
        data={OWN_FIELD_TYPES.map((value) => ({ value, label: OWN_FIELD_TYPE_LABELS[value] }))}
        onChange={(event) => setType(event.currentTarget.value as OwnFieldType)}
      />
      {type === 'list' ? (
        <Textarea
          label="Opciones, una por línea"
          value={options}
          rows={4}
          error={faults['options']}
          onChange={(event) => setOptions(event.currentTarget.value)}
        />
      ) : null}
      <div className={classes.actions}>
        <Button loading={make.isPending} disabled={label.trim() === ''} onClick={() => make.mutate()}>
          Crear campo
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
      {make.error && !named ? (
        <p role="alert" className={classes.fault}>
          {sentence(make.error)}
        </p>
      ) : null}
    </fieldset>
  );
}
