/**
 * Chooses an approved template, fills every slot of it and sends it. One form for wherever a client or a conversation is
 * shown; who sends it says how. A category that the provider changed is shown before anything leaves.
 */
import { type FormEvent, useState } from 'react';
import type { WantedTemplate } from '../../../contract/calls/conversations.ts';
import type { MessageTemplate } from '../../../contract/entities/message-template.ts';
import { categoryText } from '../../../contract/entities/template-words.ts';
import { firstName } from '../../../contract/rules/client-name.ts';
import { TEMPLATE_VALUE_MAX } from '../../../contract/rules/message-template.ts';
import { fillNames } from '../../../contract/rules/quick-reply.ts';
import {
  emptySlot,
  type FilledSlot,
  templateSlots,
  templateWords,
} from '../../../contract/rules/template-slots.ts';
import type { Channel } from '../../../contract/states.ts';
import { CHANNEL_LABELS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { dateText } from '../../ui/dates.ts';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { toastFailure } from '../../ui/toast.ts';
import { slotLabel } from './slot-labels.ts';
import { TemplatePreview } from './template-preview.tsx';
import { useMessageTemplates } from './template-queries.ts';
import classes from './templates.module.css';

export interface ReadyTemplate extends WantedTemplate {
  /** What it says, for this browser's eyes. */
  text: string;
}

interface TemplateFormProps {
  botId: number;
  channel: Channel;
  /** What {cliente} and the first slot of the words begin with; null: many, each with their own. */
  client: string | null;
  /** The writer's name, for {agente}. */
  agent: string;
  /** What stands there until a template is chosen. */
  hint: string;
  /** The one template that it is about; absent: it is chosen here. */
  only?: string;
  /** Throws what goes wrong. */
  onSend: (template: ReadyTemplate) => Promise<unknown>;
}

export function TemplateForm(props: TemplateFormProps) {
  const { botId, channel, hint, only } = props;
  const templates = useMessageTemplates(botId, channel);
  const approved = (templates.data ?? []).filter(({ status }) => status === 'APPROVED');
  const [chosenId, setChosenId] = useState(only ?? '');
  const chosen = approved.find(({ id }) => id === chosenId) ?? null;
  const name = CHANNEL_LABELS[channel];
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
  if (only !== undefined && !chosen)
    return <p className={classes.state}>Esta plantilla ya no está aprobada: no se puede enviar.</p>;
  if (approved.length === 0) {
    return (
      <p className={classes.state}>
        {name} no permite escribir con texto libre y este chatbot no tiene plantillas aprobadas. Podrás
        responder cuando el cliente vuelva a escribir.
      </p>
    );
  }
  /** As the provider has it now; null: it may not be sent any more. */
  const latest = async (id: string) => {
    const { data } = await templates.refetch();
    return data?.find((one) => one.id === id && one.status === 'APPROVED') ?? null;
  };
  return (
    <div className={classes.picker}>
      {only === undefined ? (
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
      ) : null}
      {chosen ? (
        <Slots
          key={chosen.id}
          {...props}
          template={chosen}
          latest={latest}
          onSent={() => setChosenId(only ?? '')}
        />
      ) : (
        <p className={classes.hint}>{hint}</p>
      )}
    </div>
  );
}

interface SlotsProps extends TemplateFormProps {
  template: MessageTemplate;
  latest: (id: string) => Promise<MessageTemplate | null>;
  onSent: () => void;
}

function Slots({ template, latest, client, agent, onSend, onSent }: SlotsProps) {
  const { components, was, category } = template;
  const slots = templateSlots(components);
  const greets = slots.findIndex(({ part }) => part === 'body');
  const greeting = client === null ? '{nombre}' : firstName(client);
  // The first one of the words greets, in nearly all of them.
  const [typed, setTyped] = useState(() => slots.map((_, place) => (place === greets ? greeting : '')));
  const [sending, setSending] = useState(false);
  const filled: FilledSlot[] = slots.map(({ part, index, key }, place) => ({
    part,
    index,
    key,
    value: fillNames(typed[place] ?? '', { agente: agent, ...(client === null ? {} : { cliente: client }) }),
  }));
  const ready = emptySlot(components, filled) === null && !sending;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    setSending(true);
    try {
      const now = await latest(template.id);
      if (!now) throw new Error('Esta plantilla ya no está aprobada. Elige otra.');
      if (now.category !== category && !(await confirmCategory(category, now.category))) return;
      const { name, language } = now;
      await onSend({
        name,
        language,
        category: now.category,
        slots: filled,
        text: templateWords(components, filled),
      });
      onSent();
    } catch (error) {
      toastFailure('No se envió la plantilla', error);
    } finally {
      setSending(false);
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void send(event)}>
      {was ? (
        <p className={classes.warn} role="note">
          WhatsApp la pasó de {categoryText(was.category)} a {categoryText(category)} el {dateText(was.at)}:
          puede tener otro costo.
        </p>
      ) : null}
      {slots.map((slot, place) => {
        const { label, placeholder } = slotLabel(components, slot);
        return (
          <label key={`${slot.part} ${slot.index} ${slot.key}`} className={classes.field}>
            {label}
            <input
              value={typed[place]}
              maxLength={TEMPLATE_VALUE_MAX}
              placeholder={placeholder}
              onChange={(event) => setTyped(typed.with(place, event.currentTarget.value))}
            />
          </label>
        );
      })}
      <TemplatePreview components={components} slots={filled} />
      <button type="submit" className={classes.main} disabled={!ready}>
        Enviar plantilla
      </button>
    </form>
  );
}

const confirmCategory = (from: string, to: string) =>
  ask({
    title: 'La plantilla cambió de categoría',
    text: `WhatsApp la pasó de ${categoryText(from)} a ${categoryText(to)} mientras escribías: puede tener otro costo.`,
    confirm: 'Enviar igual',
  });
