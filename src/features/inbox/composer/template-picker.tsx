/** In the composer's place once the channel's 24 h are over: an approved template, its slots, and what it will say. */
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { clientName } from '../../../../contract/rules/client-name.ts';
import { CHANNEL_LABELS, TEXTS } from '../../../../contract/texts.ts';
import { useMay, usePlace } from '../../../bot/place-context.ts';
import { hub } from '../../../hub/hooks.ts';
import { TemplateForm } from '../../templates/template-form.tsx';
import classes from './composer.module.css';

export default function TemplatePicker({ card }: { card: Conversation }) {
  const may = useMay();
  const { user } = usePlace();
  if (!may('live', 'send-wsp')) return <p className={classes.blocked}>{TEXTS.noActionPermission}</p>;
  return (
    <TemplateForm
      botId={card.bot_id}
      channel={card.channel}
      client={clientName(card)}
      agent={user.name}
      hint={`Pasaron más de 24 h desde el último mensaje del cliente: ${CHANNEL_LABELS[card.channel]} solo acepta plantillas.`}
      onSend={({ text, ...template }) =>
        hub().send({
          botId: card.bot_id,
          conversationId: card.id,
          text,
          note: false,
          keepDraft: true,
          template,
        })
      }
    />
  );
}
