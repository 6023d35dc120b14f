/** `/whatsapp-business`: the bot's numbers, pages and accounts and how they are, its templates, and what came in and could not be applied. */
import { useSearch } from '@tanstack/react-router';
import { lazyPart } from '../../base/lazy-part.tsx';
import { usePlace } from '../../bot/place-context.ts';
import { Screen } from '../../ui/screen.tsx';
import { CHANNELS } from './channel-words.ts';
import { ConnectionsSection } from './connections-section.tsx';
import { ParkedSection } from './parked-section.tsx';
import { TemplatesSection } from './templates-section.tsx';

const NewTemplateScreen = lazyPart(() => import('./new-template-screen.tsx'), null, 'in-place');
const TemplateScreen = lazyPart(() => import('./template-screen.tsx'), null, 'in-place');

/** `?plantilla=nueva` writes a template, `?plantilla={id}` shows one. */
export function WhatsAppScreen() {
  const { place } = usePlace();
  const { plantilla } = useSearch({ strict: false }) as { plantilla?: unknown };
  if (plantilla === 'nueva') return <NewTemplateScreen />;
  if (plantilla !== undefined) return <TemplateScreen id={String(plantilla)} />;
  return (
    <Screen
      title="WhatsApp API"
      back={{ to: '/dashboard', label: 'Volver' }}
      lead="Los números, páginas y cuentas por los que te escriben, su estado, y las plantillas con que escribes tú primero."
    >
      {/* Forms under way belong to one bot. */}
      <ConnectionsSection key={`c${place.bot.id}`} of={CHANNELS.whatsapp} />
      <TemplatesSection key={`t${place.bot.id}`} />
      <ConnectionsSection key={`m${place.bot.id}`} of={CHANNELS.messenger} />
      <ConnectionsSection key={`i${place.bot.id}`} of={CHANNELS.instagram} />
      <ParkedSection key={`p${place.bot.id}`} />
    </Screen>
  );
}
