/** Switches the maintenance on and off, with the words of its page. */

import { Button, Switch, Textarea } from '@mantine/core';
import { maintenanceCalls } from '../../../contract/calls/maintenance.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Maintenance } from '../../../contract/calls/maintenance.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { MAINTENANCE_KEY } from '../../base/maintenance.ts';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { toastFailure, toastSuccess } from '../../ui/toast.ts';
import classes from './settings.module.css';

export function MaintenanceForm() {
  const state = useQuery({
    queryKey: [MAINTENANCE_KEY],
    queryFn: ({ signal }) => call(maintenanceCalls.getMaintenance, { signal }),
    staleTime: 0,
  });
  if (state.isPending) return <LoadRows label="Cargando…" rows={2} />;
  if (!state.data) return <LoadError message={sentence(state.error)} onRetry={() => void state.refetch()} />;
  return <Form present={state.data} />;
}

function Form({ present }: { present: Maintenance }) {
  const queries = useQueryClient();
  const [on, setOn] = useState(present.on);
  const [slow, setSlow] = useState(present.slow);
  const [message, setMessage] = useState(present.message ?? '');
  const save = useMutation({
    mutationFn: () =>
      call(maintenanceCalls.setMaintenance, {
        body: { on, slow, message: message.trim() === '' ? null : message.trim() },
      }),
    onSuccess: (fresh) => {
      queries.setQueryData([MAINTENANCE_KEY], fresh);
      toastSuccess(fresh.on ? 'Guardado: en mantenimiento' : 'Guardado');
    },
    onError: (error) => toastFailure('No pudimos guardar', error),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const sure =
      !on ||
      present.on ||
      (await ask({
        title: '¿Activar el mantenimiento?',
        text: 'Todas las personas, salvo las cuentas internas, verán la página de mantenimiento desde ahora.',
        confirm: 'Activar',
        danger: true,
      }));
    if (sure) save.mutate();
  };
  return (
    <form onSubmit={(event) => void submit(event)} className={classes.form}>
      <Switch
        label="En mantenimiento"
        checked={on}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      <Textarea
        label="Mensaje de la página (opcional)"
        description="Vacío: las palabras de siempre."
        rows={2}
        maxLength={500}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <Switch
        label="Mostrar el aviso de demora del sistema"
        description="Una barra roja arriba de todas las pantallas."
        checked={slow}
        onChange={(event) => setSlow(event.currentTarget.checked)}
      />
      <div>
        <Button type="submit" loading={save.isPending}>
          Guardar
        </Button>
      </div>
    </form>
  );
}
