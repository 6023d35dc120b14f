/** A ticket to the makers of the product. */
import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { makerTicketCalls } from '../../../contract/calls/maker-tickets.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { TICKET_LIMITS } from '../../../contract/rules/tickets.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { FileField } from './file-field.tsx';
import classes from './support.module.css';
import { useSupportFiles } from './use-support-files.ts';

/** @param subject what was searched for in vain; @param onOpened shows the thread */
export function AskForm({ subject: asked, onOpened }: { subject: string; onOpened: (id: string) => void }) {
  const queries = useQueryClient();
  const [subject, setSubject] = useState<string | null>(null);
  const [text, setText] = useState('');
  // The same one again, after a lost answer, is one ticket.
  const [temporalId, setTemporalId] = useState(() => crypto.randomUUID());
  const files = useSupportFiles();
  const shown = subject ?? asked.slice(0, TICKET_LIMITS.subject);
  const send = useMutation({
    mutationFn: () =>
      call(makerTicketCalls.openMakerTicket, {
        body: { subject: shown, text, temporal_id: temporalId, attachments: files.ids ?? [] },
      }),
    onSuccess: (ticket) => {
      toastSuccess(`Recibimos tu consulta: ${ticket.tracking_code}`);
      // What was searched for was asked with this one.
      setSubject('');
      setText('');
      files.clear();
      setTemporalId(crypto.randomUUID());
      void queries.invalidateQueries({ queryKey: ['tickets'] });
      onOpened(ticket.id);
    },
  });
  const faults = fieldErrors(send.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending && files.ids !== null) send.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <TextInput
        label="En pocas palabras"
        required
        maxLength={TICKET_LIMITS.subject}
        value={shown}
        error={faults['subject']}
        onChange={(event) => setSubject(event.currentTarget.value)}
      />
      <Textarea
        label="Qué necesitas"
        required
        autosize
        minRows={3}
        maxRows={14}
        maxLength={LIMITS.messageText}
        value={text}
        error={faults['text']}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FileField of={files} />
      {send.error && Object.keys(faults).length === 0 ? (
        <p role="alert" className={classes.fault}>
          {sentence(send.error)}
        </p>
      ) : null}
      <div>
        <Button
          type="submit"
          loading={send.isPending}
          disabled={shown.trim() === '' || text.trim() === '' || files.ids === null}
        >
          Enviar consulta
        </Button>
      </div>
    </form>
  );
}
