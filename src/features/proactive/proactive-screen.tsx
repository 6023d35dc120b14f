/** `/chatbot/sitio/mensajes`: what the chat says by itself to who visits a page: rules in order, counts, a try-out. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { proactiveCalls } from '../../../contract/calls/proactive.ts';
import type { BotProactive, ProactiveRule } from '../../../contract/entities/proactive.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useLeaveGuard, useTyped } from '../../ui/use-typed.ts';
import { BotFrame } from '../bots/bot-frame.tsx';
import { noticeOf, submitOf, useFormAct } from '../forms/form-act.ts';
import { FormNotes } from '../forms/form-notes.tsx';
import { SaveBar } from '../forms/save-bar.tsx';
import classes from './proactive.module.css';
import { RuleList } from './rule-list.tsx';
import { TryOut } from './try-out.tsx';

const keyOf = (botId: number) => ['bot-proactive', botId] as const;

export function ProactiveScreen() {
  return (
    <BotFrame
      title="Mensajes proactivos"
      lead={(name) => `Lo que el chat de ${name} dice por su cuenta a quien visita tu sitio, pocas veces.`}
    >
      {({ id }) => <Rules botId={id} />}
    </BotFrame>
  );
}

function Rules({ botId }: { botId: number }) {
  const found = useQuery({
    queryKey: keyOf(botId),
    queryFn: ({ signal }) => call(proactiveCalls.botProactive, { params: { id: botId }, signal }),
    // A colleague may have changed them since.
    staleTime: 5_000,
  });
  if (found.data) return <Loaded proactive={found.data} />;
  return found.error ? (
    <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
  ) : (
    <LoadRows label="Cargando los mensajes…" rows={4} />
  );
}

function Loaded({ proactive }: { proactive: BotProactive }) {
  const { bot_id: botId, rules, counts, revision, open } = proactive;
  const { user } = usePlace();
  const mayEdit = useMay()('chatbot', 'edit');
  const queries = useQueryClient();
  const form = useTyped<{ rules: ProactiveRule[] }>(`bot-proactive/${user.id}/${botId}`, { rules }, revision);
  useLeaveGuard(form);
  const save = useFormAct({
    run: (seen) =>
      call(proactiveCalls.saveProactive, {
        params: { id: botId },
        body: { rules: form.value.rules, revision: seen },
      }),
    done: (saved) => {
      queries.setQueryData(keyOf(botId), saved);
      form.forget();
      toastSuccess('Mensajes guardados');
    },
    refresh: () => queries.invalidateQueries({ queryKey: keyOf(botId) }),
    notice: noticeOf('No pudimos guardar los mensajes'),
  });
  return (
    <>
      <form onSubmit={submitOf(save, form, () => mayEdit)} noValidate className={classes.form}>
        <FormNotes form={form} acts={[save]} fieldsHere allowed={mayEdit} />
        <RuleList
          rules={form.value.rules}
          counts={counts}
          disabled={!mayEdit}
          onChange={(next) => form.set(() => ({ rules: next }))}
        />
        <SaveBar form={form} acts={[save]} allowed={mayEdit}>
          Guardar mensajes
        </SaveBar>
      </form>
      <TryOut rules={form.value.rules} open={open} dirty={form.dirty} />
    </>
  );
}
