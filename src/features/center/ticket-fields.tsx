/** The ticket that an interaction opens when it is answered: what it is about, how urgent it is, who has it. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { TICKET_LIMITS, TICKET_PRIORITIES, TICKET_PRIORITY_LABELS } from '../../../contract/rules/tickets.ts';
import { AREAS } from '../../../contract/states.ts';
import classes from './fields.module.css';
import type { TicketDraft } from './ticket-draft.ts';

interface TicketFieldsProps {
  ticket: TicketDraft;
  /** Of the interaction: what the subject begins as. */
  title: string;
  error: string | undefined;
  disabled?: boolean;
  onChange: (ticket: TicketDraft) => void;
}

export function TicketFields({ ticket, title, error, disabled = false, onChange }: TicketFieldsProps) {
  return (
    <details className={classes.advanced} open={ticket.opens || undefined}>
      <summary>Abrir un ticket</summary>
      <div>
        <Checkbox
          label="Al responder, abre un ticket para el cliente"
          description="Uno cada vez que el cliente llega aquí. Queda unido a la conversación."
          checked={ticket.opens}
          disabled={disabled}
          onChange={(event) => {
            const opens = event.currentTarget.checked;
            onChange({ ...ticket, opens, subject: ticket.subject || (opens ? title.trim() : '') });
          }}
        />
        {ticket.opens ? (
          <>
            <TextInput
              label="Asunto"
              description="Puede decir datos que el bot ya pidió, como {{pedido}}."
              value={ticket.subject}
              error={error}
              maxLength={TICKET_LIMITS.subject}
              disabled={disabled}
              onChange={(event) => onChange({ ...ticket, subject: event.currentTarget.value })}
            />
            <NativeSelect
              label="Prioridad"
              value={ticket.priority}
              disabled={disabled}
              data={TICKET_PRIORITIES.map((value) => ({ value, label: TICKET_PRIORITY_LABELS[value] }))}
              onChange={(event) => {
                const chosen = event.currentTarget.value;
                const priority = TICKET_PRIORITIES.find((one) => one === chosen) ?? ticket.priority;
                onChange({ ...ticket, priority });
              }}
            />
            <NativeSelect
              label="Área del ticket"
              value={ticket.area ?? ''}
              disabled={disabled}
              data={[
                { value: '', label: 'La de la conversación' },
                ...AREAS.map((area) => ({ value: area, label: area })),
              ]}
              onChange={(event) => {
                const chosen = event.currentTarget.value;
                onChange({ ...ticket, area: AREAS.find((area) => area === chosen) ?? null });
              }}
            />
            <p className={classes.hint}>
              En la respuesta escribe {'{{ticket}}'} donde va el código y {'{{ticket_enlace}}'} donde va el
              enlace con que el cliente lo sigue. Si no escribes el código, se agrega al final.
            </p>
          </>
        ) : null}
      </div>
    </details>
  );
}
