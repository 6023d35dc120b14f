/** Sends a template to a client, from wherever they are shown; then shows the conversation that it stands in. */
import { Modal } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import { useNavigate } from '@tanstack/react-router';
import { channelCalls } from '../../../contract/calls/channels.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { call } from '../../api/call.ts';
import { inboxPath } from '../../base/client-config.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { TemplateForm } from './template-form.tsx';
import classes from './templates.module.css';

interface SendTemplateDialogProps {
  lead: { id: string; name: string | null };
  onClose: () => void;
}

export default function SendTemplateDialog({ lead, onClose }: SendTemplateDialogProps) {
  useFocusBack();
  const { place, user } = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const covered = useTopDialog() !== null;
  const name = lead.name ?? '';
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!covered}
      title={name ? `Enviar una plantilla a ${name}` : 'Enviar una plantilla'}
      centered
      size="lg"
    >
      {may('crm', 'send-wsp') && may('live', 'send-wsp') ? (
        <TemplateForm
          botId={place.bot.id}
          channel="whatsapp"
          client={name}
          agent={user.name}
          hint="Elige una plantilla que WhatsApp haya aprobado. La conversación queda a tu nombre."
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
      ) : (
        <p className={classes.state}>{TEXTS.noActionPermission}</p>
      )}
    </Modal>
  );
}
