/** Above the field: why what is written does not leave for now, and the way to mend it for who may. */
import { Link } from '@tanstack/react-router';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { useMay } from '../../../bot/place-context.ts';
import classes from './channel.module.css';
import { useContact } from './use-contact.ts';
import { wayText } from './way-text.ts';

export function Way({ card }: { card: Conversation }) {
  return card.connection_id ? <Known card={card} /> : <Said text={wayText(null)} />;
}

function Known({ card }: { card: Conversation }) {
  const contact = useContact(card);
  return contact.data ? <Said text={wayText(contact.data)} /> : null;
}

function Said({ text }: { text: string | null }) {
  const may = useMay();
  if (text === null) return null;
  return (
    <p className={classes.way}>
      {text}{' '}
      {may('integraciones', 'read') && may('whatsapp_api', 'read') ? (
        <Link to="/whatsapp-business">Ver las conexiones</Link>
      ) : (
        'Avísale a quien administra el chatbot.'
      )}
    </p>
  );
}
