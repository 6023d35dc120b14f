/** `/chatbot/configuracion/menu`: where the chat shows the welcome menu. What stands in it is edited in /menu-inicial. */
import { Link } from '@tanstack/react-router';
import type { BotLook } from '../../../contract/entities/bot.ts';
import { MENU_WORDS } from '../../../contract/entities/look-words.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { Section } from '../../ui/screen.tsx';
import { withPreview } from '../../ui/side-preview.tsx';
import { useLeaveGuard, useTyped } from '../../ui/use-typed.ts';
import { submitOf } from '../forms/form-act.ts';
import { FormNotes } from '../forms/form-notes.tsx';
import { SaveBar } from '../forms/save-bar.tsx';
import { BotFrame } from './bot-frame.tsx';
import { type BotSettings, useBotForm } from './bot-queries.ts';
import classes from './bots.module.css';
import { LookPreview } from './look-preview.tsx';

const PLACES: readonly { value: BotLook['menu']; label: string; text: string }[] = [
  {
    value: 'start',
    label: MENU_WORDS.start,
    text: 'Debajo de la bienvenida, hasta que el cliente escribe.',
  },
  {
    value: 'always',
    label: MENU_WORDS.always,
    text: 'Además, un botón junto a donde se escribe lo vuelve a mostrar mientras conversa con el bot.',
  },
  { value: 'never', label: MENU_WORDS.never, text: 'El cliente parte escribiendo.' },
];

export function BotMenuScreen() {
  return (
    <BotFrame title="Menú del chatbot" lead={(name) => `Dónde muestra ${name} su menú inicial.`}>
      {(settings) => <MenuForm settings={settings} />}
    </BotFrame>
  );
}

function MenuForm({ settings }: { settings: BotSettings }) {
  const mayEdit = useMay()('chatbot', 'edit');
  const { place, user } = usePlace();
  const { look } = settings;
  const form = useTyped(`bot-menu/${user.id}/${settings.id}`, { menu: look.menu }, settings.revision);
  useLeaveGuard(form);
  const { menu } = form.value;
  const { save } = useBotForm(settings.id, form, () => ({ 'chatbot[menu]': menu }), 'Menú guardado');
  return (
    <Section id="bot-menu" title="El menú en el chat" lead="Vale en tu sitio desde que guardas.">
      <form onSubmit={submitOf(save, form, () => mayEdit)} noValidate className={withPreview}>
        <div className={classes.form}>
          <FormNotes form={form} acts={[save]} noticed />
          <RadioChoice
            legend="Dónde se muestra"
            name="menu"
            options={PLACES}
            value={menu}
            disabled={!mayEdit}
            onChange={(chosen) => form.set(() => ({ menu: chosen }))}
          />
          {look.buttons.length > 0 ? (
            <div>
              <p className={classes.quiet}>Lo que ofrece hoy, como está publicado:</p>
              <ul className={classes.menu} aria-label="Opciones publicadas">
                {look.buttons.map(({ id, label }) => (
                  <li key={id}>{label}</li>
                ))}
              </ul>
            </div>
          ) : (
            <p className={classes.notice}>El menú publicado no tiene opciones todavía.</p>
          )}
          <p className={classes.quiet}>
            <Link to="/menu-inicial">Editar las opciones del menú inicial</Link>
          </p>
          <SaveBar form={form} acts={[save]} allowed={mayEdit}>
            Guardar menú
          </SaveBar>
        </div>
        <LookPreview
          bot={{ id: settings.id, token: place.bot.token, name: settings.bot_name }}
          look={{ ...look, menu }}
          talked={menu === 'always'}
        />
      </form>
    </Section>
  );
}
