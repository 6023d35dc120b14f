/** The fields of deadlines for answers, as the form, conflicts and records of changes name them. */
import { ANSWER_KINDS, type AnswerKind, type AnswerSource } from '../entities/answer-deadlines.ts';
import { AREAS, type Area, CONVERSATION_PRIORITIES, type ConversationPriority } from '../states.ts';
import { PRIORITY_LABELS } from '../texts.ts';

const KINDS: Record<AnswerKind, string> = { first: 'Primera respuesta', next: 'Siguientes respuestas' };

/** What may have minutes of its own. */
export const ANSWER_OWNERS: readonly (ConversationPriority | Area)[] = [...CONVERSATION_PRIORITIES, ...AREAS];
const isArea = (one: ConversationPriority | Area): one is Area => AREAS.some((area) => area === one);

/** 'Primera respuesta', 'Primera respuesta, prioridad Urgente', 'Primera respuesta, área soporte'. @param of null: of all */
export function answerLabel(kind: AnswerKind, of: ConversationPriority | Area | null): string {
  if (of === null) return KINDS[kind];
  return `${KINDS[kind]}, ${isArea(of) ? `área ${of}` : `prioridad ${PRIORITY_LABELS[of]}`}`;
}

/** 'por el área soporte', 'por la prioridad Urgente'; empty: by the minutes of all. */
export function answerSourceText(
  by: AnswerSource | undefined,
  { priority, category }: { priority?: ConversationPriority | null | undefined; category: Area | null },
): string {
  if (by === 'area' && category !== null) return `por el área ${category}`;
  return by === 'priority' && priority ? `por la prioridad ${PRIORITY_LABELS[priority]}` : '';
}

/** By the columns of records of changes. */
export const ANSWER_COLUMN_LABELS: Readonly<Record<string, string>> = {
  answer_first: 'Plazo de la primera respuesta',
  answer_next: 'Plazo de las siguientes respuestas',
  ...Object.fromEntries(
    ANSWER_OWNERS.flatMap((of) =>
      ANSWER_KINDS.map((kind) => [`answer_${kind}_${of}`, answerLabel(kind, of)]),
    ),
  ),
  answer_warn_percent: 'Aviso del plazo',
  answer_open_hours: 'Cómo corre el plazo',
};
