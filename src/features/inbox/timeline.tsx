/** '¿Por qué llegó aquí?': every step of the conversation, who and when (ux.md 'Ahead of everyone'). */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { conversationCalls } from '../../../contract/calls/conversations.ts';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { config } from '../../app/client-config.ts';
import { dateTimeText } from '../../ui/dates.ts';
import classes from './client-panel.module.css';
import { ListError } from './list-states.tsx';
import { stepText } from './step-text.ts';

export function Timeline({ card }: { card: Conversation }) {
  const [open, setOpen] = useState(false);
  const steps = useQuery({
    // The hub names `conversation/{id}` stale when an event changed it.
    queryKey: [`conversation/${card.id}`, 'sessions'],
    queryFn: ({ signal }) =>
      call(conversationCalls.sessions, { params: { id: card.id }, query: { order: 'DESC' }, signal }),
    enabled: open,
  });
  return (
    <section className={classes.timeline}>
      <h3>
        <button type="button" aria-expanded={open} aria-controls="timeline" onClick={() => setOpen(!open)}>
          ¿Por qué llegó aquí?
        </button>
      </h3>
      <div id="timeline" hidden={!open}>
        {steps.isPending && open ? <p role="status">Cargando…</p> : null}
        {steps.error ? (
          <ListError message={sentence(steps.error)} onRetry={() => void steps.refetch()} />
        ) : null}
        {steps.data?.length === 0 ? <p>Aún no hay movimientos.</p> : null}
        <ol>
          {steps.data?.map((step) => (
            <li key={step._id}>
              <span>{stepText(step, config().product.name)}</span>
              {step.reason ? <q>{step.reason}</q> : null}
              <time dateTime={step.at}>{dateTimeText(step.at)}</time>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
