/** `/clients/detail-lead/{id}`: everything about one client: data, conversations, who changed what. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { conversationLifeCalls } from '../../../../contract/calls/conversation-life.ts';
import type { Lead } from '../../../../contract/entities/lead.ts';
import { ApiError, sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { inboxPath } from '../../../base/client-config.ts';
import { OfBot } from '../../../bot/of-bot.tsx';
import { useMay } from '../../../bot/place-context.ts';
import { AllowedButton } from '../../../ui/allowed-button.tsx';
import { dateText } from '../../../ui/dates.ts';
import { LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { isMissing, Missing } from '../../../ui/missing.tsx';
import { Screen, Section } from '../../../ui/screen.tsx';
import { toastFailure } from '../../../ui/toast.ts';
import { ClientDuplicates } from './client-duplicates.tsx';
import { ClientField } from './client-field.tsx';
import panel from './client-panel.module.css';
import { ClientTags } from './client-tags.tsx';
import { useDeleteClient } from './delete-client.ts';
import { LeadChanges } from './lead-changes.tsx';
import { LEAD_FIELDS } from './lead-fields.ts';
import { useLead } from './lead-query.ts';
import classes from './record.module.css';
import { RecordConversations } from './record-conversations.tsx';

/** docs/product.md §2: leaving the record by changing bot goes to the clients list. */
const BACK = { to: '/clients', label: 'Clientes' };

export function RecordScreen() {
  const { id = '' } = useParams({ strict: false });
  const lead = useLead(id);
  const failed = lead.data ? null : lead.error;
  if (lead.data) {
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
      {lead.isPending ? <LoadRows label="Cargando la ficha…" rows={6} /> : null}
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
  const may = useMay();
  const navigate = useNavigate();
  const { askToDelete, pending } = useDeleteClient(() => void navigate({ to: BACK.to, replace: true }));
  const editable = may('crm', 'edit');
  return (
    <Screen
      title={lead.name ?? 'Cliente sin nombre'}
      lead={`Cliente desde el ${dateText(lead.created_at)}`}
      back={BACK}
      actions={
        <>
          <StartConversation lead={lead} />
          <AllowedButton
            allowed={may('crm', 'delete')}
            variant="default"
            loading={pending}
            onClick={() => void askToDelete(lead)}
          >
            Eliminar cliente
          </AllowedButton>
        </>
      }
    >
      <div className={classes.record}>
        <div className={classes.side}>
          <ClientDuplicates lead={lead} />
          <Section title="Datos" id="record-data">
            <dl className={panel.fields}>
              {LEAD_FIELDS.map((field) => (
                <ClientField key={field.name} field={field} lead={lead} editable={editable} />
              ))}
            </dl>
            <ClientTags lead={lead} editable={editable} />
          </Section>
        </div>
        <div>
          <Section title="Conversaciones" id="record-conversations">
            <RecordConversations botId={lead.bot_id} leadId={lead._id} />
          </Section>
          <Section
            title="Cambios"
            lead="Quién corrigió los datos de este cliente, y cuándo."
            id="record-changes"
          >
            <LeadChanges leadId={lead._id} />
          </Section>
        </div>
      </div>
    </Screen>
  );
}

/** One that is under way already opens instead. */
function StartConversation({ lead }: { lead: Lead }) {
  const may = useMay();
  const navigate = useNavigate();
  const open = (conversation: string) =>
    void navigate({ to: inboxPath(), search: { bot: lead.bot_id, state: 'taken', conversation } });
  const start = useMutation({
    mutationFn: () =>
      call(conversationLifeCalls.createConversation, { body: { bot_id: lead.bot_id, lead_id: lead._id } }),
    onSuccess: ({ conversation }) => open(conversation.id),
    onError: (error) => {
      const known = error instanceof ApiError ? error.details['conversation_id'] : null;
      if (typeof known === 'string') open(known);
      else toastFailure('No se pudo iniciar la conversación', error);
    },
  });
  if (!may('live', 'read')) return null;
  return may('live', 'add') ? (
    <Button loading={start.isPending} onClick={() => start.mutate()}>
      Escribir al cliente
    </Button>
  ) : (
    <AllowedButton allowed={false}>Escribir al cliente</AllowedButton>
  );
}
