import { expect, it } from 'vitest';
import type { CampaignDetail } from '../../../contract/entities/campaign.ts';
import type { WabaTemplate } from '../../../contract/entities/waba-template.ts';
import { EMPTY_PLAN, type PlanState, planOf, stateOf, unfilled, whenFault } from './plan-state.ts';

const AT = { botId: 64, zone: 'America/Santiago' };
const template = {
  name: 'promo',
  language: 'es',
  components: [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Hola {{1}}, tu código es {{2}}' },
  ],
} as WabaTemplate;
const whole: PlanState = {
  ...EMPTY_PLAN,
  connectionId: 'n',
  template: { name: 'promo', language: 'es' },
  kind: 'lead_ids',
  picked: [{ id: 'a', name: 'Ana' }],
  slots: {
    'header 0 1': { field: '', value: 'https://tienda.cl/a.jpg' },
    'body 0 2': { field: 'field.codigo', value: ' ANA10 ' },
  },
};

it('makes the plan: the first of the words greets, a field has its fallback, words are fixed', () => {
  expect(planOf(whole, template, AT)).toEqual({
    bot_id: 64,
    connection_id: 'n',
    template: { name: 'promo', language: 'es' },
    slots: [
      { part: 'header', index: 0, key: '1', value: 'https://tienda.cl/a.jpg' },
      { part: 'body', index: 0, key: '1', field: 'first_name' },
      { part: 'body', index: 0, key: '2', field: 'field.codigo', fallback: 'ANA10' },
    ],
    audience: { lead_ids: ['a'] },
    send_at: null,
  });
});

it('is none while something is missing', () => {
  expect(planOf({ ...whole, connectionId: '' }, template, AT)).toBeNull();
  expect(planOf({ ...whole, kind: 'segment' }, template, AT)).toBeNull();
  expect(planOf(whole, null, AT)).toBeNull();
  const noPicture = { ...whole, slots: { 'body 0 2': { field: 'name', value: '' } } };
  expect(unfilled(noPicture, template)).toMatchObject({ part: 'header' });
});

it('names no column of a file that is not its audience any more', () => {
  const file = { id: 'f', columns: ['Código'] } as never;
  const byFile: PlanState = {
    ...whole,
    kind: 'file',
    file,
    slots: { ...whole.slots, 'body 0 2': { field: 'file.Código', value: '' } },
  };
  expect(unfilled(byFile, template)).toBeNull();
  expect(unfilled({ ...byFile, kind: 'lead_ids' }, template)).toMatchObject({ part: 'body', key: '2' });
});

it('says the same plan after its draft was opened again', () => {
  const later: PlanState = { ...whole, name: 'Noviembre', when: 'later', day: '2026-11-28', time: '09:30' };
  const plan = planOf(later, template, AT);
  expect(plan?.send_at).toEqual({ local: '2026-11-28T09:30', zone: AT.zone });
  const again = stateOf({ ...plan, name: 'Noviembre', file: null } as unknown as CampaignDetail);
  expect(planOf(again, template, AT)).toEqual(plan);
});

it('wants a time that has not passed', () => {
  const now = Date.parse('2026-11-28T12:00:00Z');
  const fault = (day: string, time: string) =>
    whenFault({ ...whole, when: 'later', day, time }, AT.zone, now);
  expect(fault('', '09:30')).toBe('Elige el día y la hora.');
  expect(fault('2026-11-28', '09:00')).toBe('Elige una hora que todavía no pasa.');
  expect(fault('2026-11-28', '09:01')).toBeNull();
  expect(fault('2026-11-28', '25:00')).toBe('Escribe una hora de 00:00 a 23:59, por ejemplo 09:30.');
});
