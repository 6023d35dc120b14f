/** When people attend at a bot: hours, areas, holidays, own days, each from a day on. Holds from saving on. */
import { type RefObject, useEffect } from 'react';
import type { BotCalendar } from '../../../contract/entities/calendar.ts';
import { sentence } from '../../api/api-error.ts';
import { usePlace } from '../../bot/place-context.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Section } from '../../ui/screen.tsx';
import { useServerNow } from '../../ui/use-now.ts';
import { type Typed, useTyped } from '../../ui/use-typed.ts';
import { useBotCalendar } from './bot-queries.ts';
import { type CalendarFields, fieldsOf } from './calendar-fields.ts';
import { CalendarForm } from './calendar-form.tsx';

interface CalendarSectionProps {
  botId: number;
  /** Where the screen finds the form, to ask before what was typed is lost. */
  place: RefObject<Pick<Typed<unknown>, 'isDirty' | 'forget'> | null>;
}

export function CalendarSection({ botId, place }: CalendarSectionProps) {
  const calendar = useBotCalendar(botId);
  return (
    <Section
      id="bot-calendar"
      title="Calendario"
      lead="Cuándo atienden personas. Vale desde el día que elijas, sin publicar; lo que ya pasó queda como fue."
    >
      {calendar.data ? (
        <Loaded calendar={calendar.data} place={place} />
      ) : calendar.error ? (
        <LoadError message={sentence(calendar.error)} onRetry={() => void calendar.refetch()} />
      ) : (
        <LoadRows label="Cargando el calendario…" rows={6} />
      )}
    </Section>
  );
}

function Loaded({ calendar, place }: Pick<CalendarSectionProps, 'place'> & { calendar: BotCalendar }) {
  const now = useServerNow();
  const { user } = usePlace();
  const form = useTyped<CalendarFields>(
    `bot-calendar/${user.id}/${calendar.bot_id}`,
    fieldsOf(calendar, now),
    calendar.revision,
  );
  useEffect(() => {
    place.current = form;
  });
  return <CalendarForm calendar={calendar} form={form} />;
}
