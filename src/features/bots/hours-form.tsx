/**
 * What is said while nobody attends, and to which area who asks for a person goes. Part of the bot's draft: customers
 * get it when it is published.
 */
import { Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import { botIntentCalls } from '../../../contract/calls/bot-intents.ts';
import type { EngineSettings } from '../../../contract/entities/bot-draft.ts';
import { AREAS, type Area } from '../../../contract/states.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Section } from '../../ui/screen.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import type { Typed } from '../../ui/use-typed.ts';
import { noticeOf, refusedFields, submitOf, useFormAct } from '../forms/form-act.ts';
import { FormNotes } from '../forms/form-notes.tsx';
import { SaveBar } from '../forms/save-bar.tsx';
import {
  buildingKey,
  type KnownSettings,
  useDraftEdited,
  useEngineSettings,
} from '../publishing/draft-queries.ts';
import classes from './bots.module.css';

export interface HoursFields {
  closed: string;
  wait: boolean;
  areas: AreaRule[];
}
interface AreaRule {
  /** For the list alone. */
  key: string;
  area: Area;
  /** Empty: always. */
  condition: string;
}

export const hoursOf = ({ closed_answers, wait_when_closed, areas }: EngineSettings): HoursFields => ({
  // Alternatives of one text, a blank line between them.
  closed: closed_answers.join('\n\n'),
  wait: wait_when_closed,
  areas: areas.map(({ area, condition }, place) => ({
    key: `rule-${place}`,
    area,
    condition: condition ?? '',
  })),
});

const settingsOf = ({ closed, wait, areas }: HoursFields) => ({
  closed_answers: closed
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== ''),
  wait_when_closed: wait,
  areas: areas.map(({ area, condition }) => ({
    area,
    condition: condition.trim() === '' ? null : condition.trim(),
  })),
});

export function HoursForm({ botId, form }: { botId: number; form: Typed<HoursFields> }) {
  const mayEdit = useMay()('skill_base', 'edit');
  const edited = useDraftEdited();
  const { value } = form;
  const set = (part: Partial<HoursFields>) => form.set((before) => ({ ...before, ...part }));
  const save = useFormAct({
    run: (revision) =>
      call(botDraftCalls.updateEngineSettings, {
        body: { bot_id: botId, settings: settingsOf(value), revision },
      }),
    done: async ({ revision }) => {
      await edited(revision);
      form.forget();
      toastSuccess('Guardado en el borrador');
    },
    refresh: edited,
    notice: noticeOf('No pudimos guardar los cambios'),
  });
  const faults = refusedFields([save]);
  return (
    <form onSubmit={submitOf(save, form, () => mayEdit)} noValidate className={classes.form}>
      <FormNotes form={form} acts={[save]} noticed />
      <Textarea
        label="Fuera de horario, el bot dice"
        description="A quien pide una persona. Una línea en blanco separa alternativas: dice una de ellas."
        placeholder="Lo mismo que dentro del horario"
        rows={3}
        maxLength={BOT_LIMITS.botAnswer}
        value={value.closed}
        disabled={!mayEdit}
        error={faults['closed_answers']}
        onChange={(event) => set({ closed: event.currentTarget.value })}
      />
      <Switch
        label="Dejarlo en Pendientes igualmente"
        description="Para atenderlo cuando vuelvan. Si no, sigue conversando con el bot."
        checked={value.wait}
        disabled={!mayEdit}
        onChange={(event) => set({ wait: event.currentTarget.checked })}
      />
      <AreaRules botId={botId} form={form} disabled={!mayEdit} faults={faults} />
      <SaveBar form={form} acts={[save]} allowed={mayEdit}>
        Guardar en el borrador
      </SaveBar>
    </form>
  );
}

