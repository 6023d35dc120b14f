/** The buttons of an answer that is being written to be kept. */
import { ActionIcon, Button, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useRef } from 'react';
import { OFFER_LIMITS } from '../../../contract/offer-limits.ts';
import classes from './answer-parts.module.css';

interface AnswerButtonsProps {
  labels: readonly string[];
  /** Links that stand beside them count, too. */
  beside: number;
  error: string | undefined;
  onChange: (labels: readonly string[]) => void;
}

export function AnswerButtons({ labels, beside, error, onChange }: AnswerButtonsProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  /** The last field, or the button that adds one, after the page has it. */
  const goOn = () =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[data-last]')?.focus());
  return (
    <fieldset ref={box} className={classes.part}>
      <legend>Botones</legend>
      <p className={classes.hint}>
        Lo que el cliente puede tocar para responder. Hasta {OFFER_LIMITS.options}, de {OFFER_LIMITS.label}{' '}
        caracteres; WhatsApp muestra más de 3 como lista.
      </p>
      {labels.map((label, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a button is its place; its label is what is being typed
        <div key={place} className={classes.label}>
          <TextInput
            aria-label={`Botón ${place + 1}`}
            value={label}
            maxLength={OFFER_LIMITS.label}
            data-last={place === labels.length - 1 || undefined}
            onChange={(event) => {
              const { value } = event.currentTarget;
              onChange(labels.map((one, at) => (at === place ? value : one)));
            }}
          />
          <ActionIcon
            variant="subtle"
            aria-label={`Quitar el botón ${place + 1}`}
            onClick={() => {
              onChange(labels.filter((_, at) => at !== place));
              goOn();
            }}
          >
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {error ? (
        <p role="alert" className={classes.fault}>
          {error}
        </p>
      ) : null}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={15} aria-hidden="true" />}
        disabled={labels.length + beside >= OFFER_LIMITS.options}
        data-last={labels.length === 0 || undefined}
        onClick={() => {
          onChange([...labels, '']);
          goOn();
        }}
      >
        Agregar botón
      </Button>
    </fieldset>
  );
}
