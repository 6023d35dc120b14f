/** The rule of an automation: messages with their waits, hours, limits; tried out on today's carts before it is saved. */
import { Button, Checkbox, NativeSelect, Switch, Textarea } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { automationCalls } from '../../../contract/calls/automations.ts';
import type { Automation, AutomationRule, AutomationStep } from '../../../contract/entities/automation.ts';
import {
  AUTOMATION_FIELDS,
  AUTOMATION_LIMITS,
  type AutomationKind,
  DECISION_RULES,
} from '../../../contract/rules/automations.ts';
import { MILESTONES, type Milestone } from '../../../contract/rules/order-milestones.ts';
import { templateSlots } from '../../../contract/rules/template-slots.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { figure } from '../../ui/money.ts';
import { TimeField } from '../../ui/time-field.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { TypedNumber } from '../../ui/typed-number.tsx';
import { TIME_FAULT } from '../../ui/typed-time.ts';
import { slotLabel } from '../templates/slot-labels.ts';
import { useTemplates } from '../whatsapp/whatsapp-queries.ts';
import { useAutomationsAgain } from './automation-queries.ts';
import { KIND_TEXT } from './automation-text.ts';
import classes from './automations.module.css';
import { LeastAmount } from './least-amount.tsx';
import { TestStep } from './test-step.tsx';

const FIELDS = Object.entries(AUTOMATION_FIELDS).map(([value, label]) => ({ value, label }));
const NEW: AutomationStep = { after_minutes: 1_440, template: null, slots: [], text: null };

const ALL = Object.keys(MILESTONES) as Milestone[];

/** What another message begins as: a day later, or of the first milestone that has none. */
function nextStep(kind: AutomationKind, { steps }: AutomationRule): AutomationStep {
  if (kind !== 'seguimiento-pedidos') return NEW;
  const milestone = ALL.find((one) => steps.every((step) => step.milestone !== one)) ?? null;
  return { ...NEW, milestone, after_minutes: AUTOMATION_LIMITS.settledAfter.least };
}

/** What can be set of it. */
function ruleOf({
  on,
  steps,
  quiet,
  minimum,
  cooldown_hours,
  connection_id,
  revision,
}: Automation): AutomationRule {
  return { on, steps, quiet, minimum, cooldown_hours, connection_id: connection_id ?? null, revision };
}

