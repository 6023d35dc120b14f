/** Beside the messages: the conversation's facts, its client, and the steps of its life. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { CHANNEL_LABELS, STATE_LABELS, TEXTS, withProduct } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { config, inboxName, inboxPath } from '../../base/client-config.ts';
import { useMay } from '../../bot/place-context.ts';
import { dateTimeText } from '../../ui/dates.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { fieldText, LEAD_FIELDS } from '../inbox/client/lead-fields.ts';
import { useLead } from '../inbox/client/lead-query.ts';
import type { Target } from '../inbox/log/passage.ts';
import { ReplaySteps } from '../inbox/log/replay/replay-steps.tsx';
import { Rating, Tags } from './history-table.tsx';
import classes from './reading-drawer.module.css';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface ReadingDetailsProps {
  card: Conversation;
  /** A step of the replay was chosen. */
  onJump: (target: Target) => void;
}

export function ReadingDetails({ card, onJump }: ReadingDetailsProps) {
  const may = useMay();
  const { rating } = card;
  return (
    <aside className={classes.details} aria-label="Datos de la conversación">
      <section>
        <h3>Conversación</h3>
        <dl className={classes.facts}>
          <Fact name="Estado">{withProduct(STATE_LABELS[card.state], config().product.name)}</Fact>
          <Fact name="Canal">{CHANNEL_LABELS[card.channel]}</Fact>
          <Fact name="Agente">{card.agent_name ?? 'Sin agente'}</Fact>
          <Fact name="Área">{card.category ?? 'Sin área'}</Fact>
          <Fact name="Inicio">{dateTimeText(card.created_at)}</Fact>
          <Fact name="Último mensaje">{dateTimeText(card.last_message_date)}</Fact>
          <Fact name="Calificación">
            {rating ? <Rating stars={rating.stars} /> : 'Sin calificar'}
            {rating?.comment ? <q>{rating.comment}</q> : null}
          </Fact>
          <Fact name="Etiquetas">{card.tags.length > 0 ? <Tags tags={card.tags} /> : 'Sin etiquetas'}</Fact>
        </dl>
        {may('live', 'read') ? (
          <p className={classes.links}>
            <Link
              to={inboxPath()}
              search={{ bot: card.bot_id, state: card.state, conversation: card.id }}
              preload={false}
            >
              Abrir en {inboxName()}
            </Link>
          </p>
        ) : null}
      </section>
      <section>
        <h3>Cliente</h3>
        {may('crm', 'read') ? (
          <Client leadId={card.lead_id} />
        ) : (
          <p className={classes.none}>{TEXTS.noModuleAccess}</p>
        )}
      </section>
      <section>
        <h3>¿Por qué llegó aquí?</h3>
        <ReplaySteps conversationId={card.id} onJump={onJump} />
      </section>
    </aside>
  );
}

function Client({ leadId }: { leadId: string }) {
  const lead = useLead(leadId);
  if (lead.data) {
    const found = lead.data;
    return (
      <dl className={classes.facts}>
        {LEAD_FIELDS.map((field) => (
          <Fact key={field.name} name={field.label}>
            {fieldText(found, field) || 'Sin dato'}
          </Fact>
        ))}
      </dl>
    );
  }
  if (lead.error) return <LoadError message={sentence(lead.error)} onRetry={() => void lead.refetch()} />;
  return <LoadRows label="Cargando datos del cliente…" rows={5} height={20} />;
}
