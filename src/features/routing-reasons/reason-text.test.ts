import { expect, it } from 'vitest';
import type { RoutingReason } from '../../../contract/entities/routing.ts';
import {
  decidedText,
  lookedText,
  outcomeText,
  passedText,
  reasonTitle,
  skillsAsked,
  teamTitle,
  waitsText,
} from './reason-text.ts';

const reason = (change: Partial<RoutingReason> = {}): RoutingReason => ({
  by: 'rule',
  rule: { id: 'r', name: 'Soporte' },
  after_wait: false,
  passed: [],
  passed_more: 0,
  teams: [],
  chosen: { id: 2, name: 'Ana' },
  waits: null,
  ...change,
});

it('ROUTE-7 says in sentences what decided, and what was passed over and why', () => {
  expect(reasonTitle(reason())).toBe('¿Por qué a Ana?');
  expect(decidedText(reason({ after_wait: true }))).toBe(
    'La decidió la regla «Soporte». Esperaba a su equipo, y alguien quedó con cupo.',
  );
  expect(
    passedText(
      reason({
        passed: [
          { name: 'VIP', why: 'tags' },
          { name: 'Ñandú', why: 'gone' },
        ],
        passed_more: 3,
      }),
    ),
  ).toBe('Antes se descartó: «VIP» (no tiene la etiqueta), «Ñandú» (nombra algo que ya no existe), 3 más.');
  expect(decidedText(reason({ by: 'default', rule: null, waits: 'nobody', chosen: null }))).toBe(
    'No hay reglas encendidas y la asignación automática está apagada.',
  );
  expect(decidedText(reason({ by: 'default', rule: null, passed: [{ name: 'VIP', why: 'tags' }] }))).toBe(
    'Ninguna regla calzó: la decidió la asignación automática del chatbot.',
  );
  const team = {
    area: 'soporte' as const,
    named: false,
    strategy: 'round_robin' as const,
    people: [],
    more: 0,
  };
  expect(decidedText(reason({ by: 'hand', rule: null, teams: [team] }))).toBe(
    'Una persona la asignó al equipo de soporte.',
  );
  expect([teamTitle(team, 0), teamTitle({ ...team, area: null, named: true }, 1)]).toEqual([
    'Equipo de soporte',
    'Desborde: personas de la regla',
  ]);
});

it('ROUTE-7 says of each who was looked at what became of them, and turns no line around', () => {
  const person = { name: 'Bru\u202Eno', load: 2, most: 5 };
  const said = (['chosen', 'busier', 'full', 'full_channel', 'away', 'absent', 'holder'] as const).map(
    (outcome) => lookedText({ ...person, outcome }, 'least_loaded'),
  );
  expect(said).toEqual([
    'Bruno: era quien menos tenía; tenía 2 conversaciones de 5.',
    'Bruno: tenía 2 conversaciones de 5; otra persona iba antes.',
    'Bruno: sin cupo (2 de 5).',
    'Bruno: sin cupo en este canal (2 de 5).',
    'Bruno: no estaba en línea.',
    'Bruno: tenía una ausencia planificada.',
    'Bruno: ya la tenía.',
  ]);
  expect(lookedText({ name: 'Ana', load: 0, most: null, outcome: 'chosen' }, 'round_robin')).toBe(
    'Ana: era su turno; no tenía ninguna.',
  );
  expect(lookedText({ name: '', load: 0, most: null, outcome: 'gone' }, 'round_robin')).toBe(
    'Alguien que ya no está en el chatbot.',
  );
});

it('ROUTE-11 says what was asked of whoever gets it, and that nobody had it', () => {
  const english = { match: 'all' as const, names: ['Inglés'] };
  const both = { match: 'any' as const, names: ['Inglés', 'Francés'] };
  const team = (...outcomes: ('no_skill' | 'away')[]) => ({
    area: 'soporte' as const,
    named: false,
    strategy: 'round_robin' as const,
    people: outcomes.map((outcome) => ({ name: 'Ana', outcome, load: 0, most: null })),
    more: 0,
  });
  expect(skillsAsked(reason())).toBeNull();
  expect(skillsAsked(reason({ skills: both }))).toBe('Se pidió a alguien con Inglés o Francés.');
  const none = { chosen: null, waits: 'team' as const, skills: english };
  expect(skillsAsked(reason({ ...none, teams: [team('no_skill', 'away')] }))).toBe(
    'Nadie con Inglés estaba disponible.',
  );
  expect(skillsAsked(reason({ ...none, teams: [team('no_skill')] }))).toBe(
    'Nadie de quienes se miró tiene Inglés.',
  );
  expect(lookedText({ name: 'Ana', load: 0, most: null, outcome: 'no_skill' }, 'round_robin')).toBe(
    'Ana: no tiene la habilidad que pide la regla.',
  );
});

it('ROUTE-7 says what it waits for', () => {
  expect(waitsText(reason({ chosen: null, waits: 'team' }))).toMatch(/espera a su equipo/);
  expect(reasonTitle(reason({ chosen: null, waits: 'team' }))).toBe('¿Por qué espera?');
  expect(outcomeText(reason({ chosen: null, waits: 'all' }))).toBe(
    'Pendientes, para todos · regla «Soporte»',
  );
  expect(outcomeText(reason())).toBe('Ana · regla «Soporte»');
});
