/** Answers and notes of a ticket, in the inbox's own field: drafts, files, quick replies, mentions, outbox. */
import { NativeSelect } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { TicketDetail } from '../../../contract/entities/ticket.ts';
import { TICKET_WAY_LABELS } from '../../../contract/rules/tickets.ts';
import type { DraftMode } from '../../../workers/hub/surface/topics.ts';
import { useMay } from '../../bot/place-context.ts';
import { useOutbox } from '../../hub/hooks.ts';
import { Field } from '../inbox/composer/field.tsx';
import type { WritingField } from '../inbox/composer/format/type-into.ts';
import { StaleQuestion } from '../inbox/composer/stale-question.tsx';
import { threadCard } from './thread.ts';
import { useTicketMessages } from './ticket-queries.ts';
import classes from './ticket-view.module.css';

const MODES: readonly { mode: DraftMode; label: string }[] = [
  { mode: 'reply', label: 'Responder' },
  { mode: 'note', label: 'Nota interna' },
];
type Then = 'open' | 'waiting' | 'solved';
const THEN: readonly { value: Then; label: string }[] = [
  { value: 'waiting', label: 'y esperar al cliente' },
  { value: 'open', label: 'y dejar abierto' },
  { value: 'solved', label: 'y resolver' },
];

export function TicketComposer({ ticket }: { ticket: TicketDetail }) {
  const may = useMay();
  const [mode, setMode] = useState<DraftMode>('reply');
  const [then, setThen] = useState<Then>('waiting');
  const field = useRef<WritingField>(null);
  const card = useMemo(() => threadCard(ticket), [ticket]);
  const { reach } = ticket;
  const messages = useTicketMessages(ticket.id).data;
  const question = useOutbox()?.find((entry) => entry.conversationId === card.id && entry.state === 'asking');
  const blocked = !may('tickets', 'add')
    ? 'No tienes permiso para escribir en tickets.'
    : ticket.merged_into
      ? `Este ticket se unió a ${ticket.merged_into.tracking_code}: sigue allí.`
      : ticket.state === 'closed' && mode === 'reply'
        ? 'Este ticket está cerrado: para seguir, usa «Continuar en otro ticket».'
        : null;
  const order: Then[] = ['open', 'waiting', 'solved'];
  const reachable = THEN.filter(
    ({ value }) => ticket.state === 'new' || order.indexOf(value) >= order.indexOf(ticket.state as Then),
  );
  const chosen = reachable.some(({ value }) => value === then) ? then : (reachable[0]?.value ?? 'solved');
  return (
    <div className={classes.composer} data-mode={mode}>
      {question ? <StaleQuestion entry={question} /> : null}
      <div className={classes.modes}>
        <div role="tablist" aria-label="Qué escribir">
          {MODES.map((one) => (
            <button
              key={one.mode}
              type="button"
              role="tab"
              aria-selected={mode === one.mode}
              onClick={() => setMode(one.mode)}
            >
              {one.label}
            </button>
          ))}
        </div>
        {mode === 'reply' && blocked === null ? (
          <>
            <p title={reach.hint ?? undefined}>
              Le llega por {TICKET_WAY_LABELS[reach.way].toLowerCase()}
              {reach.way === 'mail' ? ` a ${reach.text}` : ''}
            </p>
            <NativeSelect
              size="xs"
              aria-label="Al enviar"
              value={chosen}
              onChange={(event) => setThen(event.currentTarget.value as Then)}
              data={reachable.map(({ value, label }) => ({ value, label: `Enviar ${label}` }))}
            />
          </>
        ) : null}
      </div>
      {blocked === null ? (
        <Field
          key={mode}
          card={card}
          mode={mode}
          field={field}
          take={false}
          close={false}
          onClosing={() => undefined}
          way={reach.way === 'mail' || reach.way === 'page' ? 'web' : reach.way}
          more={{ nextState: chosen, lastSeen: messages?.at(-1)?.order ?? 0 }}
        />
      ) : (
        <p className={classes.blocked}>{blocked}</p>
      )}
    </div>
  );
}
