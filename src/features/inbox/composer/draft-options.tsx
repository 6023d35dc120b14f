/** The options under a draft: seen before anything is sent, how the customer gets them, and taken off again. */
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { hub } from '../../../hub/hooks.ts';
import plain from '../../../ui/plain-button.module.css';
import { toastFailure } from '../../../ui/toast.ts';
import { offerWords } from '../../answer-parts/offer-words.ts';
import classes from './draft-options.module.css';

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
      <p role="status">{offerWords(card.channel, text, labels)}</p>
    </div>
  );
}
