/** What screens say of an import. */
import type { ImportReport, LeadImport } from '../../../contract/calls/imports.ts';
import { IMPORT_LIMITS, type ImportKey } from '../../../contract/rules/imports.ts';
import { readDay, readOwnValue } from '../../../contract/rules/lead-fields.ts';
import type { OwnFieldType } from '../../../contract/rules/own-field-limits.ts';

/** Undoing is under way: it ended before, and is not whole. */
export const isUndoing = ({ state, progress }: Pick<LeadImport, 'state' | 'progress'>): boolean =>
  (state === 'done' || state === 'cancelled') && progress < 100;

/** Whether the server is working on it: checking, running or undoing. */
export const isUnderWay = (file: Pick<LeadImport, 'state' | 'progress'>): boolean =>
  file.state === 'checking' || file.state === 'running' || isUndoing(file);

/** It wrote something, and 30 days have not passed. */
export function mayUndo(
  file: Pick<LeadImport, 'state' | 'progress' | 'created_at' | 'report'>,
  now: number,
): boolean {
  if ((file.state !== 'done' && file.state !== 'cancelled') || isUndoing(file)) return false;
  const { created, updated, undone = 0 } = file.report;
  return created + updated > undone && now < Date.parse(file.created_at) + IMPORT_LIMITS.keep;
}

/** What its row says of its state, with the percentage while it is under way. */
export function stateText(file: Pick<LeadImport, 'state' | 'progress'>): string {
  if (isUndoing(file)) return `Deshaciendo… ${file.progress} %`;
  switch (file.state) {
    case 'mapped':
      return 'Falta revisar las columnas';
    case 'checking':
      return `Revisando… ${file.progress} %`;
    case 'checked':
      return 'Revisada, sin importar';
    case 'running':
      return `Importando… ${file.progress} %`;
    case 'done':
      return 'Terminada';
    case 'cancelled':
      return 'Cancelada';
    case 'undone':
      return 'Deshecha';
  }
}

export const KEY_TEXTS: Readonly<Record<ImportKey, { label: string; description: string }>> = {
  auto: {
    label: 'RUT, teléfono o correo',
    description: 'Busca por los tres, en ese orden. Si apuntan a dos clientes distintos, la fila se rechaza.',
  },
  rut: { label: 'Solo RUT', description: 'Las filas sin RUT se rechazan.' },
  phone: { label: 'Solo teléfono', description: 'Las filas sin teléfono se rechazan.' },
  email: { label: 'Solo correo', description: 'Las filas sin correo se rechazan.' },
};

export const REPORT_TEXTS = {
  created: { label: 'Nuevos', about: 'clientes que no estaban' },
  updated: { label: 'Actualizados', about: 'clientes con algún dato nuevo' },
  unchanged: { label: 'Sin cambios', about: 'ya decían lo mismo' },
  duplicate: { label: 'Repetidas', about: 'filas que repiten a otra del archivo' },
  refused: { label: 'Rechazadas', about: 'filas con algún dato que no sirve' },
} as const satisfies Partial<Record<keyof ImportReport, { label: string; about: string }>>;

/** Whether a run did something else than its check had said. */
export function differs(report: ImportReport, checked: ImportReport | null): boolean {
  if (checked === null) return false;
  return (Object.keys(REPORT_TEXTS) as (keyof typeof REPORT_TEXTS)[]).some(
    (name) => report[name] !== checked[name],
  );
}

/** The type that fits every value of a column that is shown. */
export function guessType(values: readonly string[]): OwnFieldType {
  const said = values.map((value) => value.trim()).filter((value) => value !== '');
  if (said.length === 0) return 'text';
  if (said.every((value) => readDay(value) !== null)) return 'date';
  if (said.every((value) => /^(s[ií]|no)$/i.test(value))) return 'boolean';
  // A number with a zero before it is a code.
  if (
    said.every(
      (value) => !/^0\d/.test(value) && readOwnValue({ type: 'number', options: [] }, value) !== null,
    )
  )
    return 'number';
  return 'text';
}
