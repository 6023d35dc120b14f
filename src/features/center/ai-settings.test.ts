import { expect, it } from 'vitest';
import type { EngineSettings } from '../../../contract/entities/bot-draft.ts';
import { budgetSpent, engineFaults, engineFieldsOf, engineToSend, llmFault } from './ai-settings.ts';

const SETTINGS: EngineSettings = {
  answer_at: 0.57,
  offer_at: 0.3,
  offer_person_after: 2,
  closed_answers: [],
  wait_when_closed: true,
  areas: [],
  counterexamples: ['hola po'],
  fallback_answers: ['No entendí.'],
  choice_answers: ['¿Te refieres a…?'],
  offer_answers: ['¿Una persona?'],
};

it('shows scores as percents and sends back what it showed, without areas and what is said out of hours', () => {
  const fields = engineFieldsOf(SETTINGS);
  expect(fields).toMatchObject({ answer_at: '57', offer_at: '30' });
  const { closed_answers, wait_when_closed, areas, ...own } = SETTINGS;
  expect(engineToSend(fields)).toEqual(own);
  expect([closed_answers, wait_when_closed, areas]).toHaveLength(3);
});

it('says what is out of bounds, and an offer above the answer', () => {
  const fields = engineFieldsOf(SETTINGS);
  expect(engineFaults(fields)).toEqual({});
  expect(Object.keys(engineFaults({ ...fields, answer_at: '', fallback_answers: [' '] }))).toEqual([
    'answer_at',
    'fallback_answers',
  ]);
  expect(engineFaults({ ...fields, offer_at: '80' })).toEqual({
    offer_at: 'No puede superar la certeza para responder.',
  });
  expect(engineFaults({ ...fields, offer_person_after: '1.5' })).toHaveProperty('offer_person_after');
});

const PLAIN = {
  enabled: true,
  prompt: '',
  only_documents: true,
  chooses: false,
  helps_agents: false,
  summarizes: false,
};

it('keeps the budget within what the installation grants', () => {
  const fields = { ...PLAIN, summarize_from: '5' };
  expect(llmFault({ ...fields, daily_tokens: '50000' }, 100_000)).toBeNull();
  expect(llmFault({ ...fields, daily_tokens: '500' }, 100_000)).toContain('100.000');
  expect(llmFault({ ...fields, daily_tokens: '200000' }, 100_000)).not.toBeNull();
});

it('says that the budget is spent as soon as no answer fits into what is left of it', () => {
  const settings = {
    ...PLAIN,
    ...{ summarize_from: 5, daily_tokens: 10_000 },
    ...{
      revision: 0,
      available: true,
      model: 'm',
      most_daily_tokens: 10_000,
      answers_today: 0,
      failures_today: 0,
    },
    last_failure: null,
  };
  expect(budgetSpent({ ...settings, used_today: 9_000 })).toBe(false);
  expect(budgetSpent({ ...settings, used_today: 9_600 })).toBe(true);
  expect(budgetSpent({ ...settings, used_today: 9_600, enabled: false })).toBe(false);
});
