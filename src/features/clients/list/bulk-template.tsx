/** A template for many clients: filled once, with each one's own name where it says so. */
import { Modal } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import type { WantedTemplate } from '../../../../contract/calls/conversations.ts';
import { usePlace } from '../../../bot/place-context.ts';
import { ask, useTopDialog } from '../../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { TemplateForm } from '../../templates/template-form.tsx';
import { clients } from './bulk-words.ts';

interface BulkTemplateProps {
  count: number;
  onSend: (template: WantedTemplate) => void;
  onClose: () => void;
}

export default function BulkTemplate({ count, onSend, onClose }: BulkTemplateProps) {
  useFocusBack();
  const { place, user } = usePlace();
  const covered = useTopDialog() !== null;
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!covered}
      title={`Enviar una plantilla a ${clients(count)}`}
      centered
      size="lg"
    >
      <TemplateForm
        botId={place.bot.id}
        channel="whatsapp"
        client={null}
        agent={user.name}
        hint="Elige una plantilla que WhatsApp haya aprobado. Donde escribas {nombre} o {cliente} va el de cada uno. Las conversaciones quedan a tu nombre."
        onSend={async ({ text: _, ...template }) => {
          const sure = await ask({
            title: `¿Enviar la plantilla a ${clients(count)}?`,
            text: 'Cada envío puede tener costo y no se puede deshacer.',
            confirm: 'Enviar',
          });
          if (sure) onSend(template);
        }}
      />
    </Modal>
  );
}
