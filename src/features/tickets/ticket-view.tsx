/** One ticket: its words with the composer, the conversation that it came from as it is now, and what is known of it. */
import { ActionIcon, Button } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { TicketDetail } from '../../../contract/entities/ticket.ts';
import { TICKET_STATE_LABELS, ticketThread } from '../../../contract/rules/tickets.ts';
import { sentence } from '../../api/api-error.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { hub } from '../../hub/hooks.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { isMissing } from '../../ui/missing.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { TicketComposer } from './ticket-composer.tsx';
import { TicketFacts } from './ticket-facts.tsx';
import { useChangeTicket, useTicket } from './ticket-queries.ts';
import { TicketThread } from './ticket-thread.tsx';
import classes from './ticket-view.module.css';

const TicketTalk = lazyPart(
  () => import('./ticket-talk.tsx'),
  <LoadRows label="Cargando la conversación…" rows={6} />,
);
const MergeDialog = lazyPart(() => import('./merge-dialog.tsx'));
const NewTicketDialog = lazyPart(() => import('../inbox/ticket/new-ticket-dialog.tsx'));

interface TicketViewProps {
  id: string;
  onBack: () => void;
  onOpen: (id: string) => void;
}

export default function TicketView({ id, onBack, onOpen }: TicketViewProps) {
  const found = useTicket(id);
  if (found.data) return <Shown ticket={found.data} onBack={onBack} onOpen={onOpen} />;
  if (found.error && isMissing(found.error))
    return (
      <Empty
        title="No puedes ver este ticket"
        next={
          <Button variant="default" onClick={onBack}>
            Volver a los tickets
          </Button>
        }
      >
        <p>Ya no existe, o es de un área que no atiendes.</p>
      </Empty>
    );
  if (found.error) return <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />;
  return <LoadRows label="Cargando el ticket…" rows={8} />;
}

type Part = 'thread' | 'talk' | 'facts';

