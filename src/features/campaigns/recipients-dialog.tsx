/** The recipients behind a count, a page at a time, and their file. */
import { Group, Modal } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { campaignCalls } from '../../../contract/calls/campaigns.ts';
import type { CampaignDetail, CampaignRecipient } from '../../../contract/entities/campaign.ts';
import { OUTCOME_LABELS } from '../../../contract/rules/campaigns.ts';
import type { ExportFormat } from '../../../contract/rules/exports.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { inboxPath } from '../../base/client-config.ts';
import { useMay, useZone } from '../../bot/place-context.ts';
import { momentText } from '../../ui/date-range/zone-time.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { figure } from '../../ui/money.ts';
import { Pager } from '../../ui/pager.tsx';
import { ExportButtons } from '../history/export-buttons.tsx';
import { showJob } from '../history/use-exports.ts';
import { recipientExports, useRecipients } from './campaign-queries.ts';
import type { CampaignSearch } from './campaign-search.ts';
import { COUNT_LABELS } from './campaign-text.ts';
import classes from './campaigns.module.css';

interface RecipientsDialogProps {
  campaign: CampaignDetail;
  search: CampaignSearch;
  onPage: (page: number) => void;
  onClose: () => void;
}

export default function RecipientsDialog({ campaign, search, onPage, onClose }: RecipientsDialogProps) {
  useFocusBack();
  const queries = useQueryClient();
  const { ver = 'total', motivo: reason, pagina: page = 1 } = search;
  const filters = {
    bot_id: campaign.bot_id,
    campaign: campaign.id,
    ...(ver === 'total' ? {} : { outcome: ver }),
    ...(reason === undefined ? {} : { reason }),
  };
  const found = useRecipients(filters, page);
  const start = useMutation({
    mutationFn: (format: ExportFormat) =>
      call(campaignCalls.startRecipientExport, { body: { format, filters } }),
    onSuccess: (job) => {
      showJob(queries, recipientExports(campaign.bot_id), job);
      onClose();
    },
  });
  const { data } = found;
  return (
    <Modal
      opened
      onClose={onClose}
      title={reason ? `${COUNT_LABELS[ver]} · ${reason}` : COUNT_LABELS[ver]}
      size="xl"
      centered
    >
      <Group justify="space-between" mb="md">
        <p role="status">
          {data ? `${figure(data.total)} ${data.total === 1 ? 'destinatario' : 'destinatarios'}` : null}
        </p>
        <ExportButtons start={start} disabled={!data || data.total === 0} />
      </Group>
      {start.error ? (
        <p role="alert" className={classes.fault}>
          {sentence(start.error)}
        </p>
      ) : null}
      {found.isPending ? <LoadRows label="Cargando los destinatarios…" rows={5} height={48} /> : null}
      {found.error ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      <ul className={classes.people} aria-label="Destinatarios" aria-busy={found.isPlaceholderData}>
        {(data?.recipients ?? []).map((one) => (
          <Recipient key={one.id} one={one} />
        ))}
      </ul>
      {data ? (
        <Pager label="Páginas de destinatarios" page={page} pages={data.pages} onPage={onPage} />
      ) : null}
    </Modal>
  );
}

function Recipient({ one }: { one: CampaignRecipient }) {
  const may = useMay();
  const zone = useZone();
  const { lead_id, phone, outcome, reason, tries, conversation_id, at } = one;
  const name = one.name ?? (phone === null ? 'Cliente sin nombre' : `+${phone.replace(/^\+/, '')}`);
  return (
    <li>
      <strong>
        {lead_id !== null && may('crm', 'read') ? (
          <Link to="/clients/detail-lead/$id" params={{ id: lead_id }}>
            {name}
          </Link>
        ) : (
          name
        )}
      </strong>
      {one.name !== null && phone !== null ? <span>+{phone.replace(/^\+/, '')}</span> : null}
      <span data-outcome={outcome}>{OUTCOME_LABELS[outcome]}</span>
      {at === null ? null : <span>{momentText(at, zone)}</span>}
      {tries > 1 ? <span>{tries} intentos</span> : null}
      {conversation_id !== null && may('live', 'read') ? (
        <Link to={inboxPath()} search={{ conversation: conversation_id } as never}>
          Ver conversación
        </Link>
      ) : null}
      {reason === null ? null : <p>{reason}</p>}
    </li>
  );
}
