/** What each column is, by what clients are recognised, and where consents were given. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { importCalls, type LeadImport } from '../../../contract/calls/imports.ts';
import type { OwnField } from '../../../contract/entities/lead-field.ts';
import { IMPORT_FIELD_LABELS, IMPORT_KEYS, type ImportKey } from '../../../contract/rules/imports.ts';
import { ApiError, fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { Section } from '../../ui/screen.tsx';
import classes from './clients-import.module.css';
import { useOwnFields, useShowImport } from './import-queries.ts';
import { KEY_TEXTS } from './import-view.ts';
import { NewField } from './new-field.tsx';

/** Stands in the list of fields for making one. */
const NEW = '+';
const CONSENT = /^consent\./;

type Mapping = Record<string, string | null>;

/** @param onDone when it was mapped before and nothing is to be changed */
export function MapColumns({ file, onDone }: { file: LeadImport; onDone?: () => void }) {
  const { place } = usePlace();
  const own = useOwnFields(place.bot.id);
  if (own.data) return <Form file={file} own={own.data} {...(onDone ? { onDone } : {})} />;
  return own.error ? (
    <LoadError message={sentence(own.error)} onRetry={() => void own.refetch()} />
  ) : (
    <LoadRows label="Cargando los campos…" rows={5} />
  );
}

interface FormProps {
  file: LeadImport;
  own: readonly OwnField[];
  onDone?: () => void;
}

function Form({ file, own, onDone }: FormProps) {
  const { place } = usePlace();
  const may = useMay();
  const show = useShowImport();
  const [mapping, setMapping] = useState<Mapping>(file.mapping ?? file.guessed);
  const [key, setKey] = useState<ImportKey>(file.key ?? 'auto');
  const [source, setSource] = useState(file.consent?.source ?? '');
  const [making, setMaking] = useState<string | null>(null);
  const makes = may('crm', 'edit') && place.link.role.base !== 'agente';
  const taken = Object.values(mapping).filter((field) => field !== null);
  const consents = taken.some((field) => CONSENT.test(field));
  const check = useMutation({
    mutationFn: async () => {
      const params = { id: file.id };
      await call(importCalls.mapImport, {
        params,
        body: { mapping, key, consent: consents ? { source } : null },
      });
      return call(importCalls.checkImport, { params });
    },
    onSuccess: show,
  });
  const faults = fieldErrors(check.error);
  const set = (column: string, field: string | null) => {
    check.reset();
    setMapping((before) => ({ ...before, [column]: field }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!check.isPending) check.mutate();
  };
  const named = Object.keys(faults).length > 0;
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      <Section
        id="columnas"
        title="Qué es cada columna"
        lead={`${taken.length} de ${file.columns.length} columnas se importan. Las etiquetas y áreas se agregan a las que ya hay; una celda vacía no borra nada.`}
      >
        <ul className={classes.columns} aria-label="Columnas del archivo">
          {file.columns.map((column, at) => {
            const values = file.sample.map((row) => row[at] ?? '');
            const chosen = mapping[column] ?? null;
            return (
              <li key={column} data-off={chosen === null || undefined}>
                <div className={classes.about}>
                  <p className={classes.name}>{column}</p>
                  <p className={classes.facts}>
                    {values
                      .filter((value) => value.trim() !== '')
                      .slice(0, 3)
                      .join(' · ') || 'Sin datos en las primeras filas'}
                  </p>
                </div>
                <NativeSelect
                  aria-label={`Campo de la columna ${column}`}
                  value={making === column ? NEW : (chosen ?? '')}
                  error={faults[`mapping.${column}`]}
                  onChange={(event) => {
                    const { value } = event.currentTarget;
                    setMaking(value === NEW ? column : null);
                    if (value !== NEW) set(column, value === '' ? null : value);
                  }}
                >
                  <option value="">No importar</option>
                  <optgroup label="Datos">
                    {Object.entries(IMPORT_FIELD_LABELS)
                      .filter(([field]) => !CONSENT.test(field))
                      .map(([field, label]) => (
                        <Choice key={field} {...{ field, label, chosen, taken }} />
                      ))}
                  </optgroup>
                  <optgroup label="Campos propios">
                    {own.map((field) => (
                      <Choice
                        key={field.key}
                        field={`field.${field.key}`}
                        label={field.label}
                        chosen={chosen}
                        taken={taken}
                      />
                    ))}
                    <option value={NEW} disabled={!makes}>
                      {makes ? 'Crear un campo…' : 'Crear un campo (pídelo a un administrador)'}
                    </option>
                  </optgroup>
                  <optgroup label="Consentimientos">
                    {Object.entries(IMPORT_FIELD_LABELS)
                      .filter(([field]) => CONSENT.test(field))
                      .map(([field, label]) => (
                        <Choice key={field} {...{ field, label, chosen, taken }} />
                      ))}
                  </optgroup>
                </NativeSelect>
                {making === column ? (
                  <NewField
                    botId={file.bot_id}
                    column={column}
                    values={values}
                    onMade={(field) => {
                      set(column, `field.${field.key}`);
                      setMaking(null);
                    }}
                    onCancel={() => setMaking(null)}
                  />
                ) : null}
              </li>
            );
          })}
        </ul>
      </Section>
      <Section
        id="clave"
        title="Cómo se reconoce a un cliente"
        lead="Una fila que encuentra a su cliente lo actualiza; si no, crea uno nuevo."
      >
        <RadioChoice
          legend="Clave"
          legendHidden
          name="key"
          options={IMPORT_KEYS.map((one) => ({
            value: one,
            label: KEY_TEXTS[one].label,
            text: KEY_TEXTS[one].description,
          }))}
          value={key}
          error={faults['key']}
          onChange={(one) => {
            check.reset();
            setKey(one);
          }}
        />
      </Section>
      {consents ? (
        <Section
          id="consentimiento"
          title="Consentimientos"
          lead="Solo cuentan las celdas que dicen sí o no. Queda anotado de dónde salieron."
        >
          <TextInput
            label="Dónde dieron su consentimiento estos clientes"
            placeholder="Formulario de la web, noviembre de 2026"
            value={source}
            maxLength={200}
            required
            error={faults['consent.source']}
            onChange={(event) => {
              check.reset();
              setSource(event.currentTarget.value);
            }}
          />
        </Section>
      ) : null}
      <div className={classes.actions}>
        <Button type="submit" loading={check.isPending} disabled={making !== null}>
          Revisar sin cambiar nada
        </Button>
        {onDone ? (
          <Button variant="default" onClick={onDone}>
            Volver a los números
          </Button>
        ) : null}
      </div>
      {check.error ? (
        <p role="alert" className={classes.fault}>
          {named && check.error instanceof ApiError ? Object.values(faults)[0] : sentence(check.error)}
        </p>
      ) : null}
    </form>
  );
}

/** A field that another column has cannot be chosen twice. */
function Choice({
  field,
  label,
  chosen,
  taken,
}: {
  field: string;
  label: string;
  chosen: string | null;
  taken: readonly string[];
}) {
  return (
    <option value={field} disabled={field !== chosen && taken.includes(field)}>
      {label}
    </option>
  );
}
