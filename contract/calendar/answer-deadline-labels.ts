/** The fields of deadlines for answers, as the form, conflicts and records of changes name them. */
import { ANSWER_KINDS, type AnswerKind } from '../entities/answer-deadlines.ts';
import { CONVERSATION_PRIORITIES, type ConversationPriority } from '../states.ts';
import { PRIORITY_LABELS } from '../texts.ts';

const KINDS: Record<AnswerKind, string> = { first: 'Primera respuesta', next: 'Siguientes respuestas' };

/** 'Primera respuesta', 'Primera respuesta, prioridad Urgente'. @param priority null: of all */
export const answerLabel = (kind: AnswerKind, priority: ConversationPriority | null): string =>
  priority === null ? KINDS[kind] : `${KINDS[kind]}, prioridad ${PRIORITY_LABELS[priority]}`;

/** By the columns of records of changes. */
export const ANSWER_COLUMN_LABELS: Readonly<Record<string, string>> = {
  answer_first: 'Plazo de la primera respuesta',
  answer_next: 'Plazo de las siguientes respuestas',
  ...Object.fromEntries(
    CONVERSATION_PRIORITIES.flatMap((priority) =>
      ANSWER_KINDS.map((kind) => [`answer_${kind}_${priority}`, answerLabel(kind, priority)]),
    ),
  ),
  answer_warn_percent: 'Aviso del plazo',
  answer_open_hours: 'Cómo corre el plazo',
};
