/** In the composer's place once the channel's 24 h are over: an approved template, its values, and what it will say. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { inboxToolCalls } from '../../../../contract/calls/inbox-tools.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import type { MessageTemplate } from '../../../../contract/entities/message-template.ts';
import { clientName, firstName } from '../../../../contract/rules/client-name.ts';
import {
  TEMPLATE_VALUE_MAX,
  templateReady,
  templateText,
  templateVariables,
} from '../../../../contract/rules/message-template.ts';
import { fillNames } from '../../../../contract/rules/quick-reply.ts';
import { CHANNEL_LABELS, TEXTS } from '../../../../contract/texts.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useMay, usePlace } from '../../../bot/place-context.ts';
import { hub } from '../../../hub/hooks.ts';
import { toastFailure } from '../../../ui/toast.ts';
import classes from './template-picker.module.css';

export default function TemplatePicker({ card }: { card: Conversation }) {
  const may = useMay();
  const templates = useQuery({
    queryKey: ['message-templates', card.bot_id, card.channel],
    queryFn: ({ signal }) =>
      call(inboxToolCalls.messageTemplates, {
        params: { botId: card.bot_id },
        query: { channel: card.channel },
        signal,
      }),
  });
  const approved = (templates.data ?? []).filter(({ status }) => status === 'APPROVED');
  const [chosenId, setChosenId] = useState('');
  const chosen = approved.find(({ id }) => id === chosenId) ?? null;
  const name = CHANNEL_LABELS[card.channel];
  if (!may('live', 'send-wsp')) return <p className={classes.state}>{TEXTS.noActionPermission}</p>;
  if (templates.isPending) {
    return (
      <p className={classes.state} role="status">
        Cargando plantillas…
      </p>
    );
  }
  if (templates.error && !templates.data) {
    return (
      <div className={classes.state} role="alert">
        <p>{sentence(templates.error)}</p>
        <button type="button" className={classes.plain} onClick={() => void templates.refetch()}>
          Reintentar
        </button>
      </div>
    );
  }
  if (approved.length === 0) {
    return (
      <p className={classes.state}>
        {name} ya no permite responder con texto libre y este chatbot no tiene plantillas aprobadas. Podrás
        responder cuando el cliente vuelva a escribir.
      </p>
    );
  }
  return (
    <div className={classes.picker}>
      <label className={classes.field}>
        Plantilla
        <select value={chosenId} onChange={(event) => setChosenId(event.currentTarget.value)}>
          <option value="">Elige una plantilla aprobada…</option>
          {approved.map((template) => (
            <option key={template.id} value={template.id}>
              {template.name} ({template.language})
            </option>
          ))}
        </select>
      </label>
      {chosen ? (
        <Values key={chosen.id} card={card} template={chosen} onSent={() => setChosenId('')} />
      ) : (
        <p className={classes.hint}>
          Pasaron más de 24 h desde el último mensaje del cliente: {name} solo acepta plantillas.
        </p>
      )}
    </div>
  );
}

interface ValuesProps {
  card: Conversation;
  template: MessageTemplate;
  onSent: () => void;
}

function Values({ card, template, onSent }: ValuesProps) {
  const { user } = usePlace();
  const client = clientName(card);
  const count = templateVariables(template.body);
  // The first one greets, in nearly all of them.
  const [typed, setTyped] = useState(() =>
    Array.from({ length: count }, (_, place) => (place === 0 ? firstName(client) : '')),
  );
  const values = typed.map((value) => fillNames(value, { cliente: client, agente: user.name }));
  const [sending, setSending] = useState(false);
  const ready = templateReady(template.body, values) && !sending;
  const text = templateText(template, values);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    setSending(true);
    try {
      await hub().send({
        botId: card.bot_id,
        conversationId: card.id,
        text,
        note: false,
        keepDraft: true,
        template: { id: template.id, values },
      });
      onSent();
    } catch (error) {
      setSending(false);
      toastFailure('No se envió la plantilla', error);
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void send(event)}>
      {Array.from({ length: count }, (_, place) => place + 1).map((number) => (
        <label key={number} className={classes.field}>
          Dato {number}
          <input
            value={typed[number - 1]}
            maxLength={TEMPLATE_VALUE_MAX}
            placeholder={`Va en {{${number}}}`}
            onChange={(event) => setTyped(typed.with(number - 1, event.currentTarget.value))}
          />
        </label>
      ))}
      <figure className={classes.preview}>
        <figcaption>Así la verá el cliente</figcaption>
        {text}
        {template.buttons.length > 0 ? (
          <ul>
            {template.buttons.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        ) : null}
      </figure>
      <button type="submit" className={classes.main} disabled={!ready}>
        Enviar plantilla
      </button>
    </form>
  );
}
