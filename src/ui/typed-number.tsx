/**
 * A number that may be erased and typed anew. What stands in the field while one types is left as it is: a field that
 * filled itself with its least number when it was emptied made 30 of a 3, and 141 of a 14.
 */
import { NumberInput, type NumberInputProps } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { useState } from 'react';

type TypedNumberProps = Omit<NumberInputProps, 'value' | 'onChange' | 'onBlur' | 'min' | 'max'> & {
  value: number;
  min: number;
  max: number;
  /** Within the bounds; an empty field says nothing, and shows the last value again when it is left. */
  onNumber: (value: number) => void;
};

export function TypedNumber({ value, min, max, onNumber, ...rest }: TypedNumberProps) {
  /** What is typed and is no such number, or not yet. */
  const [typed, setTyped] = useState<string | number | null>(null);
  return (
    <NumberInput
      {...rest}
      min={min}
      max={max}
      value={typed ?? value}
      onChange={(next) => {
        const number = next === '' ? Number.NaN : Number(next);
        setTyped(number >= min && number <= max ? null : next);
        if (Number.isFinite(number)) onNumber(Math.min(max, Math.max(min, number)));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
