import { expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { attachmentProblem } from './attachments.ts';
import { fillTemplate, templateReady, templateText, templateVariables } from './message-template.ts';

it('says before an upload what can’t be attached, and lets the server judge what it does not know', () => {
  const file = { name: 'foto.png', type: 'image/png', size: 10 };
  expect(attachmentProblem(file, 0)).toBeNull();
  expect(attachmentProblem({ ...file, type: '' }, 9)).toBeNull();
  expect(attachmentProblem(file, LIMITS.attachmentsPerMessage)).toMatch(/hasta 10 archivos/);
  expect(attachmentProblem({ ...file, size: 0 }, 0)).toMatch(/vacío/);
  expect(attachmentProblem({ ...file, size: LIMITS.attachmentMaxBytes + 1 }, 0)).toMatch(/más de 16 MB/);
  expect(attachmentProblem({ ...file, type: 'image/svg+xml' }, 0)).toMatch(/No se pueden enviar/);
});

it('fills templates by number, as typed, and knows when one is complete', () => {
  const body = 'Hola {{1}}, {{ 2 }} y {{1}}';
  expect(templateVariables(body)).toBe(2);
  expect(templateVariables('sin datos')).toBe(0);
  expect(fillTemplate(body, ['$& {{2}}', ''])).toBe('Hola $& {{2}}, {{ 2 }} y $& {{2}}');
  expect(templateReady(body, ['a', ' '])).toBe(false);
  expect(templateReady(body, ['a', 'b\nc'])).toBe(false);
  expect(templateReady(body, ['a', 'b'])).toBe(true);
  expect(templateText({ header: 'H', body: 'B', footer: null }, [])).toBe('H\n\nB');
});
