/** What its owner chooses for the chat in a site: its language, and the form that it offers out of hours. Holds at once. */
import { NativeSelect, Switch } from '@mantine/core';
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
  if (found.data) return <Choices botId={botId} chosen={found.data} />;
  return (
    <Section id="site-language" title="Idioma">
      {found.error ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : (
        <LoadRows label="Cargando lo elegido…" rows={1} />
      )}
    </Section>
  );
}

const LANGUAGES: { value: SiteChat['language']; label: string }[] = [
  { value: 'es', label: 'Español' },
  { value: 'en', label: 'Inglés' },
  { value: 'pt', label: 'Portugués (Brasil)' },
  { value: 'page', label: 'El de la página' },
];

function Choices({ botId, chosen }: { botId: number; chosen: SiteChat }) {
  const mayEdit = useMay()('chatbot', 'edit');
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (wish: SiteChat) => call(widgetCalls.saveSiteChat, { params: { botId }, body: wish }),
    onSuccess: (now, wish) => {
      queries.setQueryData(['site-chat', botId], now);
      if (wish.language !== chosen.language) toastSuccess('Idioma del chat guardado');
      else
        toastSuccess(now.leave_word ? 'El chat ofrece el formulario' : 'El chat ya no ofrece el formulario');
    },
  });
  const { leave_word, language } = save.isPending ? save.variables : chosen;
  const fault = save.error ? <p role="alert">{failureText(save.error)}</p> : null;
  const ofLanguage = save.variables?.language !== chosen.language;
  return (
    <>
      <Section
        id="site-language"
        title="Idioma"
        lead="En qué idioma habla el chat: sus botones, avisos y formularios. Lo que escriben el chatbot y el equipo no se traduce."
      >
        <div className={classes.form}>
          <NativeSelect
            label="Idioma del chat"
            description="«El de la página» sigue el idioma que declara cada página o, si no declara ninguno de estos, el del navegador; si tampoco es uno de estos, español. Vale para quien abra el chat desde ahora. Una página puede pedir otro con data-lang en su código."
            data={LANGUAGES}
            value={language}
            disabled={!mayEdit || save.isPending}
            onChange={({ currentTarget }) => {
              const wish = LANGUAGES.find(({ value }) => value === currentTarget.value);
              if (wish) save.mutate({ leave_word, language: wish.value });
            }}
          />
          {ofLanguage ? fault : null}
        </div>
      </Section>
      <Section
        id="site-form"
        title="Fuera de horario"
        lead="Qué puede hacer quien pide una persona cuando el negocio está cerrado y nadie del equipo está conectado."
      >
        <div className={classes.form}>
          <Switch
            label="Ofrecer un formulario"
            description="Pide nombre, correo o teléfono y un mensaje, y abre un ticket. Al apagarlo desaparece de inmediato, también para quienes ya esperan: solo leen cuándo vuelven a atender."
            checked={leave_word}
            disabled={!mayEdit || save.isPending}
            onChange={(event) => save.mutate({ leave_word: event.currentTarget.checked, language })}
          />
          {ofLanguage ? null : fault}
        </div>
      </Section>
    </>
  );
}
