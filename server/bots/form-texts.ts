/** The forms of a bot's own fields in words: what somebody else sees whose save would go over them. */
import { ANSWER_OWNERS } from '../../contract/calendar/answer-deadline-labels.ts';
import {
  ANSWER_KINDS,
  type AnswerDeadlines,
  type AnswerPair,
} from '../../contract/entities/answer-deadlines.ts';
import type { BotLook } from '../../contract/entities/bot.ts';
import { MENU_WORDS, SIDE_WORDS } from '../../contract/entities/look-words.ts';
import { type FormTexts, yesNo } from '../audit/bot-forms.ts';

/** The fields that the forms show. */
export interface FormColumns {
  bot_name: string;
  web: string | null;
  description: string;
  business_type: { name?: string } | null;
  color: string;
  welcome: string;
  position: BotLook['position'];
  launcher: string;
  menu: BotLook['menu'];
  auto_assign: boolean;
  inactive_after_minutes: number | null;
  close_after_minutes: number | null;
  wait_soon_minutes: number;
  wait_late_minutes: number;
  answer_deadlines: AnswerDeadlines;
  inactive_message: string;
  closed_message: string;
  returned_message: string;
  visits: boolean;
}

const minutes = (value: number | null) =>
  value === null ? 'Nunca' : value === 1 ? '1 minuto' : `${value.toLocaleString('es-CL')} minutos`;
const text = (value: string | null | undefined) => value || null;

/** Deadlines for answers, one field each. */
export function deadlineTexts({ answer_deadlines: rules }: Pick<FormColumns, 'answer_deadlines'>): FormTexts {
  const none = (value: number | null | undefined) => (value == null ? null : minutes(value));
  const own: Partial<Record<(typeof ANSWER_OWNERS)[number], AnswerPair>> = {
    ...rules.priorities,
    ...rules.areas,
  };
  return {
    answer_first: none(rules.first),
    answer_next: none(rules.next),
    ...Object.fromEntries(
      ANSWER_OWNERS.flatMap((of) =>
        ANSWER_KINDS.map((kind) => [`answer_${kind}_${of}`, none(own[of]?.[kind])]),
      ),
    ),
    answer_warn_percent: `${rules.warn_percent} %`,
    answer_open_hours: rules.open_hours ? 'Solo en horario de atención' : 'Todas las horas',
  };
}

/** Each form's fields, as they are now. */
function textsOf(bot: FormColumns): Record<'data' | 'look' | 'attention' | 'deadlines' | 'menu', FormTexts> {
  return {
    data: {
      bot_name: bot.bot_name,
      web: bot.web,
      business_type: text(bot.business_type?.name),
      description: text(bot.description),
    },
    look: {
      color: bot.color,
      position: SIDE_WORDS[bot.position],
      launcher: bot.launcher === '' ? 'Un ícono' : bot.launcher,
      welcome: text(bot.welcome),
    },
    attention: {
      auto_assign: yesNo(bot.auto_assign),
      inactive_after_minutes: minutes(bot.inactive_after_minutes),
      close_after_minutes: minutes(bot.close_after_minutes),
      wait_soon_minutes: minutes(bot.wait_soon_minutes),
      wait_late_minutes: minutes(bot.wait_late_minutes),
      inactive_message: text(bot.inactive_message),
      closed_message: text(bot.closed_message),
      returned_message: text(bot.returned_message),
      visits: yesNo(bot.visits),
    },
    deadlines: deadlineTexts(bot),
    menu: { menu: MENU_WORDS[bot.menu] },
  };
}

/** The forms that a change is about, as they stood before it. */
export function changedForms(before: FormColumns, after: FormColumns): Partial<ReturnType<typeof textsOf>> {
  const [were, are] = [textsOf(before), textsOf(after)];
  const names = Object.keys(were) as (keyof typeof were)[];
  return Object.fromEntries(
    names
      .filter((form) => Object.keys(were[form]).some((field) => were[form][field] !== are[form][field]))
      .map((form) => [form, were[form]]),
  );
}
