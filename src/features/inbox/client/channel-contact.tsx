/** Who the customer is to the channel: the name of their profile, their number or id, and what of ours they write to. */
import { useState } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { CHANNEL_LABELS } from '../../../../contract/texts.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useMay } from '../../../bot/place-context.ts';
import button from '../../../ui/plain-button.module.css';
import { useContact } from '../channel/use-contact.ts';
import classes from './channel-contact.module.css';

const SendTemplateDialog = lazyPart(() => import('../../templates/send-template-dialog.tsx'));

export default function ChannelContact({ card }: { card: Conversation }) {
  const may = useMay();
  const [sending, setSending] = useState(false);
  const known = useContact(card).data;
  const name = CHANNEL_LABELS[card.channel];
  const facts: [string, string | null | undefined][] = known
    ? [
        [`Nombre en ${name}`, known.profile_name],
        ['Usuario', known.username === null ? null : `@${known.username}`],
        ['Número', known.phone === null ? null : `+${known.phone}`],
        ['Identificador', known.phone === null ? known.user_id : null],
        ['Escribe a', known.connection],
      ]
    : [];
  const shown = facts.filter(([, value]) => value);
  return (
    <section className={classes.contact} aria-label={name}>
      {shown.length > 0 ? (
        <dl>
          {shown.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {card.channel === 'whatsapp' && may('crm', 'send-wsp') && may('live', 'send-wsp') ? (
        <button type="button" className={button.medium} onClick={() => setSending(true)}>
          Enviar una plantilla
        </button>
      ) : null}
      {sending ? (
        <SendTemplateDialog
          lead={{ id: card.lead_id, name: card.lead_name }}
          onClose={() => setSending(false)}
        />
      ) : null}
    </section>
  );
}
