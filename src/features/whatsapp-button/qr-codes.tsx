/** A code for each saved number: on paper, in the window, on a box. */
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { WhatsAppContact } from '../../../contract/entities/whatsapp-button.ts';
import { phoneText } from '../../../contract/rules/phone.ts';
import { whatsappLink } from '../../../contract/whatsapp-button/link.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { qrOf } from '../../ui/qr.ts';
import { saveFile } from '../../ui/save-file.ts';
import { Section } from '../../ui/screen.tsx';
import classes from './whatsapp-button.module.css';

/** Beyond it a code is so fine that phones don't read it from paper. */
const LONGEST = 400;

/** The link of a number away from any page: without the text where that speaks of the page, or is too long. */
export function paperLink({ phone, text }: Pick<WhatsAppContact, 'phone' | 'text'>): string {
  const link = whatsappLink(phone, /\{(pagina|direccion)\}/.test(text) ? '' : text);
  return link.length > LONGEST ? whatsappLink(phone, '') : link;
}

export function QrCodes({ contacts }: { contacts: readonly WhatsAppContact[] }) {
  return (
    <Section
      id="button-codes"
      title="Códigos QR"
      lead="Para imprimir: quien lo lee con su teléfono llega a la conversación."
    >
      {contacts.length === 0 ? (
        <p className={classes.quiet}>Guarda un número y aquí aparece su código.</p>
      ) : (
        <ul className={classes.codes}>
          {contacts.map((contact) => (
            <li key={contact.id}>
              <Code contact={contact} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Code({ contact }: { contact: WhatsAppContact }) {
  const { name, phone } = contact;
  const link = paperLink(contact);
  const { path, side } = useMemo(() => qrOf(link), [link]);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
  return (
    <figure className={classes.code}>
      <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={`Código QR de ${name}`}>
        <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
        <path fill="#000" d={path} />
      </svg>
      <figcaption>
        <strong>{name}</strong>
        <span>{phoneText(phone)}</span>
        <div className={classes.codeActions}>
          <Button
            size="xs"
            variant="default"
            aria-label={`Descargar el código de ${name}`}
            onClick={() => saveFile(`whatsapp-${phone.slice(1)}.svg`, svg, 'image/svg+xml')}
          >
            Descargar
          </Button>
          <CopyButton
            text={() => link}
            label="Copiar enlace"
            copied={`Enlace de ${name} copiado`}
            variant="default"
          />
        </div>
      </figcaption>
    </figure>
  );
}
