/** What the button is, whom it leads to, when and where; beside it the button itself, following what is typed. */
import { Switch, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useQueryClient } from '@tanstack/react-query';
import { whatsappButtonCalls } from '../../../contract/calls/whatsapp-button.ts';
import {
  WHATSAPP_BUTTON_LIMITS,
  type WhatsAppButtonSettings,
} from '../../../contract/entities/whatsapp-button.ts';
import { buttonFaults, DEVICES_TEXT, PAGES_TEXT } from '../../../contract/whatsapp-button/button.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import { LauncherLookFields } from '../../ui/launcher-look.tsx';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { Section } from '../../ui/screen.tsx';
import { withPreview } from '../../ui/side-preview.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import type { Typed } from '../../ui/use-typed.ts';
import { noticeOf, refusedFields, submitOf, useFormAct } from '../forms/form-act.ts';
import { FormNotes } from '../forms/form-notes.tsx';
import { SaveBar } from '../forms/save-bar.tsx';
import { type ButtonFields, buttonOf } from './button-fields.ts';
import { buttonKey } from './button-key.ts';
import { ButtonPreview } from './button-preview.tsx';
import { Contacts } from './contacts.tsx';
import classes from './whatsapp-button.module.css';

const CLOSED = [
  {
    value: 'offer',
    label: 'Ofrecer el número igual',
    text: 'Con el aviso, y con otro texto si lo escribes.',
  },
  { value: 'hide', label: 'Ocultar el número', text: 'Si ninguno atiende, el botón no se muestra.' },
] as const;
const options = <K extends string>(texts: Record<K, string>) =>
  (Object.entries(texts) as [K, string][]).map(([value, label]) => ({ value, label }));

interface ButtonFormProps {
  settings: WhatsAppButtonSettings;
  token: string;
  form: Typed<ButtonFields>;
}

export function ButtonForm({ settings, token, form }: ButtonFormProps) {
  const { bot_id: id, connected } = settings;
  const mayEdit = useMay()('widget_whatsapp', 'edit');
  const queries = useQueryClient();
  const { value } = form;
  const set = (part: Partial<ButtonFields>) => form.set((before) => ({ ...before, ...part }));
  const button = buttonOf(value);
  const wrong = buttonFaults(button);
  const save = useFormAct({
    run: (revision) =>
      call(whatsappButtonCalls.saveWhatsappButton, { body: { bot_id: id, revision, button } }),
    done: (saved) => {
      queries.setQueryData(buttonKey(id), saved);
      form.forget();
      toastSuccess('Botón guardado');
    },
    refresh: () => queries.invalidateQueries({ queryKey: buttonKey(id) }),
    notice: noticeOf('No pudimos guardar el botón'),
  });
  const faults = { ...(form.dirty ? wrong : {}), ...refusedFields([save]) };
  const ready = () => mayEdit && Object.keys(wrong).length === 0;
  return (
    <Section id="button-form" title="El botón" lead="Lo que guardes se ve en tu sitio de inmediato.">
      <form onSubmit={submitOf(save, form, ready)} noValidate className={withPreview}>
        <div className={classes.form}>
          <FormNotes form={form} acts={[save]} allowed={mayEdit} noticed />
          <Switch
            label="Mostrar el botón en tu sitio"
            checked={value.on}
            disabled={!mayEdit}
            onChange={(event) => set({ on: event.currentTarget.checked })}
          />
          <Contacts
            contacts={value.contacts}
            connected={connected}
            faults={faults}
            disabled={!mayEdit}
            onChange={(contacts) => set({ contacts })}
          />
          <LauncherLookFields value={value} disabled={!mayEdit} onChange={set} />
          <div className={classes.pair}>
            <TextInput
              label="Texto del botón (opcional)"
              description="Sin texto se ve solo el ícono."
              placeholder="Escríbenos"
              maxLength={WHATSAPP_BUTTON_LIMITS.label}
              value={value.label}
              disabled={!mayEdit}
              onChange={(event) => set({ label: event.currentTarget.value })}
            />
            <TextInput
              label="Título de la lista"
              description="Se lee sobre los números, cuando se abre la lista."
              maxLength={WHATSAPP_BUTTON_LIMITS.greeting}
              value={value.greeting}
              disabled={!mayEdit}
              onChange={(event) => set({ greeting: event.currentTarget.value })}
            />
          </div>
          <RadioChoice
            legend="Fuera de horario"
            name="closed"
            options={CLOSED}
            value={value.closed}
            disabled={!mayEdit}
            onChange={(closed) => set({ closed })}
          />
          {value.closed === 'offer' ? (
            <>
              <TextInput
                label="Aviso fuera de horario"
                description="{abre} es cuándo vuelven a atender, según el calendario: «mañana a las 9:00»."
                maxLength={WHATSAPP_BUTTON_LIMITS.note}
                value={value.closed_note}
                disabled={!mayEdit}
                onChange={(event) => set({ closed_note: event.currentTarget.value })}
              />
              <Textarea
                label="Texto ya escrito, fuera de horario (opcional)"
                description="Vacío: el de cada número."
                rows={2}
                maxLength={WHATSAPP_BUTTON_LIMITS.text}
                value={value.closed_text}
                disabled={!mayEdit}
                onChange={(event) => set({ closed_text: event.currentTarget.value })}
              />
            </>
          ) : null}
          <RadioChoice
            legend="En qué páginas"
            name="pages"
            options={options(PAGES_TEXT)}
            value={value.pages}
            disabled={!mayEdit}
            onChange={(pages) => set({ pages })}
          />
          {value.pages === 'all' ? null : (
            <Textarea
              label="Páginas"
              description="Una por línea; * es cualquier cosa: /producto/*"
              placeholder={'/producto/*\n/contacto'}
              rows={4}
              spellCheck={false}
              value={value.paths}
              disabled={!mayEdit}
              error={faults['paths']}
              onChange={(event) => set({ paths: event.currentTarget.value })}
            />
          )}
          <RadioChoice
            legend="En qué dispositivos"
            name="devices"
            options={options(DEVICES_TEXT)}
            value={value.devices}
            disabled={!mayEdit}
            onChange={(devices) => set({ devices })}
          />
          <SaveBar form={form} acts={[save]} allowed={mayEdit}>
            Guardar botón
          </SaveBar>
        </div>
        <ButtonPreview bot={{ id, token }} button={button} />
      </form>
    </Section>
  );
}
