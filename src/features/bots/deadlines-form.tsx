/** Until when who waits for a person is answered. Holds from saving on, for those who wait already too. */
import { NativeSelect } from '@mantine/core';
import { ANSWER_OWNERS, answerLabel } from '../../../contract/calendar/answer-deadline-labels.ts';
import {
  ANSWER_KINDS,
  type AnswerDeadlines,
  type AnswerKind,
  type AnswerPair,
} from '../../../contract/entities/answer-deadlines.ts';
import {
  AREAS,
  type Area,
  CONVERSATION_PRIORITIES,
  type ConversationPriority,
} from '../../../contract/states.ts';
import { useMay } from '../../bot/place-context.ts';
import { Section } from '../../ui/screen.tsx';
import type { Typed } from '../../ui/use-typed.ts';
import { submitOf } from '../forms/form-act.ts';
import { FormNotes } from '../forms/form-notes.tsx';
import { SaveBar } from '../forms/save-bar.tsx';
import { type BotSettings, useBotForm } from './bot-queries.ts';
import classes from './bots.module.css';
import { deadlineChoices } from './timer-text.ts';

type Owner = ConversationPriority | Area;
/** Minutes as texts by kind, and by kind and whose they are; empty: none. */
type MinuteField = AnswerKind | `${AnswerKind}_${Owner}`;
export interface DeadlineFields extends Record<MinuteField, string> {
  warn_percent: string;
  clock: 'open' | 'always';
}

const text = (minutes: number | null | undefined) => (minutes == null ? '' : String(minutes));

export function deadlinesOf({ answer_deadlines: rules }: BotSettings): DeadlineFields {
  const kept: Partial<Record<Owner, AnswerPair>> = { ...rules.priorities, ...rules.areas };
  const own = ANSWER_OWNERS.flatMap((of) =>
    ANSWER_KINDS.map((kind) => [`${kind}_${of}`, text(kept[of]?.[kind])]),
  );
  return {
    first: text(rules.first),
    next: text(rules.next),
    ...(Object.fromEntries(own) as Record<Exclude<MinuteField, AnswerKind>, string>),
    warn_percent: String(rules.warn_percent),
    clock: rules.open_hours ? 'open' : 'always',
  };
}

const minutes = (typed: string) => (typed === '' ? null : Number(typed));

function rulesOf(fields: DeadlineFields): AnswerDeadlines {
  const own = <T extends Owner>(owners: readonly T[]): Partial<Record<T, AnswerPair>> =>
    Object.fromEntries(
      owners.flatMap((of) => {
        const pair = { first: minutes(fields[`first_${of}`]), next: minutes(fields[`next_${of}`]) };
        return pair.first === null && pair.next === null ? [] : [[of, pair]];
      }),
    ) as Partial<Record<T, AnswerPair>>;
  return {
    first: minutes(fields.first),
    next: minutes(fields.next),
    warn_percent: Number(fields.warn_percent),
    open_hours: fields.clock === 'open',
    priorities: own(CONVERSATION_PRIORITIES),
    areas: own(AREAS),
  };
}

const PERCENTS = [50, 60, 70, 75, 80, 90, 95];
const percentChoices = (present: string) =>
  [...new Set([...PERCENTS, Number(present)])]
    .sort((a, b) => a - b)
    .map((percent) => ({ value: String(percent), label: `Al ${percent} % del plazo` }));

const OWN: readonly { title: string; owners: readonly Owner[] }[] = [
  { title: 'Plazos propios por prioridad', owners: CONVERSATION_PRIORITIES.toReversed() },
  { title: 'Plazos propios por área', owners: AREAS },
];

export function DeadlinesForm({ settings, form }: { settings: BotSettings; form: Typed<DeadlineFields> }) {
  const mayEdit = useMay()('chatbot', 'edit');
  const { value } = form;
  const { save, faults } = useBotForm(settings.id, form, () => ({
    'chatbot[answer_deadlines]': JSON.stringify(rulesOf(value)),
  }));
  const field = (name: keyof DeadlineFields) => ({
    value: value[name],
    disabled: !mayEdit,
    onChange: (event: { currentTarget: { value: string } }) => {
      const typed = event.currentTarget.value;
      form.set((before) => ({ ...before, [name]: typed }));
    },
  });
  return (
    <Section
      id="bot-deadlines"
      title="Plazos de respuesta"
      lead="Hasta cuándo se responde a quien espera a una persona. Antes de vencer se avisa a quien tiene la conversación; al vencer, también a propietarios y administradores. Vale desde que guardas, también para quienes ya esperan."
    >
      <form onSubmit={submitOf(save, form, () => mayEdit)} noValidate className={classes.form}>
        <FormNotes form={form} acts={[save]} noticed />
        <div className={classes.pair}>
          <NativeSelect
            label={answerLabel('first', null)}
            description="Desde que la conversación empieza a esperar a una persona."
            data={deadlineChoices(value.first, 'Sin plazo')}
            error={faults['answer_deadlines']}
            {...field('first')}
          />
          <NativeSelect
            label={answerLabel('next', null)}
            description="Desde que el cliente vuelve a escribir a quien lo atiende."
            data={deadlineChoices(value.next, 'Sin plazo')}
            {...field('next')}
          />
        </div>
        <div className={classes.pair}>
          <NativeSelect
            label="Aviso antes de vencer"
            data={percentChoices(value.warn_percent)}
            {...field('warn_percent')}
          />
          <NativeSelect
            label="Cómo corre el plazo"
            description="El horario es el del calendario, con sus feriados y el de cada área."
            data={[
              { value: 'open', label: 'Solo en horario de atención' },
              { value: 'always', label: 'Todas las horas' },
            ]}
            {...field('clock')}
          />
        </div>
        <p>
          Cuando más de un plazo calza, vale el propio de la prioridad; si no tiene, el propio del área; si
          tampoco, el general.
        </p>
        {OWN.map(({ title, owners }) => (
          <details key={title} className={classes.unfold}>
            <summary>{title}</summary>
            <div className={classes.form}>
              {owners.map((of) => (
                <div key={of} className={classes.pair}>
                  {ANSWER_KINDS.map((kind) => (
                    <NativeSelect
                      key={kind}
                      label={answerLabel(kind, of)}
                      data={deadlineChoices(value[`${kind}_${of}`], 'Como las demás')}
                      {...field(`${kind}_${of}`)}
                    />
                  ))}
                </div>
              ))}
            </div>
          </details>
        ))}
        <SaveBar form={form} acts={[save]} allowed={mayEdit}>
          Guardar plazos
        </SaveBar>
      </form>
    </Section>
  );
}
