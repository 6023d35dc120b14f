/** The words by which clients are looked for; they count once the typing pauses. */
import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useEffectEvent, useState } from 'react';
import { LIMITS } from '../../../../contract/limits.ts';
import { useSettled } from '../../../ui/use-settled.ts';
import classes from './clients.module.css';

export function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
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
      className={classes.search}
      type="search"
      aria-label="Buscar clientes"
      placeholder="Nombre, correo, teléfono, RUT o ID"
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      value={typed}
      maxLength={LIMITS.searchText}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
