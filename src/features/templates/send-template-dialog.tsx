/** Sends a template to a client, from wherever they are shown; then shows the conversation that it stands in. */
import { useNavigate } from '@tanstack/react-router';
import { channelCalls } from '../../../contract/calls/channels.ts';
import { call } from '../../api/call.ts';
import { inboxPath } from '../../base/client-config.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { TemplateDialog } from './template-dialog.tsx';

interface SendTemplateDialogProps {
  lead: { id: string; name: string | null };
  onClose: () => void;
}

export default function SendTemplateDialog({ lead, onClose }: SendTemplateDialogProps) {
  const { place } = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const name = lead.name ?? '';
  return (
    <TemplateDialog
      title={name ? `Enviar una plantilla a ${name}` : 'Enviar una plantilla'}
      allowed={may('crm', 'send-wsp') && may('live', 'send-wsp')}
      client={name}
      hint="Elige una plantilla que WhatsApp haya aprobado. La conversación queda a tu nombre."
      onClose={onClose}
      onSend={async ({ text: _, ...template }) => {
        const { conversation_id } = await call(channelCalls.sendTemplateToLead, {
          params: { id: lead.id },
          body: { template, temporal_id: crypto.randomUUID() },
        });
        toastSuccess('Plantilla enviada');
        onClose();
        if (may('live', 'read'))
          void navigate({
            to: inboxPath(),
            search: { bot: place.bot.id, conversation: conversation_id },
          });
      }}
    />
  );
}
