/** `/whatsapp-business?plantilla=nueva`: a template is written, checked, and sent to be judged. */
import { useNavigate } from '@tanstack/react-router';
import { channelCalls } from '../../../contract/calls/channels.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import NoAccess from '../../frame/no-access.tsx';
import { Screen } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { componentsOfDraft, EMPTY_DRAFT } from './draft-state.ts';
import { TemplateEditor } from './template-editor.tsx';
import { useTemplatesAgain } from './whatsapp-queries.ts';

export default function NewTemplateScreen() {
  const { place } = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const askAgain = useTemplatesAgain();
  const back = () => void navigate({ to: '/whatsapp-business' });
  if (!may('whatsapp_api', 'add')) return <NoAccess />;
  return (
    <Screen
      title="Nueva plantilla"
      back={{ to: '/whatsapp-business', label: 'WhatsApp API' }}
      lead="WhatsApp la revisa: casi siempre en minutos, a veces en un día."
    >
      <TemplateEditor
        key={place.bot.id}
        initial={EMPTY_DRAFT}
        known={false}
        submitLabel="Enviar a revisión"
        onCancel={back}
        onSubmit={async (draft) => {
          const { name, language, category } = draft;
          await call(channelCalls.createWabaTemplate, {
            params: { token: place.bot.token },
            query: { botId: place.bot.id },
            body: { name, language, category, components: componentsOfDraft(draft) },
          });
          await askAgain();
          toastSuccess('Plantilla enviada a revisión');
          back();
        }}
      />
    </Screen>
  );
}
