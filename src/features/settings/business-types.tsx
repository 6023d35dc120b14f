/** The kinds of business that bots can be of: the list, and another on it. */
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { settingsCalls } from '../../../contract/calls/settings.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { toastFailure, toastSuccess } from '../../ui/toast.ts';
import classes from './settings.module.css';

/** The key under which the forms of bots read them, too. */
const KEY = ['business-types'];

export function BusinessTypes() {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const types = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(settingsCalls.businessTypes, { signal }),
  });
  const add = useMutation({
    mutationFn: () => call(settingsCalls.newBusinessType, { body: { name: name.trim() } }),
    onSuccess: (made) => {
      setName('');
      toastSuccess(`${made.name}: agregado`);
      void queries.invalidateQueries({ queryKey: KEY });
    },
    onError: (error) => {
      if (!fieldErrors(error)['name']) toastFailure('No pudimos agregarlo', error);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate();
  };
  return (
    <>
      <form onSubmit={submit} noValidate className={classes.add}>
        <TextInput
          ref={field}
          label="Nuevo tipo de negocio"
          maxLength={80}
          value={name}
          error={fieldErrors(add.error)['name']}
          onChange={(event) => {
            setName(event.currentTarget.value);
            add.reset();
          }}
        />
        <Button type="submit" loading={add.isPending}>
          Agregar
        </Button>
      </form>
      {types.isPending ? <LoadRows label="Cargando tipos de negocio…" rows={3} /> : null}
      {types.error && !types.data ? (
        <LoadError message={sentence(types.error)} onRetry={() => void types.refetch()} />
      ) : null}
      {types.data?.length === 0 ? (
        <Empty
          title="Todavía no hay ninguno"
          next={
            <Button variant="default" onClick={() => field.current?.focus()}>
              Escribir el primero
            </Button>
          }
        />
      ) : null}
      {types.data ? (
        <ul className={classes.types} aria-label="Tipos de negocio">
          {types.data.map(({ id, name: one, bots }) => (
            <li key={id}>
              {one} <small>{bots === 1 ? '1 chatbot' : `${bots} chatbots`}</small>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
