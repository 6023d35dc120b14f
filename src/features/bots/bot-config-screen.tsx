/** `/chatbot/configuracion`: what the bot does with conversations, when people attend, and for which areas. */
import { type RefObject, useEffect, useRef } from 'react';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { type Typed, useLeaveGuard, useTyped } from '../../ui/use-typed.ts';
import type { KnownSettings } from '../publishing/draft-queries.ts';
import { PublishBar } from '../publishing/publish-bar.tsx';
import { AttentionForm, attentionOf } from './attention-form.tsx';
import { BotFrame } from './bot-frame.tsx';
import type { BotSettings } from './bot-queries.ts';
import { CalendarSection } from './calendar-section.tsx';
import { DeadlinesForm, deadlinesOf } from './deadlines-form.tsx';
import { type HoursFields, HoursForm, HoursSection, hoursOf } from './hours-form.tsx';

export function BotConfigScreen() {
  return (
    <BotFrame
      title="Configuración del chatbot"
      lead={(name) => `Cómo atiende ${name} y cuándo hay personas.`}
    >
      {(settings) => <Parts settings={settings} />}
    </BotFrame>
  );
}

function Parts({ settings }: { settings: BotSettings }) {
  const reads = useMay()('skill_base', 'read');
  const { user } = usePlace();
  const attention = useTyped(
    `bot-attention/${user.id}/${settings.id}`,
    attentionOf(settings),
    settings.revision,
  );
  const deadlines = useTyped(
    `bot-deadlines/${user.id}/${settings.id}`,
    deadlinesOf(settings),
    settings.revision,
  );
  // These forms come later than this one, and there is one question for all.
  const hours = useRef<Typed<HoursFields>>(null);
  const calendar = useRef<Pick<Typed<unknown>, 'isDirty' | 'forget'>>(null);
  useLeaveGuard({
    isDirty: () =>
      attention.isDirty() ||
      deadlines.isDirty() ||
      hours.current?.isDirty() === true ||
      calendar.current?.isDirty() === true,
    forget: () => {
      attention.forget();
      deadlines.forget();
      hours.current?.forget();
      calendar.current?.forget();
    },
  });
  return (
    <>
      <AttentionForm settings={settings} form={attention} />
      <DeadlinesForm settings={settings} form={deadlines} />
      <CalendarSection botId={settings.id} place={calendar} />
      {reads ? (
        <HoursSection botId={settings.id}>
          {(engine) => <Hours botId={settings.id} engine={engine} place={hours} />}
        </HoursSection>
      ) : null}
    </>
  );
}

interface HoursProps {
  botId: number;
  engine: KnownSettings;
  place: RefObject<Typed<HoursFields> | null>;
}

function Hours({ botId, engine, place }: HoursProps) {
  const { user } = usePlace();
  const form = useTyped(`bot-hours/${user.id}/${botId}`, hoursOf(engine.settings), engine.revision);
  useEffect(() => {
    place.current = form;
  });
  return (
    <>
      <PublishBar unsaved={form.dirty} />
      <HoursForm botId={botId} form={form} />
    </>
  );
}
