/** Clients chosen by hand: searched for, added one by one. */
import { ActionIcon, Button } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useState } from 'react';
import { CAMPAIGN_LIMITS } from '../../../contract/rules/campaigns.ts';
import { sentence } from '../../api/api-error.ts';
import { usePlace } from '../../bot/place-context.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { figure } from '../../ui/money.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { useFirstPage } from '../clients/list/clients-queries.ts';
import classes from './campaigns.module.css';
import type { StepProps } from './plan-state.ts';

/** Of those that are chosen, so many are shown by name. */
const NAMED = 40;

export function HandChoice({ state, change }: StepProps) {
  const { place } = usePlace();
  const [q, setQ] = useState('');
  const found = useFirstPage(place.bot.id, { q }, true);
  const { picked } = state;
  const ids = new Set(picked.map(({ id }) => id));
  const full = picked.length >= CAMPAIGN_LIMITS.byHand;
  const unnamed = picked.filter(({ name }) => name === null).length;
  const named = picked.filter(({ name }) => name !== null);
  return (
    <div className={classes.stack}>
      <SearchField
        label="Buscar clientes"
        placeholder="Nombre, correo o teléfono"
        value={q}
        onChange={setQ}
      />
      {found.isPending ? <LoadRows label="Buscando…" rows={4} height={40} /> : null}
      {found.error ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      {found.data?.leads.length === 0 ? <p role="status">Ningún cliente coincide.</p> : null}
      {found.data && found.data.leads.length > 0 ? (
        <ul className={classes.found} aria-label="Clientes que coinciden">
          {found.data.leads.map(({ _id: id, name, phone, email }) => (
            <li key={id}>
              <button
                type="button"
                disabled={ids.has(id) || full}
                onClick={() =>
                  change({ picked: [...picked, { id, name: name ?? phone ?? email ?? 'Sin nombre' }] })
                }
              >
                <strong>{name ?? 'Sin nombre'}</strong>
                <span>{phone ?? 'sin teléfono'}</span>
                <span>{ids.has(id) ? 'Agregado' : 'Agregar'}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {found.data && found.data.total > found.data.leads.length ? (
        <p className={classes.small}>
          Se muestran {figure(found.data.leads.length)} de {figure(found.data.total)}: escribe más para
          encontrar a alguien.
        </p>
      ) : null}
      <div className={classes.actions}>
        <p role="status">
          {picked.length === 1 ? '1 cliente elegido' : `${figure(picked.length)} clientes elegidos`}
          {full ? ` (el máximo es ${figure(CAMPAIGN_LIMITS.byHand)})` : null}
        </p>
        {picked.length > 0 ? (
          <Button variant="default" size="compact-md" onClick={() => change({ picked: [] })}>
            Quitar todos
          </Button>
        ) : null}
      </div>
      <ul className={classes.chosen} aria-label="Clientes elegidos">
        {unnamed > 0 ? <li>{figure(unnamed)} que ya estaban en el borrador</li> : null}
        {named.slice(0, NAMED).map(({ id, name }) => (
          <li key={id}>
            {name}
            <ActionIcon
              size="md"
              aria-label={`Quitar a ${name}`}
              onClick={() => change({ picked: picked.filter((one) => one.id !== id) })}
            >
              <IconX size={14} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
        {named.length > NAMED ? <li>y {figure(named.length - NAMED)} más</li> : null}
      </ul>
    </div>
  );
}
