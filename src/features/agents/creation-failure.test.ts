import { expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { creationFailure } from './creation-failure.ts';

it('names a taken address as the spec does', () => {
  const taken = new ApiError(422, 'rule', 'x', {
    reason: 'Unprocessable Entity',
    fields: { email: 'x' },
  });
  expect(creationFailure(taken)).toEqual({
    title: 'El email ya lo esta usando otro agente, puede vincular al agente en el boton asociar agente.',
    text: null,
    field: 'email',
  });
});
it('passes on the check that the server made', () => {
  const full = new ApiError(422, 'rule', 'x', { fields: { plan: 'lleno' } });
  expect(creationFailure(full)).toEqual({ title: 'lleno', text: null, field: 'plan' });
});
it('points to Asociar agente for any other refusal', () => {
  expect(creationFailure(new ApiError(422, 'rule', 'x'))).toEqual({
    title: 'El correo ya existe',
    text: 'Para vincular este correo debes ir a Asociar agente.',
    field: 'email',
  });
});
it('never blames the address for a lost connection or a permission', () => {
  for (const status of [0, 403, 429, 500]) {
    expect(creationFailure(new ApiError(status, 'c', 'Frase del servidor'))).toEqual({
      title: 'Frase del servidor',
      text: null,
      field: null,
    });
  }
});
it('goes back to the photo that the server refused', () => {
  for (const status of [413, 415]) {
    expect(creationFailure(new ApiError(status, 'c', 'Frase del servidor')).field).toBe('photo');
  }
});
