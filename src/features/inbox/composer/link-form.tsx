/** 'Botón de enlace': a text and the address that it opens, put under the draft; seen whole before anything is sent. */
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { OFFER_LIMITS } from '../../../../contract/offer-limits.ts';
import { linkAddress } from '../../../../contract/rules/link-address.ts';
import { offerFaultAt } from '../../../../contract/rules/offer.ts';
import type { OfferedLink } from '../../../../contract/rules/offered-links.ts';
import { hub } from '../../../hub/hooks.ts';
import { toastFailure } from '../../../ui/toast.ts';
import classes from './draft-options.module.css';

interface LinkFormProps {
  card: Pick<Conversation, 'id' | 'bot_id' | 'channel'>;
  labels: readonly string[];
  links: readonly OfferedLink[];
  onClose: () => void;
}

export default function LinkForm({ card, labels, links, onClose }: LinkFormProps) {
  const [label, setLabel] = useState('');
  const [address, setAddress] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const { url = address } = linkAddress(address);
    const all = [...links, { label: label.trim(), url }];
    const found = offerFaultAt(card.channel, labels, all);
    setFault(found);
    if (found !== null) return;
    hub()
      .offer(card.id, card.bot_id, 'reply', { links: all })
      .then(onClose, (error: unknown) => toastFailure('No se agregó el enlace', error));
  };
  return (
    <form
      className={classes.form}
      noValidate
      aria-label="Botón de enlace"
      onSubmit={add}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <TextInput
        label="Texto del botón"
        placeholder="Ver catálogo"
        value={label}
        maxLength={OFFER_LIMITS.label}
        autoFocus
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <TextInput
        label="Dirección que abre"
        placeholder="https://"
        type="url"
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <Button type="submit" size="xs">
        Agregar enlace
      </Button>
      <Button variant="default" size="xs" onClick={onClose}>
        Cancelar
      </Button>
      {fault === null ? null : (
        <p role="alert" data-fault>
          {fault}
        </p>
      )}
    </form>
  );
}
