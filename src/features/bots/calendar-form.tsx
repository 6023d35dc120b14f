/** The form of a bot's calendar, with what it says of the present moment. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { openText } from '../../../contract/calendar/opening-text.ts';
import { calendarCalls } from '../../../contract/calls/calendar.ts';
import { dayIn } from '../../../contract/days.ts';
import type { BotCalendar } from '../../../contract/entities/calendar.ts';
import { AREAS } from '../../../contract/states.ts';
import { call } from '../../api/call.ts';
import { PLACES_KEY } from '../../bot/bots.ts';
import { useMay } from '../../bot/place-context.ts';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useServerNow } from '../../ui/use-now.ts';
import type { Typed } from '../../ui/use-typed.ts';
import { noticeOf, refusedFields, submitOf, useFormAct } from '../forms/form-act.ts';
import { FormNotes } from '../forms/form-notes.tsx';
import { SaveBar } from '../forms/save-bar.tsx';
import { calendarKey } from './bot-queries.ts';
import classes from './bots.module.css';
import {
  type CalendarFields,
  CHILEAN_ZONES,
  calendarFaults,
  daysOf,
  previewOf,
  versionFields,
  versionOf,
} from './calendar-fields.ts';
import { CalendarHistory } from './calendar-history.tsx';
import { Holidays } from './holidays.tsx';
import { USUAL, type Week, weekOf } from './hours.ts';
import { HoursEditor } from './hours-editor.tsx';
import { OwnDays } from './own-days.tsx';

const ATTENDED = [
  { value: 'always', label: 'Siempre' },
  { value: 'hours', label: 'En un horario' },
] as const;

export function CalendarForm({ calendar, form }: { calendar: BotCalendar; form: Typed<CalendarFields> }) {
  const { bot_id: botId } = calendar;
  const mayEdit = useMay()('chatbot', 'edit');
  const now = useServerNow();
  const queries = useQueryClient();
  const { value } = form;
  const set = (part: Partial<CalendarFields>) => form.set((before) => ({ ...before, ...part }));
  const save = useFormAct({
    run: (revision) =>
      call(calendarCalls.saveCalendar, {
        params: { id: botId },
        body: {
          revision,
          version: versionOf(value, now),
          days: daysOf(value, dayIn(now, value.zone)),
        },
      }),
    done: (saved) => {
      queries.setQueryData(calendarKey(botId), saved);
      void queries.invalidateQueries({ queryKey: [PLACES_KEY] });
      form.forget();
      toastSuccess('Calendario guardado');
    },
    refresh: () => queries.invalidateQueries({ queryKey: calendarKey(botId) }),
    notice: noticeOf('No pudimos guardar el calendario'),
  });
  const faults = { ...calendarFaults(value, now), ...named(refusedFields([save])) };
  const wrong = Object.keys(calendarFaults(value, now)).length > 0;
  /** Who sets hours for the first time has hardly thought of holidays: they are closed until somebody says otherwise. */
  const attended = (choice: 'always' | 'hours') =>
    set(
      choice === 'always'
        ? { week: null }
        : {
            week: value.week ?? weekOf(USUAL),
            ...(calendar.revision === 0 && value.holidays === 'none' ? { holidays: 'all' as const } : {}),
          },
    );
  return (
    <form onSubmit={submitOf(save, form, () => mayEdit && !wrong)} noValidate className={classes.form}>
      <FormNotes form={form} acts={[save]} noticed />
      <Present fields={value} now={now} />
      <RadioChoice
        legend="Cuándo atienden personas"
        name="attended"
        options={ATTENDED}
        value={value.week ? 'hours' : 'always'}
        disabled={!mayEdit}
        onChange={attended}
      />
      {value.week ? (
        <HoursEditor
          of="de atención"
          value={value.week}
          disabled={!mayEdit}
          onChange={(week) => set({ week })}
        />
      ) : null}
      <Fault text={faults['hours']} />
      <Areas fields={value} disabled={!mayEdit} onChange={(areas) => set({ areas })} />
      <Fault text={faults['areas']} />
      <Holidays
        value={value.holidays}
        year={Number(dayIn(now, value.zone).slice(0, 4))}
        disabled={!mayEdit}
        onChange={(holidays) => set({ holidays })}
      />
      <OwnDays days={value.days} faults={faults} disabled={!mayEdit} onChange={(days) => set({ days })} />
      <Fault text={faults['days']} />
      <div className={classes.pair}>
        <NativeSelect
          label="Zona horaria"
          value={value.zone}
          disabled={!mayEdit}
          onChange={(event) => set({ zone: event.currentTarget.value })}
          data={[
            { group: 'Chile', items: CHILEAN_ZONES },
            { group: 'Otras', items: otherZones(value.zone) },
          ]}
        />
        <TextInput
          label="Vale desde"
          description="Vacío: desde hoy."
          placeholder="DD/MM/AAAA"
          inputMode="numeric"
          value={value.from}
          disabled={!mayEdit}
          error={faults['from']}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
      </div>
      <SaveBar form={form} acts={[save]} allowed={mayEdit}>
        Guardar calendario
      </SaveBar>
      <CalendarHistory
        calendar={calendar}
        now={now}
        mayEdit={mayEdit}
        onEdit={(version, from) => set(versionFields(version, from))}
      />
    </form>
  );
}