/** The first rule that holds names the area. */
function AreaRules({
  botId,
  form,
  disabled,
  faults,
}: {
  botId: number;
  form: Typed<HoursFields>;
  disabled: boolean;
  faults: Record<string, string>;
}) {
  const { areas } = form.value;
  const set = (change: (rules: AreaRule[]) => AreaRule[]) =>
    form.set((before) => ({ ...before, areas: change(before.areas) }));
  const put = (key: string, part: Partial<AreaRule>) =>
    set((rules) => rules.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)));
  return (
    <fieldset className={classes.areas} disabled={disabled}>
      <legend>A qué área va quien pide una persona</legend>
      <p className={classes.quiet}>
        Vale la primera regla que se cumple. Sin reglas, o si ninguna se cumple, queda sin área y la ven
        todos.
      </p>
      {areas.length > 0 ? (
        <SortableList
          items={areas}
          label="Reglas de área, en orden"
          nameOf={({ area }) => `Regla de ${area}`}
          disabled={disabled}
          onOrder={(ordered) => set(() => ordered)}
        >
          {(rule, place) => (
            <Rule
              botId={botId}
              rule={rule}
              place={place}
              fault={faults[`areas.${place}.condition`]}
              onChange={(part) => put(rule.key, part)}
              onRemove={() => set((rules) => rules.filter(({ key }) => key !== rule.key))}
            />
          )}
        </SortableList>
      ) : null}
      {disabled || areas.length >= 20 ? null : (
        <div>
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              set((rules) => [...rules, { key: crypto.randomUUID(), area: 'ventas', condition: '' }])
            }
          >
            Agregar regla
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface RuleProps {
  botId: number;
  rule: AreaRule;
  place: number;
  fault: string | undefined;
  onChange: (part: Partial<AreaRule>) => void;
  onRemove: () => void;
}

const OTHER = 'other';

function Rule({ botId, rule, place, fault, onChange, onRemove }: RuleProps) {
  const intents = useQuery({
    queryKey: buildingKey(botId, 'intents'),
    queryFn: ({ signal }) => call(botIntentCalls.clientIntents, { params: { botId }, signal }),
  });
  const known = (intents.data ?? []).map(({ intent_name }) => intent_name);
  const { condition } = rule;
  const chosen = condition === '' || known.includes(condition.slice(1)) ? condition : OTHER;
  const at = `regla ${place + 1}`;
  return (
    <div className={classes.rule}>
      <div className={classes.pair}>
        <NativeSelect
          label={`Cuándo, ${at}`}
          value={chosen}
          onChange={(event) =>
            onChange({
              condition: event.currentTarget.value === OTHER ? '$canal == "web"' : event.currentTarget.value,
            })
          }
          data={[
            { value: '', label: 'Siempre' },
            ...known.map((name) => ({ value: `#${name}`, label: `Habla de ${name.replaceAll('_', ' ')}` })),
            { value: OTHER, label: 'Otra condición…' },
          ]}
        />
        <NativeSelect
          label={`Área, ${at}`}
          value={rule.area}
          onChange={(event) =>
            onChange({ area: AREAS.find((area) => area === event.currentTarget.value) ?? rule.area })
          }
          data={[...AREAS]}
        />
      </div>
      {chosen === OTHER ? (
        <TextInput
          label={`Condición, ${at}`}
          description="Por ejemplo: @producto && !$abierto"
          spellCheck={false}
          maxLength={BOT_LIMITS.botCondition}
          value={condition}
          error={fault}
          onChange={(event) => onChange({ condition: event.currentTarget.value })}
        />
      ) : null}
      <div>
        <Button variant="subtle" size="xs" onClick={onRemove}>
          Quitar {at}
        </Button>
      </div>
    </div>
  );
}

export function HoursSection({
  botId,
  children,
}: {
  botId: number;
  children: (known: KnownSettings) => React.ReactNode;
}) {
  const settings = useEngineSettings(botId);
  return (
    <Section
      id="bot-hours"
      title="Fuera de horario y áreas"
      lead="Quedan en el borrador: tus clientes los ven cuando publicas."
    >
      {settings.data ? (
        children(settings.data)
      ) : settings.error ? (
        <LoadError message={sentence(settings.error)} onRetry={() => void settings.refetch()} />
      ) : (
        <LoadRows label="Cargando…" rows={4} />
      )}
    </Section>
  );
}
