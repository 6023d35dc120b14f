/** Deadlines by priority in hours of attendance, and until when an answer reopens a ticket. */
import { Button, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ticketCalls } from '../../../contract/calls/tickets.ts';
import type { TicketSettings } from '../../../contract/entities/ticket.ts';
import { TICKET_LIMITS, TICKET_PRIORITIES, TICKET_PRIORITY_LABELS } from '../../../contract/rules/tickets.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import '../../ui/dialog-styles.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useFocusBack } from '../../ui/focus-back.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { TypedNumber } from '../../ui/typed-number.tsx';

interface SettingsDialogProps {
  botId: number;
  onClose: () => void;
}

export default function SettingsDialog({ botId, onClose }: SettingsDialogProps) {
  useFocusBack();
  const found = useQuery({
    // A form starts from it: no topic makes it ask again.
    queryKey: ['ticket-settings', botId],
    queryFn: ({ signal }) => call(ticketCalls.ticketSettings, { query: { bot_id: botId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Modal opened onClose={onClose} centered title="Plazos de los tickets" size="34rem">
      {found.data ? (
        <>
          <Form botId={botId} start={found.data} onClose={onClose} />
          {found.data.mail_address ? <MailAddress address={found.data.mail_address} /> : null}
        </>
      ) : found.error ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : (
        <LoadRows label="Cargando plazos…" rows={5} />
      )}
    </Modal>
  );
}

/** Where mail becomes a ticket. */
function MailAddress({ address }: { address: string }) {
  return (
    <section aria-labelledby="mail-in" style={{ marginTop: 'var(--gap-5)' }}>
      <h3 id="mail-in">Correo de entrada</h3>
      <p>
        Lo que llegue a esta dirección abre un ticket. Reenvía a ella tu correo de atención; lo que tus
        clientes contesten a un ticket vuelve solo a su ticket.
      </p>
      <p>
        <code style={{ overflowWrap: 'anywhere' }}>{address}</code>
      </p>
      <CopyButton
        text={() => address}
        label="Copiar dirección"
        copied="Dirección copiada"
        otherwise="Márcala y cópiala con el teclado."
        variant="default"
      />
    </section>
  );
}

const hours = (minutes: number): number => Math.round((minutes / 60) * 100) / 100;
const minutesOf = (value: number): number => Math.max(1, Math.round(value * 60));

function Form({ botId, start, onClose }: SettingsDialogProps & { start: TicketSettings }) {
  const [wish, setWish] = useState(start);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => call(ticketCalls.saveTicketSettings, { body: { bot_id: botId, ...wish } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['tickets', botId] });
      toastSuccess('Plazos guardados');
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <p>
        En horas de atención del calendario del chatbot: de noche, en feriados y mientras se espera al cliente
        no corren.
      </p>
      <table aria-label="Plazos por prioridad, en horas">
        <thead>
          <tr>
            <th scope="col">Prioridad</th>
            <th scope="col">Primera respuesta (h)</th>
            <th scope="col">Solución (h)</th>
          </tr>
        </thead>
        <tbody>
          {TICKET_PRIORITIES.map((priority) => (
            <tr key={priority}>
              <th scope="row">{TICKET_PRIORITY_LABELS[priority]}</th>
              {(['first', 'solve'] as const).map((part) => (
                <td key={part}>
                  <TypedNumber
                    aria-label={`${part === 'first' ? 'Primera respuesta' : 'Solución'}, prioridad ${TICKET_PRIORITY_LABELS[priority].toLowerCase()}`}
                    min={0.02}
                    max={TICKET_LIMITS.deadlineMinutes / 60}
                    decimalSeparator=","
                    value={hours(wish.budgets[priority][part])}
                    onNumber={(value) =>
                      setWish({
                        ...wish,
                        budgets: {
                          ...wish.budgets,
                          [priority]: { ...wish.budgets[priority], [part]: minutesOf(value) },
                        },
                      })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <TypedNumber
        my="md"
        label="Días en que una respuesta reabre un ticket resuelto"
        description="Después se cierra solo, y lo que el cliente escriba abre uno nuevo que continúa con él."
        min={1}
        max={TICKET_LIMITS.reopenDays}
        allowDecimal={false}
        value={wish.reopen_days}
        onNumber={(value) => setWish({ ...wish, reopen_days: value })}
      />
      {save.error ? <p role="alert">{sentence(save.error)}</p> : null}
      <Button type="submit" loading={save.isPending}>
        Guardar
      </Button>
    </form>
  );
}
