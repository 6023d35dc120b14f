/** The engine's settings of a model, read and changed in place (contract `engineSettings`). */
import type { EngineSettings } from '../../../contract/entities/bot-draft.ts';
import { fieldFault } from '../../platform/http/field-fault.ts';
import type { BotModel } from '../engine/bot-model.ts';
import { ANSWER_AT, OFFER_AT } from '../engine/compile-model.ts';
import { ConditionFault, readCondition } from '../engine/condition.ts';

/** With what holds where the owner chose nothing. */
export function settingsOf({
  settings = {},
  handoff,
  fallback,
  choice,
  counterexamples,
}: BotModel): EngineSettings {
  return {
    answer_at: settings.answer_at ?? ANSWER_AT,
    offer_at: settings.offer_at ?? OFFER_AT,
    offer_person_after: handoff.offerAfterFallbacks,
    closed_answers: settings.closed_answers ?? [],
    wait_when_closed: settings.wait_when_closed ?? true,
    areas: settings.areas ?? [],
    counterexamples: counterexamples ?? [],
    fallback_answers: fallback.answers,
    choice_answers: choice.answers,
    offer_answers: handoff.offer.answers,
  };
}

/** What is absent stays. Throws rule at the field. */
export function changeSettings(
  model: BotModel,
  wish: { [K in keyof EngineSettings]?: EngineSettings[K] | undefined },
): void {
  const { offer_person_after, counterexamples, fallback_answers, choice_answers, offer_answers, ...own } =
    wish;
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  const settings = { ...model.settings, ...given };
  if ((settings.offer_at ?? OFFER_AT) > (settings.answer_at ?? ANSWER_AT))
    throw fieldFault('offer_at', 'El puntaje para ofrecer no puede superar al puntaje para responder.');
  for (const [place, { condition }] of (settings.areas ?? []).entries()) {
    try {
      if (condition !== null) readCondition(condition);
    } catch (error) {
      if (error instanceof ConditionFault) throw fieldFault(`areas.${place}.condition`, error.message);
      throw error;
    }
  }
  model.settings = settings;
  if (offer_person_after !== undefined) model.handoff.offerAfterFallbacks = offer_person_after;
  if (counterexamples !== undefined) model.counterexamples = counterexamples;
  if (fallback_answers !== undefined) model.fallback.answers = fallback_answers;
  if (choice_answers !== undefined) model.choice.answers = choice_answers;
  if (offer_answers !== undefined) model.handoff.offer.answers = offer_answers;
}
