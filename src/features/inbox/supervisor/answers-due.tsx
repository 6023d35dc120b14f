/** How many answers of somebody, or of nobody, are late or nearly: each figure opens the list of them. */
import type { AnswerLevel } from '../../../../contract/entities/answer-deadlines.ts';
import type { SupervisionView } from '../../../../workers/hub/surface/views.ts';
import { figure } from '../../../ui/money.ts';
import classes from './supervisor.module.css';

const WORDS: Record<AnswerLevel, (count: number) => string> = {
  late: (count) => (count === 1 ? '1 respuesta vencida' : `${figure(count)} respuestas vencidas`),
  near: (count) => `${figure(count)} por vencer`,
};

interface AnswersDueProps {
  /** Null: what nobody has. */
  agentId: number | null;
  /** Whose, for who does not see where it stands. */
  whose: string;
  answers: SupervisionView['answers'];
  onShow: (agentId: number | null, level: AnswerLevel) => void;
}

export function AnswersDue({ agentId, whose, answers, onShow }: AnswersDueProps) {
  const { near = 0, late = 0 } = answers.find(({ agent_id }) => agent_id === agentId) ?? {};
  // Nothing below zero is shown, as of every figure (docs/product.md §4).
  const shown = (
    [
      ['late', late],
      ['near', near],
    ] as const
  ).filter(([, count]) => count > 0);
  if (shown.length === 0) return null;
  return (
    <p className={classes.answers}>
      {shown.map(([level, count]) => (
        <button
          key={level}
          type="button"
          className={classes.due}
          data-level={level}
          aria-label={`${WORDS[level](count)}, ${whose}: ver en la lista`}
          onClick={() => onShow(agentId, level)}
        >
          {WORDS[level](count)}
        </button>
      ))}
    </p>
  );
}
