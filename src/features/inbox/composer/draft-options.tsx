/** The options and links under a draft: seen before anything is sent, how the customer gets them, and taken off again. */
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useEffect } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { offerFaultAt } from '../../../../contract/rules/offer.ts';
import type { OfferedLink } from '../../../../contract/rules/offered-links.ts';
import type { DraftOffer } from '../../../../workers/hub/surface/api.ts';
import { hub } from '../../../hub/hooks.ts';
import plain from '../../../ui/plain-button.module.css';
import { toastFailure } from '../../../ui/toast.ts';
import { offerWords } from '../../answer-parts/offer-words.ts';
import classes from './draft-options.module.css';

interface DraftOptionsProps {
  card: Pick<Conversation, 'id' | 'bot_id' | 'channel'>;
  labels: readonly string[];
  links: readonly OfferedLink[];
  text: string;
  /** Hears whether they can't leave so. */
  onFault: (faulty: boolean) => void;
  /** Its button goes away with it. */
  onRemoved: () => void;
}

export default function DraftOptions({ card, labels, links, text, onFault, onRemoved }: DraftOptionsProps) {
  const keep = (left: DraftOffer) => {
    onRemoved();
    hub()
      .offer(card.id, card.bot_id, 'reply', left)
      .catch((error: unknown) => toastFailure('No se quitó el botón', error));
  };
  const fault = offerFaultAt(card.channel, labels, links) !== null;
  useEffect(() => {
    onFault(fault);
    return () => onFault(false);
  }, [fault, onFault]);
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
              onClick={() => keep({ buttons: labels.filter((one) => one !== label) })}
            >
              <IconX size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
        {links.map((link) => (
          <li key={`${link.label} ${link.url}`}>
            <bdi>{link.label}</bdi>
            <bdi className={classes.address}>{link.url}</bdi>
            <button
              type="button"
              className={plain.remove}
              aria-label={`Quitar el enlace ${link.label}`}
              onClick={() => keep({ links: links.filter((one) => one !== link) })}
            >
              <IconX size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <p role="status" data-fault={fault || undefined}>
        {offerWords(card.channel, text, labels, links)}
      </p>
    </div>
  );
}
