/** 'Exportar': exactly whom the list shows, or who is selected, with the columns that are asked for. */
import { Button, Checkbox, Group, Modal, Radio } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { exportCalls } from '../../../../contract/calls/exports.ts';
import type { OwnField } from '../../../../contract/entities/lead-field.ts';
import { EXPORT_LIMITS, type ExportFormat, LEAD_COLUMNS } from '../../../../contract/rules/exports.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { figure } from '../../../ui/money.ts';
import { showJob } from '../../history/use-exports.ts';
import classes from './clients.module.css';
import type { Wanted } from './clients-queries.ts';
import { leadExports } from './lead-exports.ts';

const FORMATS: { value: ExportFormat; label: string }[] = [
  { value: 'xlsx', label: 'Excel (.xlsx)' },
  { value: 'csv', label: 'CSV (.csv), separado por punto y coma' },
];
const HOURS = EXPORT_LIMITS.keep / 3_600_000;

interface ExportDialogProps {
  botId: number;
  wanted: Wanted;
  /** Whom the list shows, as last counted. */
  total: number | null;
  selected: readonly string[];
  /** Columns of the list. */
  shown: readonly string[];
  own: readonly OwnField[];
  onClose: () => void;
}

export default function ExportDialog(props: ExportDialogProps) {
  const { botId, wanted, total, selected, shown, own, onClose } = props;
  useFocusBack();
  const queries = useQueryClient();
  const columns = [
    ...LEAD_COLUMNS.map(({ name, label }) => ({ name: name as string, label: label as string })),
    ...own.map(({ key, label }) => ({ name: `field.${key}`, label })),
  ];
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [who, setWho] = useState<'all' | 'selected'>(selected.length > 0 ? 'selected' : 'all');
  const [on, setOn] = useState<ReadonlySet<string>>(new Set(['name', ...shown]));
  const chosen = columns.map(({ name }) => name).filter((name) => on.has(name));
  const { q, filter } = wanted;
  const start = useMutation({
    mutationFn: () =>
      call(exportCalls.startLeadExport, {
        body: {
          format,
          columns: chosen,
          filters: {
            bot_id: botId,
            ...(who === 'selected' ? { ids: [...selected] } : {}),
            ...(who === 'all' && q ? { search: q.trim() } : {}),
            ...(who === 'all' && filter ? { filter: filter as never } : {}),
          },
        },
      }),
    onSuccess: (job) => {
      showJob(queries, leadExports(botId), job);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0 && !start.isPending) start.mutate();
  };
  const toggle = (name: string) => {
    const next = new Set(on);
    if (!next.delete(name)) next.add(name);
    setOn(next);
  };
  return (
    <Modal opened onClose={onClose} title="Exportar clientes" size="lg" centered>
      <form onSubmit={submit} className={classes.form}>
        <p>El archivo se prepara mientras sigues trabajando y se puede descargar durante {HOURS} horas.</p>
        <Radio.Group label="A quiénes" value={who} onChange={(value) => setWho(value as typeof who)}>
          <div className={classes.boxes}>
            <Radio
              value="all"
              label={`${q || filter ? 'Los que muestra la lista' : 'Todos los clientes'}${
                total === null ? '' : ` (${figure(total)})`
              }`}
            />
            {selected.length > 0 ? (
              <Radio value="selected" label={`Los seleccionados (${figure(selected.length)})`} />
            ) : null}
          </div>
        </Radio.Group>
        <Radio.Group label="Formato" value={format} onChange={(value) => setFormat(value as ExportFormat)}>
          <div className={classes.boxes}>
            {FORMATS.map((one) => (
              <Radio key={one.value} {...one} />
            ))}
          </div>
        </Radio.Group>
        <fieldset className={classes.boxes}>
          <legend>Columnas</legend>
          {columns.map(({ name, label }) => (
            <Checkbox key={name} label={label} checked={on.has(name)} onChange={() => toggle(name)} />
          ))}
        </fieldset>
        <p className={classes.fault} role="alert">
          {chosen.length === 0 ? 'Elige al menos una columna.' : start.error ? sentence(start.error) : null}
        </p>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={start.isPending} disabled={chosen.length === 0}>
            Exportar
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
