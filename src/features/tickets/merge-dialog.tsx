/** Which ticket this one ends in; chosen by code, text or client. */
import { Button, Modal, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ticketCalls } from '../../../contract/calls/tickets.ts';
import type { TicketDetail } from '../../../contract/entities/ticket.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import '../../ui/dialog-styles.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { useSettled } from '../../ui/use-settled.ts';
import classes from './ticket-view.module.css';

interface MergeDialogProps {
  ticket: TicketDetail;
  onClose: () => void;
  onMerged: (id: string) => void;
}

export default function MergeDialog({ ticket, onClose, onMerged }: MergeDialogProps) {
  useFocusBack();
  const [search, setSearch] = useState('');
  const settled = useSettled(search.trim());
  const botId = ticket.bot_id ?? 0;
  const found = useQuery({
    queryKey: ['tickets', botId, 'to-merge', settled, ticket.lead_id],
    queryFn: ({ signal }) =>
      call(ticketCalls.listTickets, {
        query: {
          bot_id: botId,
          items: 20,
          ...(settled === '' ? (ticket.lead_id ? { lead_id: ticket.lead_id } : {}) : { search: settled }),
        },
        signal,
      }),
  });
  const merge = useMutation({
    mutationFn: (into: string) =>
      call(ticketCalls.mergeTicket, { params: { id: ticket.id }, body: { into } }),
    onSuccess: ({ id }) => onMerged(id),
  });
  const others = found.data?.tickets.filter(({ id, state }) => id !== ticket.id && state !== 'closed') ?? [];
  return (
    <Modal opened onClose={onClose} centered title={`Unir ${ticket.tracking_code} a otro ticket`}>
      <p>
        {ticket.tracking_code} se cierra y no recibe nada más: lo que el cliente responda llega al ticket que
        elijas.
      </p>
      <TextInput
        my="sm"
        data-autofocus
        label="Buscar el ticket que queda"
        placeholder="Código, texto o cliente"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={classes.links} aria-label="Tickets">
        {others.map(({ id, tracking_code, subject }) => (
          <li key={id}>
            <Button
              variant="default"
              fullWidth
              justify="flex-start"
              mb="xs"
              loading={merge.isPending && merge.variables === id}
              onClick={() => merge.mutate(id)}
            >
              {tracking_code}: {subject}
            </Button>
          </li>
        ))}
      </ul>
      {found.data && others.length === 0 ? <p role="status">Ningún ticket abierto coincide.</p> : null}
      {found.error ? <p role="alert">{sentence(found.error)}</p> : null}
      {merge.error ? <p role="alert">{sentence(merge.error)}</p> : null}
    </Modal>
  );
}
