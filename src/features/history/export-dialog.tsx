/** 'Exportar': what, as which file, with which columns; the filters are those of the list. */
import { Button, Checkbox, Group, Modal, Radio } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { type FormEvent, useState } from 'react';
import {
  EXPORT_COLUMNS,
  EXPORT_FORMATS,
  EXPORT_KINDS,
  EXPORT_LIMITS,
  type ExportColumn,
  type ExportFormat,
  type ExportKind,
} from '../../../contract/rules/exports.ts';
import { sentence } from '../../api/api-error.ts';
import { useMay, usePlace, useZone } from '../../bot/place-context.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { figure } from '../../ui/money.ts';
import classes from './export.module.css';
import { type HistorySearch, historyFilters, isFiltered } from './history-search.ts';
import { useStartExport } from './use-exports.ts';

const KINDS: Record<ExportKind, { label: string; description: string }> = {
  conversations: { label: 'Conversaciones', description: 'Una fila por conversación.' },
  messages: { label: 'Mensajes', description: 'Una fila por mensaje de esas conversaciones.' },
};
const FORMATS: Record<ExportFormat, { label: string; description: string }> = {
  xlsx: { label: 'Excel (.xlsx)', description: 'Para abrir y ordenar en una planilla.' },
  csv: { label: 'CSV (.csv)', description: 'Texto separado por punto y coma, para otros sistemas.' },
};
const HOURS = EXPORT_LIMITS.keep / 3_600_000;

interface ExportDialogProps {
  search: HistorySearch;
  /** Conversations that the filters match, as last counted. */
  total: number | null;
  onClose: () => void;
}

export default function ExportDialog({ search, total, onClose }: ExportDialogProps) {
  useFocusBack();
  const { place } = usePlace();
  const zone = useZone();
  const mayClients = useMay()('crm', 'read');
  const [kind, setKind] = useState<ExportKind>('conversations');
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const start = useStartExport();
  const columns: readonly ExportColumn[] = EXPORT_COLUMNS[kind];
  const allowed = columns.filter(({ client }) => mayClients || !client);
  const chosen = allowed.filter(({ name }) => !left.has(name)).map(({ name }) => name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length === 0 || start.isPending) return;
    const filters = historyFilters(search, place.bot.id, zone);
    start.mutate({ kind, format, columns: chosen, filters }, { onSuccess: onClose });
  };
  const toggle = (name: string, on: boolean) => {
    const next = new Set(left);
    if (on) next.delete(name);
    else next.add(name);
    setLeft(next);
  };
  return (
    <Modal opened onClose={onClose} title="Exportar el historial" size="lg" centered>
      <form onSubmit={submit} className={classes.form}>
        <p>
          {isFiltered(search) ? 'Las conversaciones que muestran los filtros' : 'Todas las conversaciones'}
          {total === null ? '' : ` (${figure(total)})`}. El archivo se prepara mientras sigues trabajando y se
          puede descargar durante {HOURS} horas.
        </p>
        <Radio.Group label="Qué exportar" value={kind} onChange={(value) => setKind(value as ExportKind)}>
          <div className={classes.choices}>
            {EXPORT_KINDS.map((name) => (
              <Radio key={name} value={name} {...KINDS[name]} />
            ))}
          </div>
        </Radio.Group>
        <Radio.Group label="Formato" value={format} onChange={(value) => setFormat(value as ExportFormat)}>
          <div className={classes.choices}>
            {EXPORT_FORMATS.toReversed().map((name) => (
              <Radio key={name} value={name} {...FORMATS[name]} />
            ))}
          </div>
        </Radio.Group>
        <fieldset className={classes.columns}>
          <legend>Columnas</legend>
          {columns.map(({ name, label, client }) => (
            <Checkbox
              key={name}
              label={label}
              checked={chosen.includes(name)}
              disabled={Boolean(client) && !mayClients}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
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
