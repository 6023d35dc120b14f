/** The words by which a list is searched; they count once the typing pauses. */
import { TextInput, type TextInputProps } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useEffectEvent, useState } from 'react';
import { LIMITS } from '../../contract/limits.ts';
import { useSettled } from './use-settled.ts';

interface SearchFieldProps
  extends Pick<TextInputProps, 'label' | 'aria-label' | 'placeholder' | 'className'> {
  value: string;
  onChange: (text: string) => void;
}

export function SearchField({ value, onChange, ...input }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const settled = useSettled(typed);
  const tell = useEffectEvent((text: string) => {
    if (text !== value.trim()) onChange(text);
  });
  useEffect(() => tell(settled.trim()), [settled]);
  // The filters were taken away, or the address was changed from elsewhere.
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    if (value !== typed.trim()) setTyped(value);
  }
  return (
    <TextInput
      {...input}
      type="search"
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      value={typed}
      maxLength={LIMITS.searchText}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
