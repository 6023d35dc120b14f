/** The owner's switch of the form that the chat in a site offers out of hours. Holds at once. */
import { Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SiteChat, widgetCalls } from '../../../contract/calls/widget.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import { failureText } from '../../ui/failure-text.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Section } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import classes from './bots.module.css';

export function SiteForm({ botId }: { botId: number }) {
  const key = ['site-chat', botId] as const;
  const found = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(widgetCalls.siteChat, { params: { botId }, signal }),
    staleTime: 5_000,
  });
  const shown = found.data ? (
    <Choices botId={botId} chosen={found.data} />
  ) : found.error ? (
    <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
  ) : (
    <LoadRows label="Cargando lo elegido…" rows={1} />
  );
  return (
    <Section
      id="site-form"
      title="Fuera de horario"
      lead="Qué puede hacer quien pide una persona cuando el negocio está cerrado y nadie del equipo está conectado."
    >
      {shown}
    </Section>
  );
}

function Choices({ botId, chosen }: { botId: number; chosen: SiteChat }) {
  const mayEdit = useMay()('chatbot', 'edit');
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (wish: SiteChat) => call(widgetCalls.saveSiteChat, { params: { botId }, body: wish }),
    onSuccess: (now) => {
      queries.setQueryData(['site-chat', botId], now);
      toastSuccess(now.leave_word ? 'El chat ofrece el formulario' : 'El chat ya no ofrece el formulario');
    },
  });
  const { leave_word } = save.isPending ? save.variables : chosen;
  return (
    <div className={classes.form}>
      <Switch
        label="Ofrecer un formulario"
        description="Pide nombre, correo o teléfono y un mensaje, y abre un ticket. Al apagarlo desaparece de inmediato, también para quienes ya esperan: solo leen cuándo vuelven a atender."
        checked={leave_word}
        disabled={!mayEdit || save.isPending}
        onChange={(event) => save.mutate({ leave_word: event.currentTarget.checked })}
      />
      {save.error ? <p role="alert">{failureText(save.error)}</p> : null}
    </div>
  );
}
