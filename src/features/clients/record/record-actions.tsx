/** What can be done about a client as a whole: writing to them, blocking, merging, their data as a file, erasing. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { clientCalls } from '../../../../contract/calls/clients.ts';
import { conversationLifeCalls } from '../../../../contract/calls/conversation-life.ts';
import type { Lead } from '../../../../contract/entities/lead.ts';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { inboxPath } from '../../../base/client-config.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useMay } from '../../../bot/place-context.ts';
import { AllowedButton } from '../../../ui/allowed-button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toastFailure } from '../../../ui/toast.ts';
import { useBlock } from '../../inbox/client/block-client.ts';
import { useDeleteClient } from '../../inbox/client/delete-client.ts';

const NewTicketDialog = lazyPart(() => import('../../inbox/ticket/new-ticket-dialog.tsx'));

interface RecordActionsProps {
  lead: Lead;
  /** Where the record came from. */
  back: string;
  onMerge: () => void;
}

export function RecordActions({ lead, back, onMerge }: RecordActionsProps) {
  const may = useMay();
  const navigate = useNavigate();
  const { askToDelete, pending } = useDeleteClient(() => void navigate({ to: back, replace: true }));
  const block = useBlock(lead);
  const [ticket, setTicket] = useState(false);
  const data = useMutation({
    mutationFn: () => call(clientCalls.leadData, { params: { id: lead._id } }),
    onSuccess: (found) =>
      saveFile(`datos-del-cliente-${lead._id}.json`, JSON.stringify(found, null, 2), 'application/json'),
    onError: (error) => toastFailure('No se pudieron descargar sus datos', error),
  });
  return (
    <>
      <StartConversation lead={lead} />
      <AllowedButton variant="default" allowed={may('tickets', 'add')} onClick={() => setTicket(true)}>
        Crear ticket
      </AllowedButton>
      {ticket ? (
        <NewTicketDialog
          from={{ leadId: lead._id, name: lead.name ?? lead.email ?? 'este cliente' }}
          onClose={() => setTicket(false)}
        />
      ) : null}
      <AllowedButton
        variant="default"
        allowed={may('crm', 'edit')}
        loading={block.pending}
        onClick={() => void block.toggle()}
      >
        {lead.blocked ? 'Desbloquear' : 'Bloquear'}
      </AllowedButton>
      <AllowedButton variant="default" allowed={may('crm', 'edit') && may('crm', 'delete')} onClick={onMerge}>
        Fusionar…
      </AllowedButton>
      <AllowedButton
        variant="default"
        allowed={may('crm', 'export')}
        loading={data.isPending}
        onClick={() => data.mutate()}
      >
        Descargar sus datos
      </AllowedButton>
      <AllowedButton
        allowed={may('crm', 'delete')}
        variant="default"
        loading={pending}
        onClick={() => void askToDelete(lead)}
      >
        Eliminar cliente
      </AllowedButton>
    </>
  );
}

/** One that is under way already opens instead. */
function StartConversation({ lead }: { lead: Lead }) {
  const may = useMay();
  const navigate = useNavigate();
  const open = (conversation: string) =>
    void navigate({ to: inboxPath(), search: { bot: lead.bot_id, state: 'taken', conversation } });
  const start = useMutation({
    mutationFn: () =>
      call(conversationLifeCalls.createConversation, { body: { bot_id: lead.bot_id, lead_id: lead._id } }),
    onSuccess: ({ conversation }) => open(conversation.id),
    onError: (error) => {
      const known = error instanceof ApiError ? error.details['conversation_id'] : null;
      if (typeof known === 'string') open(known);
      else toastFailure('No se pudo iniciar la conversación', error);
    },
  });
  if (!may('live', 'read')) return null;
  if (!may('live', 'add') || lead.blocked) {
    const why = lead.blocked ? { why: 'Este cliente está bloqueado.' } : {};
    return (
      <AllowedButton allowed={false} {...why}>
        Escribir al cliente
      </AllowedButton>
    );
  }
  return (
    <Button loading={start.isPending} onClick={() => start.mutate()}>
      Escribir al cliente
    </Button>
  );
}
