/** The form's fields: the button as it is kept, but what is typed stays as it was typed until it is saved. Pure. */
import type { WhatsAppButton } from '../../../contract/entities/whatsapp-button.ts';
import { parsedUrl } from '../../../contract/parsed-url.ts';
import { phoneText, readPhone } from '../../../contract/rules/phone.ts';

export type ButtonFields = Omit<WhatsAppButton, 'places'> & {
  pages: WhatsAppButton['places']['pages'];
  devices: WhatsAppButton['places']['devices'];
  /** One a line. */
  paths: string;
};
export type ContactFields = ButtonFields['contacts'][number];

export function fieldsOf({
  places: { paths, ...places },
  contacts,
  ...button
}: WhatsAppButton): ButtonFields {
  return {
    ...button,
    ...places,
    paths: paths.join('\n'),
    contacts: contacts.map((contact) => ({ ...contact, phone: phoneText(contact.phone) })),
  };
}

/** The button that was typed; a phone that can't be read stays as it was typed, and `buttonFaults` says so. */
export function buttonOf({ pages, devices, paths, contacts, ...button }: ButtonFields): WhatsAppButton {
  return {
    ...button,
    contacts: contacts.map((contact) => ({ ...contact, phone: readPhone(contact.phone) ?? contact.phone })),
    places: {
      pages,
      devices,
      paths: paths
        .split('\n')
        .map(pathOf)
        .filter((path) => path !== ''),
    },
  };
}

/** A line as a path of the site; a whole address is taken for its path. */
function pathOf(line: string): string {
  const typed = line.trim();
  const url = /^https?:\/\//i.test(typed) ? parsedUrl(typed) : null;
  return url ? decodeURI(url.pathname) : typed;
}
