/** A template for many clients: filled once, with each one's own name where it says so. */
import type { WantedTemplate } from '../../../../contract/calls/conversations.ts';
import { ask } from '../../../ui/dialogs/dialogs.ts';
import { TemplateDialog } from '../../templates/template-dialog.tsx';
import { clients } from './bulk-words.ts';

interface BulkTemplateProps {
  count: number;
  onSend: (template: WantedTemplate) => void;
  onClose: () => void;
}

export default function BulkTemplate({ count, onSend, onClose }: BulkTemplateProps) {
  return (
    <TemplateDialog
      title={`Enviar una plantilla a ${clients(count)}`}
      client={null}
      hint="Elige una plantilla que WhatsApp haya aprobado. Donde escribas {nombre} o {cliente} va el de cada uno. Las conversaciones quedan a tu nombre."
      onClose={onClose}
      onSend={async ({ text: _, ...template }) => {
        const sure = await ask({
          title: `¿Enviar la plantilla a ${clients(count)}?`,
          text: 'Cada envío puede tener costo y no se puede deshacer.',
          confirm: 'Enviar',
        });
        if (sure) onSend(template);
      }}
    />
  );
}
