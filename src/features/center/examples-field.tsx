/** Phrases that customers may write, one a line, with what is wrong with them told at once. */
import { Textarea } from '@mantine/core';
import { useId } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import classes from './fields.module.css';
import { type ExamplesReport, FEW_EXAMPLES } from './interaction-draft.ts';

interface ExamplesFieldProps {
  value: string;
  onChange: (value: string) => void;
  report: ExamplesReport;
  error?: string | undefined;
  disabled?: boolean;
}

const quoted = (texts: readonly string[]): string =>
  texts
    .slice(0, 3)
    .map((text) => `«${text}»`)
    .join(', ') + (texts.length > 3 ? ` y ${texts.length - 3} más` : '');

export function ExamplesField({ value, onChange, report, error, disabled = false }: ExamplesFieldProps) {
  const id = useId();
  const count = report.kept.length;
  return (
    <div>
      <Textarea
        label="Frases que escriben tus clientes"
        description="Una por línea. Mejor pocas y distintas que muchas parecidas."
        value={value}
        error={error}
        disabled={disabled}
        autosize
        minRows={4}
        maxRows={14}
        aria-describedby={`${id}-report`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div id={`${id}-report`} className={classes.report} role="status">
        <p>
          {count} de {BOT_LIMITS.botExamples} frases
          {count > 0 && count < FEW_EXAMPLES
            ? `: escribe al menos ${FEW_EXAMPLES} para que el bot aprenda`
            : ''}
        </p>
        {report.doubled.length > 0 ? (
          <p data-tone="warn">Repetidas, se guardan una vez: {quoted(report.doubled)}.</p>
        ) : null}
        {report.taken.map(({ text, by }) => (
          <p key={text} data-tone="danger">
            «{text}» ya es un ejemplo de «{by}».
          </p>
        ))}
      </div>
    </div>
  );
}
