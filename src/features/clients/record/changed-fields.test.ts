import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

it('says what changed by the names on screen, own fields one by one', () => {
  const own = [
    { id: 'f', bot_id: 64, key: 'compra', label: 'Última compra', type: 'date' as const, options: [] },
  ];
  expect(
    changedFields(
      [
        { column_name: 'name', old_value: null, new_value: 'Rosa' },
        { column_name: 'tags', old_value: 'vip', new_value: '' },
        {
          column_name: 'fields',
          old_value: '{"compra":"2026-01-02","socio":true}',
          new_value: '{"compra":"2026-03-09","socio":true,"puntos":1500}',
        },
        { column_name: 'blocked', old_value: 'false', new_value: 'true' },
        { column_name: 'secret', old_value: 'a', new_value: 'b' },
      ],
      own,
    ),
  ).toEqual([
    { label: 'Nombre', before: '', after: 'Rosa' },
    { label: 'Etiquetas', before: 'vip', after: '' },
    { label: 'Última compra', before: '02/01/2026', after: '09/03/2026' },
    { label: 'puntos', before: '', after: '1.500' },
    { label: 'Bloqueado', before: '', after: 'Sí' },
  ]);
});
