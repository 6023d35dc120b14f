/** The kind of business, from the installation's list (docs/product.md §3 Bot `business_type`). */
import { NativeSelect } from '@mantine/core';
import { sentence } from '../../api/api-error.ts';
import { useBusinessTypes } from './bot-queries.ts';

export function BusinessTypeSelect({
  value,
  onChange,
  error,
  disabled = false,
}: {
  /** Empty: none was chosen. */
  value: string;
  onChange: (name: string) => void;
  error?: string | undefined;
  disabled?: boolean;
}) {
  const types = useBusinessTypes();
  const names = (types.data ?? []).map(({ name }) => name);
  return (
    <NativeSelect
      label="Tipo de negocio"
      value={value}
      disabled={disabled || types.isPending}
      error={error ?? (types.error ? sentence(types.error) : undefined)}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: types.isPending ? 'Cargando…' : 'Sin elegir' },
        // One that has left the list is still this bot's.
        ...(value === '' || names.includes(value) ? [] : [value]),
        ...names,
      ]}
    />
  );
}