/** The server's names of fields as the form calls them. */
const named = ({ valid_from, ...others }: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...others, ...(valid_from === undefined ? {} : { from: valid_from }) }).map(
      ([name, text]) => [name.startsWith('areas') ? 'areas' : name, text],
    ),
  );

function Fault({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p role="alert" className={classes.error}>
      {text}
    </p>
  );
}

/** What the form says of the present moment, as typed. */
function Present({ fields, now }: { fields: CalendarFields; now: number }) {
  const preview = previewOf(fields, now);
  if (!preview) return null;
  return (
    <div className={classes.present} role="status" aria-label="Con este calendario">
      <p>{openText(preview, null, now)}</p>
      {fields.areas.map(({ area }) => (
        <p key={area} className={classes.quiet}>
          {area}: {openText(preview, area, now)}
        </p>
      ))}
    </div>
  );
}

/** Zones of this browser's list that are not Chile's; the chosen one in any case. */
function otherZones(chosen: string): string[] {
  const chilean = new Set(CHILEAN_ZONES.map(({ value }) => value));
  return [...new Set([...Intl.supportedValuesOf('timeZone'), chosen])].filter((zone) => !chilean.has(zone));
}

type OwnHours = 'bot' | 'always' | 'own';
const OWN_HOURS = [
  { value: 'bot', label: 'Las del chatbot' },
  { value: 'always', label: 'Siempre' },
  { value: 'own', label: 'Un horario propio' },
];

interface AreasProps {
  fields: CalendarFields;
  disabled: boolean;
  onChange: (areas: CalendarFields['areas']) => void;
}

function Areas({ fields, disabled, onChange }: AreasProps) {
  const put = (area: (typeof AREAS)[number], week: Week | null) =>
    onChange(
      AREAS.flatMap((one) => {
        const known = fields.areas.find((own) => own.area === one);
        if (one === area) return [{ area, week }];
        return known ? [known] : [];
      }),
    );
  return (
    <details className={classes.unfold} open={fields.areas.length > 0}>
      <summary>Horas de cada área</summary>
      <div className={classes.form}>
        <div className={classes.pair}>
          {AREAS.map((area) => {
            const own = fields.areas.find((one) => one.area === area);
            const choice: OwnHours = !own ? 'bot' : own.week === null ? 'always' : 'own';
            return (
              <NativeSelect
                key={area}
                label={`Horas de ${area}`}
                data={OWN_HOURS}
                value={choice}
                disabled={disabled}
                onChange={(event) => {
                  const chosen = event.currentTarget.value;
                  if (chosen === 'bot') onChange(fields.areas.filter((one) => one.area !== area));
                  else put(area, chosen === 'always' ? null : (fields.week ?? weekOf(USUAL)));
                }}
              />
            );
          })}
        </div>
        {fields.areas.map(({ area, week }) =>
          week === null ? null : (
            <div key={area} className={classes.form}>
              <strong>Horario de {area}</strong>
              <HoursEditor of={area} value={week} disabled={disabled} onChange={(next) => put(area, next)} />
            </div>
          ),
        )}
      </div>
    </details>
  );
}