export function RuleForm({ of, kind }: { of: Automation; kind: AutomationKind }) {
  const { place } = usePlace();
  const may = useMay();
  const again = useAutomationsAgain();
  const [{ rule, typed }, setForm] = useState(() => ({ rule: ruleOf(of), typed: false }));
  // What somebody else saved is shown where nothing is typed; what is typed stays, and saving it says that they did.
  if (!typed && of.revision > rule.revision) setForm({ rule: ruleOf(of), typed: false });
  const form = useRef<HTMLFormElement>(null);
  const where = { params: { kind }, query: { bot_id: place.bot.id } };
  const save = useMutation({
    mutationFn: (sent: AutomationRule) => call(automationCalls.putAutomation, { ...where, body: sent }),
    onSuccess: (saved, sent) => {
      // What was typed while it was under way is not saved yet.
      setForm((now) =>
        now.rule === sent
          ? { rule: ruleOf(saved), typed: false }
          : { rule: { ...now.rule, revision: saved.revision }, typed: true },
      );
      toastSuccess('Cambios guardados');
      void again();
    },
    // The field at fault may be far above the button, out of sight.
    onError: () =>
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()),
  });
  const preview = useMutation({
    mutationFn: () => call(automationCalls.previewAutomation, { ...where, body: rule }),
  });
  const text = KIND_TEXT[kind];
  const mostSteps = kind === 'seguimiento-pedidos' ? AUTOMATION_LIMITS.milestones : AUTOMATION_LIMITS.steps;
  const faults = save.error ? fieldErrors(save.error) : {};
  const change = (more: Partial<AutomationRule>) => {
    setForm({ rule: { ...rule, ...more }, typed: true });
    save.reset();
    preview.reset();
  };
  const setStep = (at: number, more: Partial<AutomationStep>) =>
    change({ steps: rule.steps.map((one, place) => (place === at ? { ...one, ...more } : one)) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(rule);
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className={classes.form}>
      <Switch
        label="Encendida"
        checked={rule.on}
        disabled={of.unavailable !== null && !rule.on}
        error={faults['on']}
        onChange={(event) => change({ on: event.currentTarget.checked })}
      />
      {rule.steps.map((step, at) => (
        <StepFields
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no name but their place
          key={at}
          kind={kind}
          step={step}
          at={at}
          faults={faults}
          onChange={(more) => setStep(at, more)}
          onRemove={
            rule.steps.length > 1
              ? () => change({ steps: rule.steps.filter((_, place) => place !== at) })
              : null
          }
        />
      ))}
      {rule.steps.length < mostSteps ? (
        <Button variant="default" onClick={() => change({ steps: [...rule.steps, nextStep(kind, rule)] })}>
          Agregar otro mensaje
        </Button>
      ) : null}
      {of.numbers.length > 1 ? (
        <NativeSelect
          label="Número por el que se envía"
          value={rule.connection_id ?? ''}
          error={faults['connection_id']}
          onChange={(event) => change({ connection_id: event.currentTarget.value || null })}
          data={[
            { value: '', label: 'El primero que funcione' },
            ...of.numbers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      ) : null}
      <div className={classes.pair}>
        <TimeField
          label="No escribir desde"
          value={rule.quiet.from}
          error={faults['quiet.from'] && TIME_FAULT}
          onChange={(from) => change({ quiet: { ...rule.quiet, from } })}
        />
        <TimeField
          label="hasta"
          value={rule.quiet.to}
          error={faults['quiet.to'] && TIME_FAULT}
          onChange={(to) => change({ quiet: { ...rule.quiet, to } })}
        />
      </div>
      <Checkbox
        label="Tampoco los domingos"
        checked={rule.quiet.sunday}
        onChange={(event) => change({ quiet: { ...rule.quiet, sunday: event.currentTarget.checked } })}
      />
      <div className={classes.pair}>
        <LeastAmount
          label={text.minimum}
          currencies={of.currencies}
          value={rule.minimum}
          onChange={(minimum) => change({ minimum })}
        />
        <TypedNumber
          label="Horas entre mensajes a una misma persona"
          description="Cuenta también las campañas."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={AUTOMATION_LIMITS.cooldownHours.least}
          max={AUTOMATION_LIMITS.cooldownHours.most}
          allowDecimal={false}
          value={rule.cooldown_hours}
          onNumber={(value) => change({ cooldown_hours: value })}
        />
      </div>
      <p className={classes.note}>
        {kind === 'carro-abandonado'
          ? 'Solo recibe el mensaje quien aceptó recibir promociones, y nadie que pidió la baja.'
          : 'No lo recibe quien pidió no recibir avisos; si la plantilla es de marketing, solo quien aceptó promociones.'}{' '}
        Lo que guardes rige desde el próximo caso: los que ya empezaron siguen con la regla con que empezaron.
      </p>
      {save.error && Object.keys(faults).length === 0 ? <p role="alert">{sentence(save.error)}</p> : null}
      <div className={classes.buttons}>
        <AllowedButton
          type="submit"
          allowed={may('automatizaciones', 'edit')}
          why={TEXTS.noActionPermission}
          loading={save.isPending}
        >
          Guardar
        </AllowedButton>
        <Button
          variant="default"
          loading={preview.isPending}
          disabled={of.unavailable !== null}
          onClick={() => preview.mutate()}
        >
          {`Ver con los ${text.subject[1]} de hoy`}
        </Button>
      </div>
      <div role="status">
        {preview.error ? <p>{sentence(preview.error)}</p> : null}
        {preview.data ? (
          <>
            <p>
              {figure(preview.data.total)} {text.subject[preview.data.total === 1 ? 0 : 1]},{' '}
              {figure(preview.data.with_phone)} con teléfono, {figure(preview.data.would_send)}{' '}
              {preview.data.would_send === 1 ? 'se enviaría' : 'se enviarían'} hoy.
            </p>
            <ul>
              {preview.data.reasons.map(({ rule: name, n }) => (
                <li key={name}>
                  {figure(n)}: {DECISION_RULES[name]}
                </li>
              ))}
              {preview.data.samples.map(({ customer, text }) => (
                <li key={`${customer}${text}`}>
                  {customer ?? 'Sin nombre'}: «{text}»
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </form>
  );
}

interface StepProps {
  kind: AutomationKind;
  step: AutomationStep;
  at: number;
  faults: Record<string, string>;
  onChange: (more: Partial<AutomationStep>) => void;
  onRemove: (() => void) | null;
}

function StepFields({ kind, step, at, faults, onChange, onRemove }: StepProps) {
  const { place } = usePlace();
  const isParcel = kind === 'seguimiento-pedidos';
  const templates = useTemplates(place.bot);
  const approved = (templates.data?.payload.waba_templates ?? []).filter(
    ({ status }) => status === 'APPROVED',
  );
  const chosen = approved.find(
    ({ name, language }) => name === step.template?.name && language === step.template.language,
  );
  const slots = chosen ? templateSlots(chosen.components) : [];
  const place_ = (slot: (typeof slots)[number]) => ({ part: slot.part, index: slot.index, key: slot.key });
  const given = (slot: (typeof slots)[number]) =>
    step.slots.find(({ part, index, key }) => part === slot.part && index === slot.index && key === slot.key);
  const choose = (value: string) => {
    const found = approved.find(({ id }) => id === value);
    onChange({ template: found ? { name: found.name, language: found.language } : null, slots: [] });
  };
  const fill = (slot: (typeof slots)[number], field: string) =>
    onChange({
      slots: [
        ...step.slots.filter((one) => one !== given(slot)),
        ...(field === ''
          ? []
          : [{ ...place_(slot), field, fallback: field.endsWith('name') ? 'cliente' : '' }]),
      ],
    });
  return (
    <fieldset className={classes.step}>
      <legend>{isParcel ? `Aviso ${at + 1}` : at === 0 ? 'Primer mensaje' : `Mensaje ${at + 1}`}</legend>
      {isParcel ? (
        <NativeSelect
          label="Cuándo"
          value={step.milestone ?? ''}
          error={faults[`steps.${at}.milestone`]}
          onChange={(event) => onChange({ milestone: event.currentTarget.value as Milestone })}
          data={ALL.map((value) => ({ value, label: MILESTONES[value] }))}
        />
      ) : null}
      <TypedNumber
        label={at === 0 || isParcel ? KIND_TEXT[kind].wait : 'Minutos desde el mensaje anterior'}
        min={isParcel ? AUTOMATION_LIMITS.settledAfter.least : AUTOMATION_LIMITS.firstAfter.least}
        max={at === 0 ? AUTOMATION_LIMITS.firstAfter.most : AUTOMATION_LIMITS.nextAfter.most}
        step={isParcel ? 0.5 : 1}
        decimalScale={isParcel ? 1 : 0}
        decimalSeparator=","
        value={step.after_minutes}
        error={faults[`steps.${at}.after_minutes`]}
        onNumber={(value) => onChange({ after_minutes: value })}
      />
      <NativeSelect
        label="Plantilla de WhatsApp"
        value={chosen?.id ?? ''}
        error={faults[`steps.${at}.template`]}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: '', label: 'Sin plantilla: un mensaje, solo dentro de las 24 horas' },
          ...approved.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` })),
        ]}
      />
      {slots.map((slot) => (
        <NativeSelect
          key={`${slot.part}${slot.index}${slot.key}`}
          label={slotLabel(chosen?.components ?? [], slot).label}
          value={given(slot)?.field ?? ''}
          error={faults[`steps.${at}.slots.${slot.part}.${slot.index}.${slot.key}`]}
          onChange={(event) => fill(slot, event.currentTarget.value)}
          data={[{ value: '', label: 'Elige qué va aquí' }, ...FIELDS]}
        />
      ))}
      {chosen ? null : (
        <Textarea
          label="Mensaje"
          description="Puedes usar {nombre}, {productos}, {total}, {enlace}, {pedido} y {transporte}."
          maxLength={AUTOMATION_LIMITS.text}
          autosize
          minRows={2}
          value={step.text ?? ''}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      )}
      {chosen ? <TestStep kind={kind} step={step} /> : null}
      {onRemove ? (
        <Button variant="subtle" color="red" onClick={onRemove}>
          Quitar este mensaje
        </Button>
      ) : null}
    </fieldset>
  );
}
