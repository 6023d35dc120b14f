/** What the screens of plans say of payments and of the month's conversations. */
import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../../contract/entities/subscription.ts';
import { besideText, paidText, reviewText, standWord } from './plan-texts.ts';

const of = (status: Subscription['status'], provider: Subscription['provider'] = 'flow'): Subscription => ({
  id: 1,
  status,
  test_period: status === 'trialing',
  days_left: 3,
  ends_at: '2026-11-30T03:00:00.000Z',
  plan_period: 'monthly',
  period_end: null,
  grace_ends_at: null,
  provider,
  prepaid: false,
  next_plan: null,
  bot: { id: 64, bot_name: 'Tienda' },
  admissible_plan: { id: 'crece', name: 'Crece', agents: 6 },
});

describe('a payment', () => {
  it('is no news once its plan is over', () => {
    expect(paidText(of('active'))).toBe('¡Listo!');
    expect(paidText(of('trialing'))).toBe('¡Listo!');
    for (const status of ['canceled', 'expired', 'past_due', 'pending'] as const)
      expect(paidText(of(status))).toBe('Este pago se hizo.');
    expect(paidText(null)).toBe('Este pago se hizo.');
  });

  it('that went back is not said to be looked at', () => {
    expect(reviewText(true)).toMatch(/te lo devolvemos completo/);
    expect(reviewText(false)).toMatch(/Lo estamos revisando/);
  });

  it('that comes when what was paid is over makes no trial of a plan', () => {
    expect(standWord(of('trialing'))).toBe('Contratado');
    expect(standWord(of('trialing', null))).toBe('En prueba');
    expect(standWord(of('past_due'))).toBe('Pago pendiente');
  });
});

it('the month of a plan says wherein it is another than that of the figures', () => {
  expect(besideText(1, 0)).toBe(
    'De las conversaciones de este mes, 1 la abrió un envío de una campaña o automatización. Cuenta para tu plan, pero Métricas no la suma: ahí cuenta la respuesta del cliente.',
  );
  expect(besideText(1200, 2)).toMatch(
    /^De las conversaciones de este mes, 1\.200 las abrieron .* Métricas suma además 2 /,
  );
  expect(besideText(0, 1)).toMatch(/^Métricas suma además 1 envío de meses anteriores/);
});
