/** `/whatsapp-business?plantilla={id}`: one template: what it says, how it stands, what happened to it; edit, delete. */
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { channelCalls } from '../../../contract/calls/channels.ts';
import {
  categoryText,
  rejectionText,
  TEMPLATE_STATUS_TEXT,
} from '../../../contract/entities/template-words.ts';
import type { WabaTemplate } from '../../../contract/entities/waba-template.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { TemplatePreview } from '../templates/template-preview.tsx';
import { componentsOfDraft, draftOf } from './draft-state.ts';
import { TemplateEditor } from './template-editor.tsx';
import { historyText } from './template-text.ts';
import classes from './whatsapp.module.css';
import { useTemplates, useTemplatesAgain } from './whatsapp-queries.ts';

const SendFromTemplate = lazyPart(() => import('./send-from-template.tsx'));

const BACK = { to: '/whatsapp-business', label: 'WhatsApp API' };

export default function TemplateScreen({ id }: { id: string }) {
  const { place } = usePlace();
  const templates = useTemplates(place.bot);
  const template = templates.data?.payload.waba_templates.find((one) => one.id === id);
  if (template) return <Detail key={id} of={template} />;
  return (
    <Screen title="Plantilla" back={BACK}>
      {templates.isPending ? <LoadRows label="Cargando la plantilla…" rows={4} height={72} /> : null}
      {templates.error && !templates.data ? (
        <LoadError message={sentence(templates.error)} onRetry={() => void templates.refetch()} />
      ) : null}
      {templates.data ? (
        <Empty
          title="Esa plantilla no existe en este chatbot"
          next={<Link to="/whatsapp-business">Ver todas las plantillas</Link>}
        />
      ) : null}
    </Screen>
  );
}

/** Statuses in which the provider takes a change. */
const EDITABLE: readonly WabaTemplate['status'][] = ['APPROVED', 'REJECTED', 'PAUSED'];

function Detail({ of: template }: { of: WabaTemplate }) {
  const { id, name, language, category, status, reason, components, history, created_at } = template;
  const { place } = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const askAgain = useTemplatesAgain();
  const [editing, setEditing] = useState(false);
  const [sending, setSending] = useState(false);
  const at = { params: { token: place.bot.token, id }, query: { botId: place.bot.id } };
  const remove = useMutation({
    mutationFn: () => call(channelCalls.deleteWabaTemplate, at),
    onSuccess: async () => {
      toastSuccess('Plantilla eliminada');
      await askAgain();
      void navigate({ to: BACK.to });
    },
    onError: (error) => void showError('No pudimos eliminar la plantilla', sentence(error)),
  });
  const confirm = async () => {
    const yes = await ask({
      title: `¿Eliminar ${name}?`,
      text: 'WhatsApp la elimina de tu cuenta y no permite otra con el mismo nombre durante 30 días.',
      confirm: 'Eliminar',
      danger: true,
    });
    if (yes) remove.mutate();
  };
  const adds = may('whatsapp_api', 'add');
  const sends = may('crm', 'send-wsp') && may('live', 'send-wsp');
  const draft = draftOf(template);
  const why = !adds
    ? TEXTS.noActionPermission
    : draft === null
      ? 'Tiene partes que solo se editan en Meta.'
      : 'WhatsApp no permite editarla en su estado actual.';
  if (editing && draft) {
    return (
      <Screen
        title={name}
        back={BACK}
        lead="Al guardar vuelve a revisión; hasta entonces no se puede enviar."
      >
        <TemplateEditor
          initial={draft}
          known
          submitLabel="Guardar y enviar a revisión"
          onCancel={() => setEditing(false)}
          onSubmit={async (next) => {
            await call(channelCalls.editWabaTemplate, {
              ...at,
              body: { components: componentsOfDraft(next) },
            });
            await askAgain();
            toastSuccess('Plantilla enviada a revisión');
            setEditing(false);
          }}
        />
      </Screen>
    );
  }
  const facts: [string, string][] = [
    ['Estado', TEMPLATE_STATUS_TEXT[status]],
    ['Categoría', categoryText(category)],
    ['Idioma', language],
    ['Desde', dateTimeText(created_at)],
  ];
  return (
    <Screen
      title={name}
      back={BACK}
      actions={
        <>
          <AllowedButton
            allowed={sends && status === 'APPROVED'}
            why={sends ? 'Solo se envía una plantilla aprobada.' : TEXTS.noActionPermission}
            onClick={() => setSending(true)}
          >
            Enviar…
          </AllowedButton>
          <AllowedButton
            allowed={adds && draft !== null && EDITABLE.includes(status)}
            why={why}
            variant="default"
            onClick={() => setEditing(true)}
          >
            Editar
          </AllowedButton>
          <AllowedButton
            allowed={adds && status !== 'DELETED'}
            why={adds ? 'Ya no está en WhatsApp.' : TEXTS.noActionPermission}
            color="red"
            variant="light"
            loading={remove.isPending}
            onClick={() => void confirm()}
          >
            Eliminar
          </AllowedButton>
        </>
      }
    >
      <Section id="estado" title="Estado">
        <dl className={classes.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {reason ? <p className={classes.error}>{rejectionText(reason)}</p> : null}
      </Section>
      <Section id="texto" title="Mensaje">
        <TemplatePreview components={components} />
      </Section>
      {sending ? <SendFromTemplate template={template} onClose={() => setSending(false)} /> : null}
      <Section id="historia" title="Historia">
        {history.length === 0 ? <p>Sin cambios desde que se creó.</p> : null}
        <ol className={classes.history}>
          {history.toReversed().map((one) => (
            <li key={`${one.at} ${one.what} ${one.to}`}>
              {historyText(one)} <small className={classes.small}>{dateTimeText(one.at)}</small>
            </li>
          ))}
        </ol>
      </Section>
    </Screen>
  );
}
