/** What somebody has to look at. */

import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { billingOfficeCalls } from '../../../contract/calls/billing-office.ts';
import type { Trouble } from '../../../contract/entities/checkout.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { dateText } from '../../ui/dates.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { money } from '../../ui/money.ts';
import table from '../../ui/table.module.css';
import { toastFailure, toastSuccess } from '../../ui/toast.ts';
import classes from './office.module.css';
import { OFFICE_KEY, useTroubles } from './office-queries.ts';

const KINDS: Record<Trouble['kind'], string> = {
  past_due: 'Cobro fallido',
  review: 'Pago en revisión',
  refund: 'Devolución pendiente',
  waiting: 'Pago sin confirmar',
};
const WAYS: Record<string, string> = { flow: 'Flow', stripe: 'Stripe' };

export function Troubles() {
  const troubles = useTroubles();
  if (troubles.isPending) return <LoadRows label="Cargando…" rows={3} />;
  if (!troubles.data)
    return <LoadError message={sentence(troubles.error)} onRetry={() => void troubles.refetch()} />;
  if (troubles.data.length === 0)
    return <Empty title="Nada que revisar." next={{ none: 'Trouble comes by itself.' }} />;
  return (
    <div className={table.scroll}>
      <table className={table.table} aria-label="Con problemas">
        <thead>
          <tr>
            <th scope="col">Qué</th>
            <th scope="col">Chatbot</th>
            <th scope="col">Propietario</th>
            <th scope="col">Monto</th>
            <th scope="col">Desde</th>
            <th scope="col">
              <span className="visually-hidden">Acciones</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {troubles.data.map((one) => (
            <Row key={`${one.kind} ${one.id}`} trouble={one} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ trouble }: { trouble: Trouble }) {
  const { kind, bot_id, bot_name, owner, amount, provider, about, since } = trouble;
  return (
    <tr>
      <td>
        {KINDS[kind]}
        {provider ? <small className={classes.small}>{WAYS[provider] ?? provider}</small> : null}
        {about ? <small className={classes.small}>{about}</small> : null}
      </td>
      <td>
        {bot_name ?? 'Eliminado'} {bot_id === null ? null : <small>#{bot_id}</small>}
      </td>
      <td>{owner ?? '—'}</td>
      <td>{amount === null ? '—' : money(amount)}</td>
      <td>{since === null ? '—' : dateText(since)}</td>
      <td>{kind === 'review' ? <CloseReview id={trouble.id} botName={bot_name ?? ''} /> : null}</td>
    </tr>
  );
}

function CloseReview({ id, botName }: { id: string; botName: string }) {
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const close = useMutation({
    mutationFn: () => call(billingOfficeCalls.closeReview, { params: { id }, body: { note: note.trim() } }),
    onSuccess: () => {
      toastSuccess('Revisión cerrada');
      void queries.invalidateQueries({ queryKey: [OFFICE_KEY] });
    },
    onError: (error) => toastFailure('No pudimos cerrar la revisión', error),
  });
  if (!open)
    return (
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        Cerrar revisión
      </Button>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (note.trim() !== '' && !close.isPending) close.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.inline}>
      <TextInput
        size="xs"
        aria-label={`Qué se hizo con el pago de ${botName}`}
        placeholder="Qué se hizo"
        maxLength={300}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-sm" loading={close.isPending} disabled={note.trim() === ''}>
        Cerrar
      </Button>
    </form>
  );
}
