/** `/widgetWhatsapp`: the button that leads a site's visitors to WhatsApp, how it gets into the site, and its codes. */
import { useQuery } from '@tanstack/react-query';
import { snippetOf } from '../../../contract/calls/bots-manage.ts';
import { buttonSnippetOf, whatsappButtonCalls } from '../../../contract/calls/whatsapp-button.ts';
import type { WhatsAppButtonSettings } from '../../../contract/entities/whatsapp-button.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { CopyCode } from '../../ui/copy-code.tsx';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import { useLeaveGuard, useTyped } from '../../ui/use-typed.ts';
import { fieldsOf } from './button-fields.ts';
import { ButtonForm } from './button-form.tsx';
import { buttonKey } from './button-key.ts';
import { Presses } from './presses.tsx';
import { QrCodes } from './qr-codes.tsx';

export function WhatsAppButtonScreen() {
  const { place } = usePlace();
  const { id } = place.bot;
  const settings = useQuery({
    queryKey: buttonKey(id),
    queryFn: ({ signal }) => call(whatsappButtonCalls.whatsappButton, { query: { bot_id: id }, signal }),
  });
  return (
    <Screen
      title="Widget WhatsApp"
      back={{ to: '/dashboard', label: 'Volver' }}
      lead="Un botón en tu sitio que abre WhatsApp con tu número y un texto ya escrito."
    >
      {settings.data ? (
        <Loaded key={id} settings={settings.data} token={place.bot.token} />
      ) : settings.error ? (
        <LoadError message={sentence(settings.error)} onRetry={() => void settings.refetch()} />
      ) : (
        <LoadRows label="Cargando el botón…" rows={6} />
      )}
    </Screen>
  );
}

function Loaded({ settings, token }: { settings: WhatsAppButtonSettings; token: string }) {
  const { bot_id: id, revision, button } = settings;
  const { user } = usePlace();
  const form = useTyped(`whatsapp-button/${user.id}/${id}`, fieldsOf(button), revision);
  useLeaveGuard(form);
  return (
    <>
      <ButtonForm settings={settings} token={token} form={form} />
      <Section
        id="button-install"
        title="Instalar"
        lead="El código se pega una vez: lo que cambies aquí no lo cambia."
      >
        <p>
          Si tu sitio ya tiene el chat, no tienes que agregar nada: el botón viene con él. Es este código:
        </p>
        <CopyCode code={snippetOf(location.origin, { id, token })} />
        <p>Para mostrar solo el botón de WhatsApp, sin el chat:</p>
        <CopyCode code={buttonSnippetOf(location.origin, { id, token })} />
      </Section>
      <QrCodes contacts={button.contacts} />
      <Presses botId={id} />
    </>
  );
}
