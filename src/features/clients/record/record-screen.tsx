/** `/clients/detail-lead/{id}`: everything about one client: data, what they allow, who they may be besides, what happened. */
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Lead } from '../../../../contract/entities/lead.ts';
import { sentence } from '../../../api/api-error.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { OfBot } from '../../../bot/of-bot.tsx';
import { useMay } from '../../../bot/place-context.ts';
import { dateText } from '../../../ui/dates.ts';
import { LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { isMissing, Missing } from '../../../ui/missing.tsx';
import { Screen, Section } from '../../../ui/screen.tsx';
import { toast } from '../../../ui/toast.ts';
import { ClientAreas } from '../../inbox/client/client-areas.tsx';
import { ClientConsents } from '../../inbox/client/client-consents.tsx';
import { ClientField } from '../../inbox/client/client-field.tsx';
import panel from '../../inbox/client/client-panel.module.css';
import { ClientTags } from '../../inbox/client/client-tags.tsx';
import { LEAD_FIELDS } from '../../inbox/client/lead-fields.ts';
import { useLead } from '../../inbox/client/lead-query.ts';
import { OwnFields } from '../../inbox/client/own-fields.tsx';
import { Duplicates } from './duplicates.tsx';
import { Identities } from './identities.tsx';
import { Merges } from './merges.tsx';
import classes from './record.module.css';
import { RecordActions } from './record-actions.tsx';
import { RecordConversations } from './record-conversations.tsx';
import { RecordOrders } from './record-orders.tsx';
import { RecordTimeline } from './record-timeline.tsx';

const MergeDialog = lazyPart(() => import('./merge-dialog.tsx'));

/** docs/product.md §2: leaving the record by changing bot goes to the clients list. */
const BACK = { to: '/clients-v2', label: 'Clientes' };

export function RecordScreen() {
  const { id = '' } = useParams({ strict: false });
  const lead = useLead(id);
  const navigate = useNavigate();
  const failed = lead.data ? null : lead.error;
  const survivor = lead.data && lead.data._id !== id ? lead.data._id : null;
  useEffect(() => {
    // The id of somebody who was merged leads to who they are now.
    if (survivor === null) return;
    toast({ message: 'Esta ficha se fusionó con la de este cliente.', role: 'status' });
    void navigate({ to: '/clients/detail-lead/$id', params: { id: survivor }, replace: true });
  }, [survivor, navigate]);
  if (lead.data && survivor === null) {
    return (
      <OfBot
        key={lead.data._id}
        botId={lead.data.bot_id}
        what="Este cliente"
        back={{ ...BACK, label: 'Ver los clientes' }}
      >
        <Record lead={lead.data} />
      </OfBot>
    );
  }
  return (
    <Screen title="Ficha del cliente" back={BACK}>
      {lead.isPending || survivor !== null ? <LoadRows label="Cargando la ficha…" rows={6} /> : null}
      {failed && isMissing(failed) ? (
        <Missing title="No encontramos a este cliente" back={{ ...BACK, label: 'Ver los clientes' }}>
          <p>Puede que lo hayan eliminado, o que la dirección esté mal escrita.</p>
        </Missing>
      ) : failed ? (
        <LoadError message={sentence(failed)} onRetry={() => void lead.refetch()} />
      ) : null}
    </Screen>
  );
}

function Record({ lead }: { lead: Lead }) {
  const editable = useMay()('crm', 'edit');
  /** The other one of a merge; 'any': still to be found. */
  const [merging, setMerging] = useState<Lead | 'any' | null>(null);
  return (
    <Screen
      title={lead.name ?? 'Cliente sin nombre'}
      lead={
        <>
          Cliente desde el {dateText(lead.created_at)}
          {lead.blocked ? <strong className={classes.blocked}>Bloqueado</strong> : null}
        </>
      }
      back={BACK}
      actions={<RecordActions lead={lead} back={BACK.to} onMerge={() => setMerging('any')} />}
    >
      <div className={classes.record}>
        <div className={classes.side}>
          <Duplicates lead={lead} onMerge={setMerging} />
          <Section title="Datos" id="record-data">
            <dl className={panel.fields}>
              {LEAD_FIELDS.map((field) => (
                <ClientField key={field.name} field={field} lead={lead} editable={editable} />
              ))}
            </dl>
            <OwnFields lead={lead} editable={editable} />
            <ClientTags lead={lead} editable={editable} />
            <ClientAreas lead={lead} editable={editable} />
          </Section>
          <Section title="Consentimientos" id="record-consents">
            <ClientConsents lead={lead} editable={editable} history />
          </Section>
          <Section title="Identidades" lead="Por qué reconocemos a este cliente." id="record-identities">
            <Identities leadId={lead._id} />
          </Section>
        </div>
        <div>
          <Section title="Conversaciones" id="record-conversations">
            <RecordConversations botId={lead.bot_id} leadId={lead._id} />
          </Section>
          <Section title="Pedidos" id="record-orders">
            <RecordOrders leadId={lead._id} />
          </Section>
          <Section
            title="Historia"
            lead="Todo lo que pasó con este cliente, lo más nuevo primero."
            id="record-timeline"
          >
            <RecordTimeline lead={lead} />
          </Section>
          <Merges leadId={lead._id} />
        </div>
      </div>
      {merging ? (
        <MergeDialog
          lead={lead}
          other={merging === 'any' ? null : merging}
          onClose={() => setMerging(null)}
        />
      ) : null}
    </Screen>
  );
}
