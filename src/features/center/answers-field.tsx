/** What the bot answers: one text, or several of which it says one. */
import { ActionIcon, Button, Textarea } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useId, useRef } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import classes from './fields.module.css';

/** Texts have no name but their place. */
const PLACES = Array.from({ length: BOT_LIMITS.botAnswers }, (_, place) => `answer-${place}`);

interface AnswersFieldProps {
  label: string;
  description?: string;
  answers: readonly string[];
  onChange: (answers: string[]) => void;
  error?: string | undefined;
  disabled?: boolean;
  /** A heading above says it already. */
  quiet?: boolean;
  /** How many texts there may be. */
  most?: number;
}

export function AnswersField(props: AnswersFieldProps) {
  const { label, description, answers, onChange, error, disabled = false } = props;
  const { quiet = false, most = BOT_LIMITS.botAnswers } = props;
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const put = (place: number, text: string) =>
    onChange(answers.map((one, index) => (index === place ? text : one)));
  const add = () => {
    onChange([...answers, '']);
    // The new field is where one goes on typing.
    requestAnimationFrame(() => [...(box.current?.querySelectorAll('textarea') ?? [])].at(-1)?.focus());
  };
  return (
    <fieldset ref={box} className={classes.group} aria-describedby={`${id}-more`}>
      <legend className={quiet ? 'visually-hidden' : undefined}>{label}</legend>
      <p id={`${id}-more`} className={classes.hint}>
        {description ??
          'Si escribes varias, el bot elige una al azar. {nombre} es el primer nombre del cliente, si se sabe.'}
      </p>
      {answers.map((text, place) => (
        <div key={PLACES[place]} className={classes.line}>
          <Textarea
            aria-label={answers.length === 1 ? label : `${label} ${place + 1}`}
            value={text}
            disabled={disabled}
            autosize
            minRows={2}
            maxRows={12}
            error={
              text.length > BOT_LIMITS.botAnswer
                ? `${text.length.toLocaleString('es-CL')} de ${BOT_LIMITS.botAnswer.toLocaleString('es-CL')} caracteres`
                : undefined
            }
            onChange={(event) => put(place, event.currentTarget.value)}
          />
          {answers.length > 1 ? (
            <ActionIcon
              aria-label={`Quitar ${label.toLowerCase()} ${place + 1}`}
              disabled={disabled}
              onClick={() => onChange(answers.filter((_, index) => index !== place))}
            >
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
          ) : null}
        </div>
      ))}
      {error ? (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      ) : null}
      {answers.length < most ? (
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={disabled}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={add}
        >
          Agregar otra versión
        </Button>
      ) : (
        <p className={classes.hint}>Llegaste al máximo de {most} versiones.</p>
      )}
    </fieldset>
  );
}
