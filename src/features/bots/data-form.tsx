/** Photo, name, site, kind of business and description of a bot. The photo is kept as soon as it is chosen. */
import { Button, Textarea, TextInput } from '@mantine/core';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { useMay } from '../../bot/place-context.ts';
import { failureText } from '../../ui/failure-text.ts';
import { PhotoField } from '../../ui/photo-field.tsx';
import { Section } from '../../ui/screen.tsx';
import type { Typed } from '../../ui/use-typed.ts';
import { submitOf } from '../forms/form-act.ts';
import { FormNotes } from '../forms/form-notes.tsx';
import { SaveBar } from '../forms/save-bar.tsx';
import { type BotSettings, useBotForm, useChangeBot } from './bot-queries.ts';
import classes from './bots.module.css';
import { BusinessTypeSelect } from './business-type-select.tsx';

interface DataFields {
  bot_name: string;
  web: string;
  description: string;
  business_type: string;
}

export function DataForm({ settings, form }: { settings: BotSettings; form: Typed<DataFields> }) {
  const mayEdit = useMay()('chatbot', 'edit');
  const { value } = form;
  const { save, faults } = useBotForm(settings.id, form, () => ({
    'chatbot[bot_name]': value.bot_name.trim(),
    'chatbot[web]': value.web.trim(),
    'chatbot[description]': value.description.trim(),
    'chatbot[business_type]': value.business_type,
  }));
  const text = (field: keyof DataFields) => ({
    name: field,
    value: value[field],
    error: field === 'bot_name' && form.dirty && value.bot_name.trim() === '' ? EMPTY_NAME : faults[field],
    disabled: !mayEdit,
    onChange: (event: { currentTarget: { value: string } }) => {
      const typed = event.currentTarget.value;
      form.set((before) => ({ ...before, [field]: typed }));
    },
  });
  const submit = submitOf(save, form, () => mayEdit && value.bot_name.trim() !== '');
  return (
    <Section id="bot-data" title="Datos">
      <form onSubmit={submit} noValidate className={classes.form}>
        <FormNotes form={form} acts={[save]} noticed />
        <BotPhoto settings={settings} disabled={!mayEdit} />
        <div className={classes.pair}>
          <TextInput label="Nombre" maxLength={80} autoComplete="off" {...text('bot_name')} />
          <TextInput
            label="Sitio web"
            placeholder="mitienda.cl"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={300}
            {...text('web')}
          />
        </div>
        <BusinessTypeSelect
          value={value.business_type}
          error={faults['business_type']}
          disabled={!mayEdit}
          onChange={(business_type) => form.set((before) => ({ ...before, business_type }))}
        />
        <Textarea
          label="Descripción (opcional)"
          description="Para tu equipo: qué atiende este chatbot. Los clientes no la ven."
          rows={3}
          maxLength={BOT_LIMITS.botDescription}
          {...text('description')}
        />
        <SaveBar form={form} acts={[save]} allowed={mayEdit}>
          Guardar datos
        </SaveBar>
      </form>
    </Section>
  );
}

const EMPTY_NAME = 'Ingresa el nombre del chatbot.';

function BotPhoto({
  settings: { id, bot_name, look },
  disabled,
}: {
  settings: BotSettings;
  disabled: boolean;
}) {
  const save = useChangeBot(id, 'Foto guardada');
  const removal = useChangeBot(id, null);
  const failure = save.error ?? removal.error;
  return (
    <PhotoField
      name={bot_name}
      id={String(id)}
      image={look.avatar}
      file={null}
      disabled={disabled}
      busy={save.isPending}
      error={failure ? failureText(failure) : null}
      onFile={(file) => {
        removal.reset();
        save.mutate({ body: {}, file });
      }}
    >
      {look.avatar && !disabled ? (
        <Button
          variant="subtle"
          size="xs"
          loading={removal.isPending}
          onClick={() => removal.mutate({ body: { 'chatbot[avatar]': '' } })}
        >
          Quitar foto
        </Button>
      ) : null}
    </PhotoField>
  );
}
