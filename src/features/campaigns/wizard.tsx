/** A campaign in four steps. What was chosen outlives a look at another screen; nothing leaves before the last button. */
import { Button, Stepper } from '@mantine/core';
import '@mantine/core/styles/Stepper.layer.css';
import { useRef, useState } from 'react';
import type { CampaignDetail } from '../../../contract/entities/campaign.ts';
import { sentence } from '../../api/api-error.ts';
import { usePlace, useZone } from '../../bot/place-context.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { useLeaveGuard, useTyped } from '../../ui/use-typed.ts';
import { useWide } from '../../ui/use-wide.ts';
import { slotLabel } from '../templates/slot-labels.ts';
import { useTemplates } from '../whatsapp/whatsapp-queries.ts';
import { AudienceStep } from './audience-step.tsx';
import { useNumbers } from './campaign-queries.ts';
import classes from './campaigns.module.css';
import { ContentStep } from './content-step.tsx';
import { audienceOf, EMPTY_PLAN, type PlanState, planOf, stateOf, unfilled } from './plan-state.ts';
import { SendStep } from './send-step.tsx';
import { TemplateStep } from './template-step.tsx';

const STEPS = ['Plantilla', 'Destinatarios', 'Contenido', 'Envío'] as const;

/** @param draft null: a new one */
export function Wizard({ draft }: { draft: CampaignDetail | null }) {
  const { place } = usePlace();
  const numbers = useNumbers(place.bot.id);
  const templates = useTemplates(place.bot);
  const failed = numbers.data ? templates : numbers;
  if (!numbers.data || !templates.data) {
    return failed.error ? (
      <LoadError message={sentence(failed.error)} onRetry={() => void failed.refetch()} />
    ) : (
      <LoadRows label="Cargando números y plantillas…" rows={4} height={72} />
    );
  }
  return <Steps draft={draft} numbers={numbers.data} templates={templates.data.payload.waba_templates} />;
}

interface StepsProps {
  draft: CampaignDetail | null;
  numbers: NonNullable<ReturnType<typeof useNumbers>['data']>;
  templates: NonNullable<ReturnType<typeof useTemplates>['data']>['payload']['waba_templates'];
}

function Steps({ draft, numbers, templates }: StepsProps) {
  const { place } = usePlace();
  const zone = useZone();
  const wide = useWide();
  const [step, setStep] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const [only] = numbers;
  const [start] = useState(() =>
    draft ? stateOf(draft) : { ...EMPTY_PLAN, connectionId: numbers.length === 1 ? (only?.id ?? '') : '' },
  );
  const typed = useTyped<PlanState>(`campaign/${place.bot.id}/${draft?.id ?? 'new'}`, start, 0);
  useLeaveGuard(typed);
  const state = typed.value;
  const change = (more: Partial<PlanState>) => typed.set((now) => ({ ...now, ...more }));
  const account = numbers.find(({ id }) => id === state.connectionId)?.account ?? null;
  const usable = templates.filter(
    (one) =>
      one.status === 'APPROVED' &&
      (account === null || one.account === undefined || one.account === null || one.account === account),
  );
  const template =
    usable.find(
      ({ name, language }) => name === state.template.name && language === state.template.language,
    ) ?? null;
  const missing = missingOf(state, template);
  // Each step needs those before it.
  const most = missing.findIndex((one) => one !== null);
  const reach = most === -1 ? STEPS.length - 1 : most;
  const shown = Math.min(step, reach);
  const plan = planOf(state, template, { botId: place.bot.id, zone });
  /** Who works by keyboard or hears the page is at the beginning of the step, not behind its end. */
  const go = (to: number) => {
    setStep(to);
    requestAnimationFrame(() => {
      const heading = frame.current?.querySelector('h2');
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus();
    });
  };
  const props = { state, change };
  return (
    <div ref={frame}>
      <Stepper
        active={shown}
        onStepClick={go}
        size="sm"
        iconSize={30}
        className={classes.steps}
        aria-label="Pasos de la campaña"
      >
        {STEPS.map((name, at) => (
          <Stepper.Step
            key={name}
            label={wide ? name : undefined}
            aria-label={name}
            allowStepSelect={at <= reach}
            disabled={at > reach}
          />
        ))}
      </Stepper>
      {shown === 0 ? (
        <TemplateStep {...props} numbers={numbers} templates={usable} template={template} />
      ) : null}
      {shown === 1 ? <AudienceStep {...props} /> : null}
      {shown === 2 && template ? <ContentStep {...props} template={template} /> : null}
      {shown === 3 && template && plan ? (
        <SendStep {...props} plan={plan} template={template} draft={draft} typed={typed} />
      ) : null}
      {shown < 3 ? (
        <div className={classes.next}>
          {shown > 0 ? (
            <Button variant="default" onClick={() => go(shown - 1)}>
              Atrás
            </Button>
          ) : (
            <span />
          )}
          <div className={classes.actions}>
            {missing[shown] ? <p className={classes.small}>{missing[shown]}</p> : null}
            <Button disabled={missing[shown] !== null} onClick={() => go(shown + 1)}>
              Continuar
            </Button>
          </div>
        </div>
      ) : (
        <div className={classes.next}>
          <Button variant="default" onClick={() => go(2)}>
            Atrás
          </Button>
        </div>
      )}
    </div>
  );
}

/** What each of the first three steps still wants; null: nothing. */
function missingOf(state: PlanState, template: StepsProps['templates'][number] | null): (string | null)[] {
  const empty = template ? unfilled(state, template) : null;
  return [
    state.connectionId === ''
      ? 'Elige un número.'
      : template === null
        ? 'Elige una plantilla aprobada.'
        : null,
    audienceOf(state) === null ? 'Elige a quiénes.' : null,
    empty && template ? `Falta: ${slotLabel(template.components, empty).label}.` : null,
  ];
}
