/** People with a capacity of their own. */

import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { RoutingSettings, RoutingThings } from '../../../contract/entities/routing.ts';
import { NO_LIMIT } from '../../../contract/routing/blank.ts';
import { ROUTING_LIMITS } from '../../../contract/routing-limits.ts';
import { CapacityFields } from './capacity-fields.tsx';
import classes from './routing.module.css';

interface OverridesProps {
  overrides: RoutingSettings['overrides'];
  people: RoutingThings['people'];
  disabled: boolean;
  onChange: (overrides: RoutingSettings['overrides']) => void;
}

export function Overrides({ overrides, people, disabled, onChange }: OverridesProps) {
  const [chosen, setChosen] = useState('');
  const others = people.filter(({ id }) => !overrides.some(({ user_id }) => user_id === id));
  const id = others.some((one) => String(one.id) === chosen) ? chosen : String(others[0]?.id ?? '');
  return (
    <div className={classes.overrides}>
      <h3>Cupos propios</h3>
      <p className={classes.quiet}>Lo que dejes vacío es el cupo de arriba.</p>
      {overrides.map(({ user_id, capacity }) => {
        const name = people.find((one) => one.id === user_id)?.name ?? 'Alguien que ya no está en el chatbot';
        return (
          <div key={user_id} className={classes.override}>
            <strong>{name}</strong>
            <CapacityFields
              of={`de ${name}`}
              value={capacity}
              disabled={disabled}
              onChange={(next) =>
                onChange(
                  overrides.map((one) => (one.user_id === user_id ? { user_id, capacity: next } : one)),
                )
              }
            />
            <Button
              variant="default"
              size="xs"
              disabled={disabled}
              onClick={() => onChange(overrides.filter((one) => one.user_id !== user_id))}
            >
              Quitar el cupo de {name}
            </Button>
          </div>
        );
      })}
      {disabled || others.length === 0 || overrides.length >= ROUTING_LIMITS.overrides ? null : (
        <div className={classes.add}>
          <NativeSelect
            label="Persona"
            value={id}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={others.map((one) => ({ value: String(one.id), label: one.name }))}
          />
          <Button
            variant="default"
            onClick={() => onChange([...overrides, { user_id: Number(id), capacity: NO_LIMIT }])}
          >
            Agregar cupo propio
          </Button>
        </div>
      )}
    </div>
  );
}
