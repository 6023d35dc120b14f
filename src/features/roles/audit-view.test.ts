import { describe, expect, it } from 'vitest';
import { headline, linesOf } from './audit-view.ts';

const change = (column_name: string, old_value: string | null, new_value: string | null) => ({
  column_name,
  old_value,
  new_value,
});

describe('a record of the audit', () => {
  it('says what happened to whom, by name where there is one', () => {
    const record = {
      action: 'update' as const,
      auditable_type: 'role',
      auditable_id: '7',
      label: 'Supervisión',
      changes: [],
    };
    expect(headline(record)).toBe('cambió: Rol Supervisión');
    expect(headline({ ...record, action: 'delete', label: null })).toBe('eliminó: Rol n.º 7');
    expect(headline({ ...record, auditable_type: 'custom_intent', label: 'saludo' })).toBe(
      'cambió: custom_intent saludo',
    );
  });
  it('tells a publication from what is brought back or thrown away', () => {
    const version = {
      action: 'update' as const,
      auditable_type: 'bot version',
      auditable_id: '4',
      label: null,
    };
    expect(headline({ ...version, changes: [change('version', '3', '4')] })).toBe('publicó la versión 4');
    expect(headline({ ...version, changes: [change('draft', 'revisión 9', 'versión 4')] })).toBe(
      'trajo la versión 4 al borrador',
    );
    expect(headline({ ...version, changes: [change('draft', 'revisión 9', 'descartado')] })).toBe(
      'descartó los cambios del borrador',
    );
  });
  it('names what a bot has one of without an id', () => {
    const of = (auditable_type: string, auditable_id: string) =>
      headline({ action: 'update', auditable_type, auditable_id, label: null, changes: [] });
    expect(of('assistant', 'llm')).toBe('cambió: Modelo de lenguaje');
    expect(of('assistant', '01a204a9-a465-7000-8c57-d58ed08e5a00')).toBe('cambió: Asistente');
    expect(of('bot settings', '64')).toBe('cambió: Configuración de IA');
    expect(of('welcome menu', '64')).toBe('cambió: Menú inicial');
  });
  it('reads columns and values in words', () => {
    expect(linesOf(change('automatic_assignments', 'false', 'true'))).toEqual([
      { name: 'Asignación automática', before: 'No', after: 'Sí' },
    ]);
    expect(linesOf(change('image', null, '/uploads/photos/x.webp'))).toEqual([
      { name: 'Foto', before: null, after: 'Con foto' },
    ]);
    expect(linesOf(change('something_new', '', 'x'))).toEqual([
      { name: 'something_new', before: '(vacío)', after: 'x' },
    ]);
  });
  it('shows of permissions what moved, module by module', () => {
    expect(
      linesOf(change('permissions', 'live: read; crm: read', 'live: read, add; tickets: read; crm: read')),
    ).toEqual([
      { name: 'Permisos: Live', before: 'Ver', after: 'Ver, Agregar' },
      { name: 'Permisos: Tickets', before: null, after: 'Ver' },
    ]);
    expect(linesOf(change('permissions', null, 'crm: read'))).toHaveLength(1);
  });
});
