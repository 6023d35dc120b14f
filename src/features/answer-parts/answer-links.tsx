/** The buttons of an answer that open a page, while it is being written to be kept. */
import { ActionIcon, Button, TextInput } from '@mantine/core';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useRef } from 'react';
import { OFFER_LIMITS } from '../../../contract/offer-limits.ts';
import type { OfferedLink } from '../../../contract/rules/offered-links.ts';
import classes from './answer-parts.module.css';

interface AnswerLinksProps {
  links: readonly OfferedLink[];
  /** There is room for one more. */
  room: boolean;
  onChange: (links: readonly OfferedLink[]) => void;
}

export function AnswerLinks({ links, room, onChange }: AnswerLinksProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const goOn = () =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[data-last]')?.focus());
  const change = (place: number, patch: Partial<OfferedLink>) =>
    onChange(links.map((one, at) => (at === place ? { ...one, ...patch } : one)));
  return (
    <fieldset ref={box} className={classes.part}>
      <legend>Botones de enlace</legend>
      <p className={classes.hint}>
        Abren una página. WhatsApp muestra uno por mensaje y sin otros botones; Messenger e Instagram, hasta{' '}
        {OFFER_LIMITS.besideLinks} botones en total.
      </p>
      {links.map(({ label, url }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link is its place; its text and address are what is being typed
        <div key={place} className={classes.link}>
          <TextInput
            aria-label={`Texto del enlace ${place + 1}`}
            placeholder="Ver catálogo"
            value={label}
            maxLength={OFFER_LIMITS.label}
            data-last={place === links.length - 1 || undefined}
            onChange={(event) => change(place, { label: event.currentTarget.value })}
          />
          <TextInput
            aria-label={`Dirección del enlace ${place + 1}`}
            placeholder="https://"
            type="url"
            value={url}
            maxLength={OFFER_LIMITS.address}
            onChange={(event) => change(place, { url: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            aria-label={`Quitar el enlace ${place + 1}`}
            onClick={() => {
              onChange(links.filter((_, at) => at !== place));
              goOn();
            }}
          >
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconLink size={15} aria-hidden="true" />}
        disabled={!room}
        data-last={links.length === 0 || undefined}
        onClick={() => {
          onChange([...links, { label: '', url: '' }]);
          goOn();
        }}
      >
        Agregar enlace
      </Button>
    </fieldset>
  );
}

/** As they are kept: without the blanks around them. */
export const trimmedLinks = (links: readonly OfferedLink[]): OfferedLink[] =>
  links.map(({ label, url }) => ({ label: label.trim(), url: url.trim() }));
