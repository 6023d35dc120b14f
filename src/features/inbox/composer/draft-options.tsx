/** The options under a draft: seen before anything is sent, how the customer gets them, and taken off again. */
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { OFFER_LIMITS } from '../../../../contract/offer-limits.ts';
import { type OfferForm, offerForm } from '../../../../contract/rules/offer.ts';
import { hub } from '../../../hub/hooks.ts';
import plain from '../../../ui/plain-button.module.css';
import { toastFailure } from '../../../ui/toast.ts';
import classes from './draft-options.module.css';

const WORDS: Record<OfferForm, string> = {
  buttons: 'El cliente los verá como botones bajo el texto.',
  list: 'WhatsApp los mostrará como una lista para elegir.',
  quick_replies: 'El cliente los verá bajo el texto, mientras no llegue otro mensaje.',
  words: `Con más de ${OFFER_LIMITS.whatsappText.toLocaleString('es-CL')} caracteres WhatsApp no muestra botones: saldrán como lista numerada al final del texto.`,
};

interface DraftOptionsProps {
  card: Pick<Conversation, 'id' | 'bot_id' | 'channel'>;
  labels: readonly string[];
  text: string;
  /** Its button goes away with it. */
  onRemoved: () => void;
}

export default function DraftOptions({ card, labels, text, onRemoved }: DraftOptionsProps) {
  const remove = (gone: string) => {
    onRemoved();
    hub()
      .offer(
        card.id,
        card.bot_id,
        'reply',
        labels.filter((label) => label !== gone),
      )
      .catch((error: unknown) => toastFailure('No se quitó el botón', error));
  };
  return (
    <div className={classes.options}>
      <ul aria-label="Botones del mensaje">
        {labels.map((label) => (
          <li key={label}>
            <bdi>{label}</bdi>
            <button
              type="button"
              className={plain.remove}
              aria-label={`Quitar el botón ${label}`}
              onClick={() => remove(label)}
            >
              <IconX size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <p role="status">
        {text === ''
          ? 'Escribe el texto que va sobre los botones.'
          : `${WORDS[offerForm(card.channel, text, labels)]} Con botones no se programa.`}
      </p>
    </div>
  );
}
