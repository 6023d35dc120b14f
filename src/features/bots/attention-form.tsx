/** What a bot does by itself with conversations: assigning, timers, and what it says then. Holds from saving on. */
import { NativeSelect, Switch, Textarea } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { useMay } from '../../bot/place-context.ts';
import { Section } from '../../ui/screen.tsx';
import type { Typed } from '../../ui/use-typed.ts';
import { submitOf } from '../forms/form-act.ts';
import { FormNotes } from '../forms/form-notes.tsx';
import { SaveBar } from '../forms/save-bar.tsx';
import { type BotSettings, useBotForm } from './bot-queries.ts';
import classes from './bots.module.css';
import { timerChoices, waitChoices } from './timer-text.ts';

export interface AttentionFields {
  auto_assign: boolean;
  /** Minutes as text; empty: never. */
  inactive_after: string;
  close_after: string;
  wait_soon: string;
  wait_late: string;
  inactive_message: string;
  closed_message: string;
  returned_message: string;
  visits: boolean;
}

const minutesText = (minutes: number | null) => (minutes === null ? '' : String(minutes));
export const attentionOf = (settings: BotSettings): AttentionFields => ({
  auto_assign: settings.auto_assign,
  inactive_after: minutesText(settings.inactive_after_minutes),
  close_after: minutesText(settings.close_after_minutes),
  wait_soon: minutesText(settings.wait_soon_minutes),
  wait_late: minutesText(settings.wait_late_minutes),
  inactive_message: settings.inactive_message,
  closed_message: settings.closed_message,
  returned_message: settings.returned_message,
  visits: settings.visits,
});

const FIELDS = {
  inactive_after: 'inactive_after_minutes',
  close_after: 'close_after_minutes',
  wait_soon: 'wait_soon_minutes',
  wait_late: 'wait_late_minutes',
  inactive_message: 'inactive_message',
  closed_message: 'closed_message',
  returned_message: 'returned_message',
} as const;

export function AttentionForm({ settings, form }: { settings: BotSettings; form: Typed<AttentionFields> }) {
  const mayEdit = useMay()('chatbot', 'edit');
  const { value } = form;
  const { save, faults } = useBotForm(settings.id, form, () => ({
    'chatbot[auto_assign]': value.auto_assign ? 'true' : 'false',
    'chatbot[inactive_after_minutes]': value.inactive_after,
    'chatbot[close_after_minutes]': value.close_after,
    'chatbot[wait_soon_minutes]': value.wait_soon,
    'chatbot[wait_late_minutes]': value.wait_late,
    'chatbot[inactive_message]': value.inactive_message,
    'chatbot[closed_message]': value.closed_message,
    'chatbot[returned_message]': value.returned_message,
    'chatbot[visits]': value.visits ? 'true' : 'false',
  }));
  const field = (name: keyof typeof FIELDS) => ({
    value: value[name],
    disabled: !mayEdit,
    error: faults[FIELDS[name]],
    onChange: (event: { currentTarget: { value: string } }) => {
      const typed = event.currentTarget.value;
      form.set((before) => ({ ...before, [name]: typed }));
    },
  });
  const says = { rows: 2, maxLength: BOT_LIMITS.botMessage, placeholder: 'Nada' };
  return (
    <Section
      id="bot-attention"
      title="Conversaciones"
      lead="Vale desde que guardas. Los tiempos que ya corren siguen como estaban."
    >
      <form onSubmit={submitOf(save, form, () => mayEdit)} noValidate className={classes.form}>
        <FormNotes form={form} acts={[save]} noticed />
        <Switch
          label="Asignación automática"
          description="Quien pide una persona queda de inmediato con el agente conectado que tenga menos conversaciones; si no hay nadie, en Pendientes."
          checked={value.auto_assign}
          disabled={!mayEdit}
          onChange={(event) => {
            const auto_assign = event.currentTarget.checked;
            form.set((before) => ({ ...before, auto_assign }));
          }}
        />
        <div className={classes.pair}>
          <NativeSelect
            label="Pasar a Inactivas"
            description={
              settings.inactive_handling
                ? 'Tiempo sin que el cliente escriba. Con un agente cuenta solo el horario del calendario.'
                : 'El paso a Inactivas no está habilitado para este chatbot; pídelo a soporte.'
            }
            data={timerChoices(value.inactive_after)}
            {...field('inactive_after')}
            disabled={!mayEdit || !settings.inactive_handling}
          />
          <NativeSelect
            label="Cerrar las inactivas"
            description={
              settings.timer_close
                ? 'Tiempo en Inactivas antes de terminar sola; si es de un agente, dentro del horario.'
                : 'El cierre automático no está habilitado para este chatbot; pídelo a soporte.'
            }
            data={timerChoices(value.close_after)}
            {...field('close_after')}
            disabled={!mayEdit || !settings.timer_close}
          />
        </div>
        <div className={classes.pair}>
          <NativeSelect
            label="Espera en ámbar"
            description="Desde cuánto esperando a una persona se destaca en la lista."
            data={waitChoices(value.wait_soon)}
            {...field('wait_soon')}
          />
          <NativeSelect
            label="Espera en rojo"
            description="Desde cuánto es demasiado."
            data={waitChoices(value.wait_late)}
            {...field('wait_late')}
          />
        </div>
        <Textarea
          label="Al pasar a Inactivas, el bot dice"
          description="Solo en conversaciones que lleva el bot. Vacío: nada."
          {...says}
          {...field('inactive_message')}
        />
        {settings.timer_close ? (
          <Textarea
            label="Al cerrar por tiempo, el bot dice"
            description="Vacío: nada."
            {...says}
            {...field('closed_message')}
          />
        ) : null}
        <Textarea
          label="Cuando un agente la devuelve al bot, el bot dice"
          description="Para que el cliente sepa que ya no habla con una persona. Vacío: nada."
          {...says}
          {...field('returned_message')}
        />
        <Switch
          label="Datos de la visita"
          description="El equipo ve en qué página está el cliente, desde dónde llegó, su dispositivo, su ciudad y cuántas veces vino. Al apagarlo, el chat deja de enviarlos y lo guardado se borra."
          checked={value.visits}
          disabled={!mayEdit}
          onChange={(event) => {
            const visits = event.currentTarget.checked;
            form.set((before) => ({ ...before, visits }));
          }}
        />
        <SaveBar form={form} acts={[save]} allowed={mayEdit}>
          Guardar conversaciones
        </SaveBar>
      </form>
    </Section>
  );
}
