/**
 * The hour of a day: typed as HH:mm whatever the browser's language. The browser's own field says it with AM and PM
 * where its language does, and tells of nothing while a part of it is missing.
 */
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { typedTime } from './typed-time.ts';

interface TimeFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** `HH:mm`; '' for none; or what was typed and is no hour, as it was typed: ask `isTime` before using it. */
  value: string;
  onChange: (value: string) => void;
}

export function TimeField({ value, onChange, onBlur, ...rest }: TimeFieldProps) {
  /** As it is being typed: '9' is 09:00 already, and may become 9:30. */
  const [typing, setTyping] = useState<string | null>(null);
  return (
    <TextInput
      placeholder="HH:MM"
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      {...rest}
      value={typing ?? value}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value;
        setTyping(typed);
        onChange(typedTime(typed) ?? typed.trim());
      }}
      onBlur={(event) => {
        setTyping(null);
        onBlur?.(event);
      }}
    />
  );
}
