/** One button a format; each starts the file of what is shown. */
import { Button, Group } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ExportFormat } from '../../../contract/rules/exports.ts';

const FORMATS: readonly { format: ExportFormat; label: string }[] = [
  { format: 'xlsx', label: 'Excel' },
  { format: 'csv', label: 'CSV' },
];

export function ExportButtons({
  start,
  disabled,
}: {
  start: Pick<UseMutationResult<unknown, Error, ExportFormat>, 'isPending' | 'variables' | 'mutate'>;
  disabled: boolean;
}) {
  return (
    <Group gap="xs">
      {FORMATS.map(({ format, label }) => (
        <Button
          key={format}
          variant="default"
          disabled={disabled}
          loading={start.isPending && start.variables === format}
          onClick={() => start.mutate(format)}
        >
          Exportar {label}
        </Button>
      ))}
    </Group>
  );
}
