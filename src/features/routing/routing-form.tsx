/** Rules and capacity, saved as a whole; and the try-out of what is typed. */
import { useQueryClient } from '@tanstack/react-query';
import { routingCalls } from '../../../contract/calls/routing.ts';
import type { BotRouting, RoutingSettings } from '../../../contract/entities/routing.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import { Section } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import type { Typed } from '../../ui/use-typed.ts';
import { noticeOf, submitOf, useFormAct } from '../forms/form-act.ts';
import { FormNotes } from '../forms/form-notes.tsx';
import { SaveBar } from '../forms/save-bar.tsx';
import { CapacityFields } from './capacity-fields.tsx';
import { Overrides } from './overrides.tsx';
import classes from './routing.module.css';
import { routingKey } from './routing-key.ts';
import { RuleList } from './rule-list.tsx';
import { TryOut } from './try-out.tsx';

interface RoutingFormProps {
  routing: BotRouting;
  form: Typed<RoutingSettings>;
}

export function RoutingForm({ routing, form }: RoutingFormProps) {
  const { bot_id: botId, things, auto_assign } = routing;
  const mayEdit = useMay()('chatbot', 'edit');
  const queries = useQueryClient();
  const { value } = form;
  const set = (part: Partial<RoutingSettings>) => form.set((before) => ({ ...before, ...part }));
  const save = useFormAct({
    run: (revision) =>
      call(routingCalls.saveRouting, { params: { id: botId }, body: { ...value, revision } }),
    done: (saved) => {
      queries.setQueryData(routingKey(botId), saved);
      form.forget();
      toastSuccess('Asignación guardada');
    },
    refresh: () => queries.invalidateQueries({ queryKey: routingKey(botId) }),
    notice: noticeOf('No pudimos guardar la asignación'),
  });
  return (
    <>
      <form onSubmit={submitOf(save, form, () => mayEdit)} noValidate className={classes.form}>
        <FormNotes form={form} acts={[save]} fieldsHere allowed={mayEdit} />
        <RuleList
          rules={value.rules}
          things={things}
          autoAssign={auto_assign}
          disabled={!mayEdit}
          onChange={(rules) => set({ rules })}
        />
        <Section
          id="routing-capacity"
          title="Cupos"
          lead="Cuántas conversaciones tomadas puede tener cada persona a la vez. Con el cupo lleno no se le asignan más; tomar por su cuenta siempre puede. Vacío: sin límite."
        >
          <div className={classes.fields}>
            <CapacityFields
              of="de cada persona"
              value={value.capacity}
              disabled={!mayEdit}
              onChange={(capacity) => set({ capacity })}
            />
            <Overrides
              overrides={value.overrides}
              people={things.people}
              disabled={!mayEdit}
              onChange={(overrides) => set({ overrides })}
            />
          </div>
        </Section>
        <SaveBar form={form} acts={[save]} allowed={mayEdit}>
          Guardar asignación
        </SaveBar>
      </form>
      <TryOut botId={botId} settings={value} dirty={form.dirty} allowed={mayEdit} />
    </>
  );
}
