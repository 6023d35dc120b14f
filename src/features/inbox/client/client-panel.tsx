/** The client beside the conversation: data that can be corrected in place, what was before, how they came here. */

import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import type { Lead } from '../../../../contract/entities/lead.ts';
import { TEXTS } from '../../../../contract/texts.ts';
import { sentence } from '../../../api/api-error.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../../bot/place-context.ts';
import { useConversation } from '../../../hub/hooks.ts';
import { AllowedIcon } from '../../../ui/allowed-button.tsx';
import { dateText } from '../../../ui/dates.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import button from '../../../ui/plain-button.module.css';
import { useStored } from '../../../ui/stored-state.ts';
import { leadName } from '../list/conversation-row.tsx';
import { ListError } from '../list/list-states.tsx';
import { ClientConversations } from './client-conversations.tsx';
import { ClientDuplicates } from './client-duplicates.tsx';
import { ClientField } from './client-field.tsx';
import classes from './client-panel.module.css';
import { ClientTags } from './client-tags.tsx';
import { useDeleteClient } from './delete-client.ts';
import { fieldText, LEAD_FIELDS } from './lead-fields.ts';
import { useLead } from './lead-query.ts';
import { Timeline } from './timeline.tsx';
import { unsavedField } from './unsaved-fields.ts';

const ContactPart = lazyPart(() => import('./channel-contact.tsx'));
const VisitPart = lazyPart(() => import('./visit.tsx'));
const MorePart = lazyPart(() => import('./client-more.tsx'));
const OrdersPart = lazyPart(() => import('./client-orders.tsx'));

interface ClientPanelProps {
  conversationId: string;
  /** On a phone: back to the conversation. */
  onBack: (() => void) | null;
}

export default function ClientPanel({ conversationId, onBack }: ClientPanelProps) {
  return (
    <aside className={classes.panel} aria-label="Datos del cliente" data-private="">
      {onBack ? (
        <button type="button" className={classes.back} onClick={onBack}>
          <IconArrowLeft size={18} aria-hidden="true" /> Volver a la conversación
        </button>
      ) : null}
      <ClientOf key={conversationId} conversationId={conversationId} onJumped={onBack ?? undefined} />
    </aside>
  );
}

interface ClientOfProps {
  conversationId: string;
  onJumped: (() => void) | undefined;
}

/** The messages come first: what stands beside them follows a frame later, so that nobody waits for it. */
function ClientOf({ conversationId, onJumped }: ClientOfProps) {
  const { place } = usePlace();
  const card = useConversation(place.bot.id, conversationId)?.card ?? null;
  const shown = useDeferredValue(card, null);
  return shown ? <Client key={shown.lead_id} card={shown} onJumped={onJumped} /> : null;
}

function Client({ card, onJumped }: { card: Conversation; onJumped?: (() => void) | undefined }) {
  const may = useMay();
  const mayRead = may('crm', 'read');
  // A new name on the card means that the record changed.
  const lead = useLead(card.lead_id, { version: card.lead_name, enabled: mayRead });
  return (
    <>
      <div className={classes.head}>
        <PersonAvatar name={leadName(card)} id={card.lead_id} size={52} />
        <h2>{leadName(card)}</h2>
        {lead.data ? <p>Cliente desde el {dateText(lead.data.created_at)}</p> : null}
        {mayRead ? <HeadActions leadId={card.lead_id} lead={lead.data} /> : null}
      </div>
      {mayRead ? null : <p className={classes.none}>{TEXTS.noModuleAccess}</p>}
      {lead.error && !lead.data ? (
        <ListError
          message={`No pudimos cargar los datos del cliente. ${sentence(lead.error)}`}
          onRetry={() => void lead.refetch()}
        />
      ) : null}
      {lead.isPending && mayRead ? (
        <div role="status" className={classes.waiting}>
          <span className="visually-hidden">Cargando datos del cliente…</span>
          {LEAD_FIELDS.map((field) => (
            <i key={field.name} aria-hidden="true" />
          ))}
        </div>
      ) : null}
      {card.channel === 'web' ? <VisitPart key={card.id} card={card} /> : null}
      {card.channel === 'whatsapp' ? <ContactPart key={card.id} card={card} /> : null}
      {lead.data ? <Data lead={lead.data} editable={may('crm', 'edit')} /> : null}
      {lead.data ? <OrdersPart leadId={lead.data._id} /> : null}
      <ClientConversations card={card} />
      <Timeline card={card} onJumped={onJumped} />
    </>
  );
}

function HeadActions({ leadId, lead }: { leadId: string; lead: Lead | undefined }) {
  const may = useMay();
  const { askToDelete, pending } = useDeleteClient();
  return (
    <div className={classes.actions}>
      <Link to="/clients/detail-lead/$id" params={{ id: leadId }} className={classes.open}>
        <IconExternalLink size={15} aria-hidden="true" /> Abrir ficha
      </Link>
      <AllowedIcon
        allowed={may('crm', 'delete') && lead !== undefined}
        why={may('crm', 'delete') ? 'Los datos del cliente aún no están.' : undefined}
        label="Eliminar cliente"
        loading={pending}
        onClick={() => {
          if (lead) void askToDelete(lead);
        }}
      >
        <IconTrash size={16} aria-hidden="true" />
      </AllowedIcon>
    </div>
  );
}

const EMPTY_KEY = 'client:empty-fields';

function Data({ lead, editable }: { lead: Lead; editable: boolean }) {
  const [all, showAll] = useStored(EMPTY_KEY, (stored) => stored === true);
  // What was in sight stays there, also when somebody empties it.
  const [seen] = useState(() => new Set<string>());
  const empty = LEAD_FIELDS.filter((field) => {
    const here = fieldText(lead, field) !== '' || unsavedField(lead._id, field.name) !== undefined;
    if (here || all) seen.add(field.name);
    return !here;
  });
  const folded = all ? [] : empty.filter(({ name }) => !seen.has(name));
  return (
    <>
      <ClientDuplicates lead={lead} />
      <dl className={classes.fields} id="client-fields">
        {LEAD_FIELDS.filter((field) => !folded.includes(field)).map((field) => (
          <ClientField key={field.name} field={field} lead={lead} editable={editable} />
        ))}
      </dl>
      {folded.length > 0 || (all && empty.length > 0) ? (
        <button
          type="button"
          className={button.link}
          aria-expanded={all}
          aria-controls="client-fields"
          onClick={() => {
            seen.clear();
            showAll(!all);
          }}
        >
          {all ? 'Ocultar campos vacíos' : `Mostrar campos vacíos (${folded.length})`}
        </button>
      ) : null}
      <ClientTags lead={lead} editable={editable} />
      <MorePart lead={lead} editable={editable} />
    </>
  );
}
