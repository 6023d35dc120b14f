/** `/plantillas-programadas/nueva`: a campaign from its template to its time. */
import { useMay, usePlace } from '../../bot/place-context.ts';
import NoAccess from '../../frame/no-access.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Wizard } from './wizard.tsx';

export function NewCampaignScreen() {
  const { place } = usePlace();
  if (!useMay()('whatsapp_api', 'add')) return <NoAccess />;
  return (
    <Screen
      title="Nueva campaña"
      back={{ to: '/plantillas-programadas', label: 'Plantillas programadas' }}
      lead="Nada sale hasta que lo confirmes en el último paso."
    >
      <Wizard key={place.bot.id} draft={null} />
    </Screen>
  );
}
