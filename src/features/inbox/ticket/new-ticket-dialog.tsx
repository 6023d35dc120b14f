/** A new ticket: from the conversation at hand, for a client, or by hand. */
import { Button, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ticketCalls } from '../../../../contract/calls/tickets.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import {
  TICKET_LIMITS,
  TICKET_PRIORITIES,
  TICKET_PRIORITY_LABELS,
  type TicketPriority,
} from '../../../../contract/rules/tickets.ts';
import { AREAS, type Area } from '../../../../contract/states.ts';
import { fieldErrors, sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { usePlace } from '../../../bot/place-context.ts';
import '../../../ui/dialog-styles.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { loadTicketHelp } from '../help-from-model/parts.ts';

const TicketHelp = lazyPart(loadTicketHelp);

interface NewTicketDialogProps {
  /** What it is made from; without it, by hand. */
  from?: {
    conversationId?: string;
    leadId?: string;
    name: string;
    subject?: string;
    category?: Area | null;
    /** The closed one that it goes on with. */
    continues?: { id: string; code: string };
  };
  onClose: () => void;
  /** Default: the ticket opens. */
  onMade?: (id: string) => void;
}

export default function NewTicketDialog({ from, onClose, onMade }: NewTicketDialogProps) {
  useFocusBack();
  const { place, user } = usePlace();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const [subject, setSubject] = useState((from?.subject ?? '').slice(0, TICKET_LIMITS.subject));
  const [text, setText] = useState('');
  const [priority, setPriority] = useState<TicketPriority>('normal');
  const [category, setCategory] = useState<Area | ''>(from?.category ?? '');
  const [mine, setMine] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const create = useMutation({
    mutationFn: () =>
      call(ticketCalls.createTicket, {
        body: {
          bot_id: place.bot.id,
          subject,
          priority,
          category: category === '' ? null : category,
          temporal_id: key,
          ...(text.trim() === '' ? {} : { text }),
          ...(from?.conversationId ? { conversation_id: from.conversationId } : {}),
          ...(from?.leadId ? { lead_id: from.leadId } : {}),
          ...(from?.continues ? { continues: from.continues.id } : {}),
          ...(mine ? { assignee: user.id } : {}),
        },
      }),
    onSuccess: ({ id, tracking_code }) => {
      void queries.invalidateQueries({ queryKey: ['tickets', place.bot.id] });
      toastSuccess(`${tracking_code} creado`);
      onClose();
      if (onMade) onMade(id);
      else void navigate({ to: '/tickets', search: { ticket: id } as never });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = subject.trim() === '' ? 'Escribe el asunto del ticket.' : null;
    setProblem(missing);
    if (missing === null) create.mutate();
  };
  const fault = create.error ? (fieldErrors(create.error)['subject'] ?? null) : null;
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      title={
        from?.continues
          ? `Continuar ${from.continues.code}`
          : from
            ? `Crear ticket de ${from.name}`
            : 'Nuevo ticket'
      }
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Asunto"
          data-autofocus
          mb="sm"
          maxLength={TICKET_LIMITS.subject}
          value={subject}
          error={problem ?? fault}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        {from?.conversationId && place.bot.model_help === true ? (
          <TicketHelp
            conversationId={from.conversationId}
            onUse={(proposed) => {
              if (proposed.subject !== null) setSubject(proposed.subject);
              // An area that it does not know stays as it was chosen.
              if (proposed.category !== null) setCategory(proposed.category);
            }}
          />
        ) : null}
        <Textarea
          label="Nota para tu equipo"
          description="El cliente no la ve."
          mb="sm"
          rows={3}
          maxLength={LIMITS.messageText}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <NativeSelect
          label="Prioridad"
          mb="sm"
          value={priority}
          onChange={(event) => setPriority(event.currentTarget.value as TicketPriority)}
          data={TICKET_PRIORITIES.map((value) => ({ value, label: TICKET_PRIORITY_LABELS[value] }))}
        />
        <NativeSelect
          label="Área"
          mb="sm"
          value={category}
          onChange={(event) => setCategory(event.currentTarget.value as Area | '')}
          data={[{ value: '', label: 'Sin área' }, ...AREAS.map((value) => ({ value, label: value }))]}
        />
        <NativeSelect
          label="Asignado a"
          mb="md"
          value={mine ? 'me' : ''}
          onChange={(event) => setMine(event.currentTarget.value === 'me')}
          data={[
            { value: '', label: 'Sin asignar' },
            { value: 'me', label: 'A mí' },
          ]}
        />
        {create.error && fault === null ? <p role="alert">{sentence(create.error)}</p> : null}
        <Button type="submit" loading={create.isPending} fullWidth>
          Crear ticket
        </Button>
      </form>
    </Modal>
  );
}
