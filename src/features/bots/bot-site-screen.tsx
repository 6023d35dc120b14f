/** `/chatbot/sitio`: the chat in the owner's site: its code, what the page may ask of it, and who its users are. */
import { usePlace } from '../../bot/place-context.ts';
import { Section } from '../../ui/screen.tsx';
import { EmbedCode } from '../embed/embed-code.tsx';
import PageInterface from '../embed/page-interface.tsx';
import { BotFrame } from './bot-frame.tsx';
import { SiteForm } from './site-form.tsx';
import { SiteUsers } from './site-users.tsx';

export function BotSiteScreen() {
  const { place } = usePlace();
  return (
    <BotFrame title="El chat en tu sitio" lead={(name) => `Cómo está ${name} en tus páginas.`}>
      {() => (
        <>
          <Section id="site-code" title="Código">
            <EmbedCode bot={place.bot} />
          </Section>
          <SiteForm botId={place.bot.id} />
          <SiteUsers botId={place.bot.id} />
          <Section
            id="site-interface"
            title="Interfaz para la página"
            lead="Para quien programa el sitio: lo que la página puede pedirle al chat."
          >
            <PageInterface />
          </Section>
        </>
      )}
    </BotFrame>
  );
}
