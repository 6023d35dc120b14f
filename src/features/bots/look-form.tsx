/** How the chat looks on a site: colour, side, button, welcome; beside it the widget itself, following what is typed. */
import { Textarea, TextInput } from '@mantine/core';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { LauncherLookFields } from '../../ui/launcher-look.tsx';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { Section } from '../../ui/screen.tsx';
import { withPreview } from '../../ui/side-preview.tsx';
import type { Typed } from '../../ui/use-typed.ts';
import { submitOf } from '../forms/form-act.ts';
import { FormNotes } from '../forms/form-notes.tsx';
import { SaveBar } from '../forms/save-bar.tsx';
import { type BotSettings, useBotForm } from './bot-queries.ts';
import classes from './bots.module.css';
import { LookPreview } from './look-preview.tsx';

export interface LookFields {
  color: string;
  position: 'right' | 'left';
  kind: 'icon' | 'text';
  /** Kept while the icon is tried. */
  launcher: string;
  welcome: string;
}

const KINDS = [
  { value: 'icon', label: 'Un ícono' },
  { value: 'text', label: 'Un texto' },
] as const;

interface LookFormProps {
  settings: BotSettings;
  form: Typed<LookFields>;
  /** As it is typed now: the chat's head shows it. */
  name: string;
}

export function LookForm({ settings, form, name }: LookFormProps) {
  const mayEdit = useMay()('chatbot', 'edit');
  const { place } = usePlace();
  const { value } = form;
  const set = (part: Partial<LookFields>) => form.set((before) => ({ ...before, ...part }));
  const launcher = value.kind === 'icon' ? '' : value.launcher.trim();
  const wordless = value.kind === 'text' && launcher === '';
  const { save, faults } = useBotForm(
    settings.id,
    form,
    () => ({
      'chatbot[color]': value.color,
      'chatbot[position]': value.position,
      'chatbot[launcher]': launcher,
      'chatbot[welcome]': value.welcome.trim(),
    }),
    'Apariencia guardada',
  );
  const submit = submitOf(save, form, () => mayEdit && !wordless && value.welcome.trim() !== '');
  return (
    <Section
      id="bot-look"
      title="Apariencia en tu sitio"
      lead="Al guardar, tu sitio la muestra de inmediato: no hay que cambiar el código instalado."
    >
      <form onSubmit={submit} noValidate className={withPreview}>
        <div className={classes.form}>
          <FormNotes form={form} acts={[save]} noticed />
          <LauncherLookFields value={value} disabled={!mayEdit} onChange={set} />
          <RadioChoice
            legend="Qué muestra el botón"
            name="kind"
            options={KINDS}
            value={value.kind}
            disabled={!mayEdit}
            onChange={(kind) => set({ kind })}
          />
          {value.kind === 'text' ? (
            <TextInput
              label="Texto del botón"
              placeholder="¿Te ayudamos?"
              maxLength={BOT_LIMITS.launcherText}
              value={value.launcher}
              disabled={!mayEdit}
              error={wordless && form.dirty ? 'Escribe el texto del botón.' : faults['launcher']}
              onChange={(event) => set({ launcher: event.currentTarget.value })}
            />
          ) : null}
          <Textarea
            label="Mensaje de bienvenida"
            description="Lo primero que se lee al abrir el chat. {nombre} es el primer nombre de quien ya lo dijo."
            autosize={false}
            rows={4}
            maxLength={BOT_LIMITS.botMessage}
            value={value.welcome}
            disabled={!mayEdit}
            error={
              form.dirty && value.welcome.trim() === ''
                ? 'Escribe el mensaje de bienvenida.'
                : faults['welcome']
            }
            onChange={(event) => set({ welcome: event.currentTarget.value })}
          />
          <SaveBar form={form} acts={[save]} allowed={mayEdit}>
            Guardar apariencia
          </SaveBar>
        </div>
        <LookPreview
          bot={{ id: settings.id, token: place.bot.token, name: settings.bot_name }}
          look={{
            ...settings.look,
            color: value.color,
            position: value.position,
            launcher,
            welcome: value.welcome,
            name: name.trim() || settings.bot_name,
          }}
        />
      </form>
    </Section>
  );
}
