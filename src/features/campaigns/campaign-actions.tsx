/** What may be done with a campaign as it stands: pause, resume, cancel, start, its file, throwing a draft away. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { campaignCalls } from '../../../contract/calls/campaigns.ts';
import type { CampaignDetail } from '../../../contract/entities/campaign.ts';
import type { ExportFormat } from '../../../contract/rules/exports.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import { figure } from '../../ui/money.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { ExportButtons } from '../history/export-buttons.tsx';
import { showJob } from '../history/use-exports.ts';
import { recipientExports, useCampaignStep } from './campaign-queries.ts';

export function CampaignActions({ campaign }: { campaign: CampaignDetail }) {
  const { id, bot_id, state, counts, name } = campaign;
  const may = useMay();
  const adds = may('whatsapp_api', 'add');
  const sends = may('whatsapp_api', 'send-wsp');
  const queries = useQueryClient();
  const step = useCampaignStep(id);
  const file = useMutation({
    mutationFn: (format: ExportFormat) =>
      call(campaignCalls.startRecipientExport, { body: { format, filters: { bot_id, campaign: id } } }),
    onSuccess: (job) => showJob(queries, recipientExports(bot_id), job),
    onError: (error) => void showError('No pudimos exportar', sentence(error)),
  });
  const button = (what: 'pause' | 'resume', label: string, allowed: boolean) => (
    <AllowedButton
      allowed={allowed}
      why={TEXTS.noActionPermission}
      variant="default"
      loading={step.isPending && step.variables === what}
      onClick={() => step.mutate(what)}
    >
      {label}
    </AllowedButton>
  );
  const cancel = async () => {
    const waiting = figure(counts.waiting);
    const yes = await ask({
      title: `¿Cancelar ${name}?`,
      text:
        counts.total === 0
          ? 'No saldrá. No se puede deshacer.'
          : `${counts.waiting === 1 ? 'Queda 1 destinatario que no la recibirá' : `Quedan ${waiting} destinatarios que no la recibirán`}. Quien ya la recibió, la recibió. No se puede deshacer.`,
      confirm: 'Cancelar la campaña',
      cancel: 'Seguir',
      danger: true,
    });
    if (yes) step.mutate('cancel');
  };
  const live = state === 'scheduled' || state === 'running';
  return (
    <>
      {counts.total > 0 ? <ExportButtons start={file} disabled={false} /> : null}
      {live ? button('pause', 'Pausar', adds) : null}
      {state === 'paused' ? button('resume', 'Reanudar', sends) : null}
      {live || state === 'paused' ? (
        <AllowedButton
          allowed={adds}
          why={TEXTS.noActionPermission}
          color="red"
          variant="light"
          loading={step.isPending && step.variables === 'cancel'}
          onClick={() => void cancel()}
        >
          Cancelar
        </AllowedButton>
      ) : null}
    </>
  );
}

/** Throws a draft away, after a question. */
export function DeleteDraft({ id, name }: { id: string; name: string }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(campaignCalls.deleteCampaign, { params: { id } }),
    onSuccess: () => {
      toastSuccess('Borrador eliminado');
      void queries.invalidateQueries({ queryKey: ['campaigns'] });
      void navigate({ to: '/plantillas-programadas' });
    },
    onError: (error) => void showError('No pudimos eliminarlo', sentence(error)),
  });
  const confirm = async () => {
    const yes = await ask({
      title: `¿Eliminar el borrador ${name}?`,
      text: 'No se puede deshacer.',
      confirm: 'Eliminar',
      danger: true,
    });
    if (yes) remove.mutate();
  };
  return (
    <AllowedButton
      allowed
      color="red"
      variant="light"
      loading={remove.isPending}
      onClick={() => void confirm()}
    >
      Eliminar borrador
    </AllowedButton>
  );
}
