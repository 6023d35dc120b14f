/** What was offered, as the customer saw it (buttons, or a list), and which of it they pressed. */
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import type { Button } from '../../../../contract/entities/message.ts';
import { linkHost } from '../../../../contract/rules/link-host.ts';
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import classes from './message-bubble.module.css';

/** More than these WhatsApp shows as a list to choose from. */
export const WHATSAPP_BUTTONS = 3;

interface OfferedButtonsProps {
  buttons: readonly Button[];
  /** Id of the pressed one; null: none, or they typed. */
  chosen: string | null;
  by: 'bot' | 'agent';
  list: boolean;
}

/** Its text; of a link the page that it opens as well, with its host to be read. */
function Label({ label, url }: Button) {
  const host = url === undefined ? null : linkHost(url);
  if (host === null) return <bdi>{plainLine(label)}</bdi>;
  return (
    <a href={url} title={url} target="_blank" rel="noopener noreferrer nofollow">
      <bdi>{plainLine(label)}</bdi> ↗ <bdi>{host}</bdi>
    </a>
  );
}

export function OfferedButtons({ buttons, chosen, by, list }: OfferedButtonsProps) {
  return (
    <ul
      className={list ? classes.list : classes.chips}
      aria-label={by === 'bot' ? 'Opciones que ofreció el bot' : 'Opciones del mensaje'}
    >
      {buttons.map((button) => (
        <li key={button.id} data-chosen={button.id === chosen || undefined}>
          {button.id === chosen ? <IconCheck size={12} aria-hidden="true" /> : null}
          <Label {...button} />
          {button.id === chosen ? <span className="visually-hidden"> (la eligió el cliente)</span> : null}
        </li>
      ))}
    </ul>
  );
}
