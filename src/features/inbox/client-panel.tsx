/** The customer: data that can be corrected in place, and how the conversation came here. */

import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useQuery } from '@tanstack/react-query';
import { mainCalls } from '../../../contract/calls/main.ts';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { useConversation } from '../../hub/hooks.ts';
import { dateText } from '../../ui/dates.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { ClientField } from './client-field.tsx';
import classes from './client-panel.module.css';
import { leadName } from './conversation-row.tsx';
import { LEAD_FIELDS } from './lead-fields.ts';
import { ListError } from './list-states.tsx';
import { Timeline } from './timeline.tsx';

interface ClientPanelProps {
  conversationId: string;
  /** On a phone: back to the conversation. */
  onBack: (() => void) | null;
}

export function ClientPanel({ conversationId, onBack }: ClientPanelProps) {
  const { place } = usePlace();
  const card = useConversation(place.bot.id, conversationId)?.card ?? null;
  return (
    <aside className={classes.panel} aria-label="Datos del cliente">
      {onBack ? (
        <button type="button" className={classes.back} onClick={onBack}>
          <IconArrowLeft size={18} aria-hidden="true" /> Volver a la conversación
        </button>
      ) : null}
      {card ? <Client key={card.lead_id} card={card} /> : null}
    </aside>
  );
}

function Client({ card }: { card: Conversation }) {
  const may = useMay();
  const mayRead = may('crm', 'read');
  const mayEdit = may('crm', 'edit');
  const lead = useQuery({
    // A new name on the card means that the record changed.
    queryKey: ['lead', card.lead_id, card.lead_name],
    queryFn: ({ signal }) => call(mainCalls.showLead, { params: { id: card.lead_id }, signal }),
    enabled: mayRead,
    placeholderData: (before) => (before?._id === card.lead_id ? before : undefined),
  });
  return (
    <>
      <div className={classes.head}>
        <PersonAvatar name={leadName(card)} id={card.lead_id} size={52} />
        <h2>{leadName(card)}</h2>
        {lead.data ? <p>Cliente desde el {dateText(lead.data.created_at)}</p> : null}
      </div>
      {card.possible_duplicate ? (
        <p className={classes.duplicate}>
          Otro cliente tiene el mismo teléfono o correo: puede ser un duplicado.
        </p>
      ) : null}
      {mayRead ? null : <p className={classes.none}>{TEXTS.noModuleAccess}</p>}
      {lead.error && !lead.data ? (
        <ListError message={sentence(lead.error)} onRetry={() => void lead.refetch()} />
      ) : null}
      {lead.isPending && mayRead ? (
        <div role="status" className={classes.waiting}>
          <span className="visually-hidden">Cargando datos del cliente…</span>
          {LEAD_FIELDS.map((field) => (
            <i key={field.name} aria-hidden="true" />
          ))}
        </div>
      ) : null}
      {lead.data ? (
        <dl className={classes.fields}>
          {LEAD_FIELDS.map((field) => (
            <ClientField key={field.name} field={field} lead={lead.data} editable={mayEdit} />
          ))}
        </dl>
      ) : null}
      <Timeline card={card} />
    </>
  );
}
