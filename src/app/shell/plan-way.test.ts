import { expect, it } from 'vitest';
import { grantsOf } from '../../../contract/permission-matrix.ts';
import { allows } from '../../../contract/permissions.ts';
import { planWay } from './plan-way.ts';

it("'Actualizar plan' leads owners to the bill, administrators to the plans, agents nowhere", () => {
  const way = (role: Parameters<typeof grantsOf>[0]) =>
    planWay((module, permission) => allows(grantsOf(role), module, permission));
  expect([way('propietario'), way('administrador'), way('agente')]).toEqual([
    '/facturacion',
    '/checkout',
    null,
  ]);
});
