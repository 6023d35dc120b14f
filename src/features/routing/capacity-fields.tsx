/** The most that somebody has at once: in all, and of each channel. */
import { NumberInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import type { Capacity } from '../../../contract/entities/routing.ts';
import { ROUTING_LIMITS } from '../../../contract/routing-limits.ts';
import { CHANNELS } from '../../../contract/states.ts';
import { CHANNEL_LABELS } from '../../../contract/texts.ts';
import classes from './routing.module.css';

const FIELDS = [
  { key: 'total', label: 'En total' },
  ...CHANNELS.map((key) => ({ key, label: CHANNEL_LABELS[key] })),
] as const;

interface CapacityFieldsProps {
  /** Whose: part of the names of the fields. */
  of: string;
  value: Capacity;
  disabled: boolean;
  onChange: (capacity: Capacity) => void;
}

export function CapacityFields({ of, value, disabled, onChange }: CapacityFieldsProps) {
  return (
    <fieldset className={classes.capacity} disabled={disabled}>
      <legend className="visually-hidden">Cupo {of}</legend>
      {FIELDS.map(({ key, label }) => (
        <NumberInput
          key={key}
          label={label}
          placeholder="Sin límite"
          value={value[key] ?? ''}
          min={1}
          max={ROUTING_LIMITS.most}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          onChange={(typed) => {
            const count = Math.trunc(Number(typed));
            onChange({ ...value, [key]: typed === '' || count < 1 ? null : count });
          }}
        />
      ))}
    </fieldset>
  );
}