function Shown({
  ticket,
  onBack,
  onOpen,
}: {
  ticket: TicketDetail;
  onBack: () => void;
  onOpen: (id: string) => void;
}) {
  const { user } = usePlace();
  const may = useMay();
  const wide = useWide();
  const [part, setPart] = useState<Part>('thread');
  const [merging, setMerging] = useState(false);
  const [goingOn, setGoingOn] = useState(false);
  const change = useChangeTicket(ticket);
  const writes = may('tickets', 'add');
  const over = ticket.state === 'closed';
  const askToClose = async () => {
    const sure = await ask({
      title: `¿Cerrar ${ticket.tracking_code}?`,
      text: 'No se vuelve a abrir: si el cliente escribe de nuevo, o hay que seguir, se crea otro que lo continúa.',
      confirm: 'Cerrar el ticket',
    });
    if (sure) change.mutate({ state: 'closed' });
  };
  useLooking(ticket);
  const parts = useMemo(
    () =>
      [
        { name: 'thread' as const, label: 'Respuestas y notas' },
        ...(ticket.talk_id || ticket.conversation_id
          ? [{ name: 'talk' as const, label: 'Conversación' }]
          : []),
        ...(wide ? [] : [{ name: 'facts' as const, label: 'Datos' }]),
      ] as const,
    [ticket.talk_id, ticket.conversation_id, wide],
  );
  const shown = parts.some(({ name }) => name === part) ? part : 'thread';
  return (
    <section className={classes.screen} aria-labelledby="ticket-title">
      <header className={classes.head}>
        <ActionIcon aria-label="Volver a los tickets" onClick={onBack}>
          <IconArrowLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <div className={classes.title}>
          <h1 id="ticket-title">
            {ticket.tracking_code} · <bdi>{ticket.subject}</bdi>
          </h1>
          <p>
            {ticket.merged_into ? (
              <>
                Unido a{' '}
                <button type="button" onClick={() => onOpen(ticket.merged_into?.id ?? '')}>
                  {ticket.merged_into.tracking_code}
                </button>
              </>
            ) : (
              TICKET_STATE_LABELS[ticket.state]
            )}
            {ticket.lead_id ? (
              <>
                {' · '}
                <Link to="/clients/detail-lead/$id" params={{ id: ticket.lead_id }}>
                  <bdi>{ticket.lead_name ?? 'Cliente sin nombre'}</bdi>
                </Link>
              </>
            ) : null}
            {ticket.assignee === null ? ' · Sin asignar' : ` · ${ticket.assignee_name ?? ''}`}
          </p>
        </div>
        <div className={classes.actions} role="toolbar" aria-label="Acciones del ticket">
          {ticket.assignee !== user.id && !over ? (
            <AllowedButton
              size="xs"
              allowed={writes}
              loading={change.isPending}
              onClick={() => change.mutate({ assignee: user.id })}
            >
              Tomar
            </AllowedButton>
          ) : null}
          {ticket.state === 'new' ? (
            <AllowedButton
              size="xs"
              variant="default"
              allowed={writes}
              onClick={() => change.mutate({ state: 'open' })}
            >
              Abrir
            </AllowedButton>
          ) : null}
          {ticket.state === 'open' ? (
            <AllowedButton
              size="xs"
              variant="default"
              allowed={writes}
              onClick={() => change.mutate({ state: 'waiting' })}
            >
              Esperar al cliente
            </AllowedButton>
          ) : null}
          {ticket.state === 'solved' ? (
            <AllowedButton
              // Another button, not the same with another word: Enter twice on 'Resolver' closes nothing.
              key="close"
              size="xs"
              variant="default"
              allowed={writes}
              onClick={() => void askToClose()}
            >
              Cerrar
            </AllowedButton>
          ) : over ? null : (
            <AllowedButton
              key="solve"
              size="xs"
              variant="default"
              allowed={writes}
              onClick={() => change.mutate('solve')}
            >
              Resolver
            </AllowedButton>
          )}
          {over ? null : (
            <AllowedButton size="xs" variant="default" allowed={writes} onClick={() => setMerging(true)}>
              Unir a otro…
            </AllowedButton>
          )}
          {over && !ticket.merged_into ? (
            <AllowedButton size="xs" allowed={writes} onClick={() => setGoingOn(true)}>
              Continuar en otro ticket
            </AllowedButton>
          ) : null}
        </div>
      </header>
      <div className={classes.panes} data-narrow={!wide || undefined}>
        <div className={classes.main}>
          <fieldset className={classes.tabs} aria-label="Partes del ticket">
            {parts.map(({ name, label }) => (
              <button key={name} type="button" aria-pressed={shown === name} onClick={() => setPart(name)}>
                {label}
              </button>
            ))}
          </fieldset>
          {shown === 'thread' ? <TicketThread ticket={ticket} /> : null}
          {shown === 'talk' ? <TicketTalk ticket={ticket} /> : null}
          {shown === 'facts' ? (
            <div className={classes.side}>
              <TicketFacts ticket={ticket} onOpen={onOpen} />
            </div>
          ) : null}
          {shown === 'facts' ? null : <TicketComposer key={ticket.id} ticket={ticket} />}
        </div>
        {wide ? (
          <aside className={classes.side} aria-label="Datos del ticket">
            <TicketFacts ticket={ticket} onOpen={onOpen} />
          </aside>
        ) : null}
      </div>
      {goingOn ? (
        <NewTicketDialog
          from={{
            name: ticket.lead_name ?? 'Cliente sin nombre',
            subject: ticket.subject,
            category: ticket.category,
            continues: { id: ticket.id, code: ticket.tracking_code },
            ...(ticket.lead_id ? { leadId: ticket.lead_id } : {}),
          }}
          onClose={() => setGoingOn(false)}
          onMade={onOpen}
        />
      ) : null}
      {merging ? (
        <MergeDialog
          ticket={ticket}
          onClose={() => setMerging(false)}
          onMerged={(id: string) => {
            setMerging(false);
            onOpen(id);
          }}
        />
      ) : null}
    </section>
  );
}

/** Colleagues see who looks at it. */
function useLooking(ticket: TicketDetail): void {
  const { id, bot_id: botId } = ticket;
  useEffect(() => {
    if (botId === null) return;
    const tell = (thread: string | null) =>
      void hub()
        .viewing(botId, thread)
        .catch((error: unknown) => console.warn('Viewing was not told.', error));
    tell(ticketThread(id));
    return () => tell(null);
  }, [id, botId]);
}
