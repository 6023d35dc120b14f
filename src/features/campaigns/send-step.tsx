/** Last step: who gets it, who not and why, five of them as they read it; now or later; a test to oneself; the start. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { campaignCalls } from '../../../contract/calls/campaigns.ts';
import type { CampaignDetail, CampaignPlan, CampaignPreview } from '../../../contract/entities/campaign.ts';
import type { WabaTemplate } from '../../../contract/entities/waba-template.ts';
import { CAMPAIGN_LIMITS } from '../../../contract/rules/campaigns.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace, useZone } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { figure } from '../../ui/money.ts';
import { Section } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useServerNow } from '../../ui/use-now.ts';
import type { Typed } from '../../ui/use-typed.ts';
import { DeleteDraft } from './campaign-actions.tsx';
import { usePreview, useShowCampaign } from './campaign-queries.ts';
import classes from './campaigns.module.css';
import { type PlanState, whenFault } from './plan-state.ts';
import { WhenChoice } from './when-choice.tsx';

const CountDialog = lazyPart(() => import('./count-dialog.tsx'));

interface SendStepProps {
  state: PlanState;
  change: (more: Partial<PlanState>) => void;
  plan: CampaignPlan;
  template: WabaTemplate;
  draft: CampaignDetail | null;
  typed: Typed<PlanState>;
}

const people = (n: number): string => `${figure(n)} ${n === 1 ? 'cliente' : 'clientes'}`;
const whyOf = (error: unknown): string => Object.values(fieldErrors(error))[0] ?? sentence(error);

export function SendStep({ state, change, plan, template, draft, typed }: SendStepProps) {
  const { place } = usePlace();
  const may = useMay();
  const zone = useZone();
  const now = useServerNow();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const show = useShowCampaign();
  // The time changes nobody who gets it: it is counted without.
  const preview = usePreview({ ...plan, send_at: null });
  const [counting, setCounting] = useState(false);
  // The same key until it is made: a press whose answer was lost makes no second one.
  const [key] = useState(() => crypto.randomUUID());
  const save = useMutation({
    mutationFn: async (what: 'draft' | 'go') => {
      const { bot_id: _, ...body } = plan;
      if (!draft) {
        return call(campaignCalls.createCampaign, {
          body: { ...plan, temporal_id: key, ...(what === 'draft' ? { draft: true } : {}) },
        });
      }
      const kept = await call(campaignCalls.updateCampaign, { params: { id: draft.id }, body });
      return what === 'draft' ? kept : call(campaignCalls.startCampaign, { params: { id: draft.id } });
    },
    onSuccess: async (campaign, what) => {
      typed.forget();
      show(campaign);
      toastSuccess(
        what === 'draft'
          ? 'Borrador guardado'
          : campaign.state === 'scheduled'
            ? 'Campaña programada'
            : 'La campaña empezó',
      );
      await queries.invalidateQueries({ queryKey: ['campaigns', place.bot.id] });
      void navigate({ to: '/plantillas-programadas/$id', params: { id: campaign.id } });
    },
  });
  const test = useMutation({
    mutationFn: () => call(campaignCalls.testCampaign, { body: { ...plan, send_at: null } }),
  });
  const fault = whenFault(state, zone, now);
  const { data } = preview;
  const sends = may('whatsapp_api', 'send-wsp');
  const head = place.link.role.base !== 'agente';
  const tooMany = data?.needs_head === true && !head;
  const later = state.when === 'later';
  const go = async () => {
    if (!data) return;
    if (data.recipients > CAMPAIGN_LIMITS.free) return setCounting(true);
    const yes = await ask({
      title: later
        ? `¿Programar para ${people(data.recipients)}?`
        : `¿Enviar ahora a ${people(data.recipients)}?`,
      text: 'Cada envío puede tener costo. Lo que sale no se puede deshacer.',
      confirm: later ? 'Programar' : 'Enviar',
    });
    if (yes) save.mutate('go');
  };
  return (
    <>
      <Section id="alcance" title="Quiénes la reciben">
        {preview.isPending ? <LoadRows label="Contando destinatarios…" rows={3} height={64} /> : null}
        {preview.error ? (
          <LoadError message={whyOf(preview.error)} onRetry={() => void preview.refetch()} />
        ) : null}
        {data && !preview.error ? (
          <Preview preview={data} busy={preview.isFetching} onAgain={() => void preview.refetch()} />
        ) : null}
      </Section>
      <Section id="cuando" title="Cuándo sale" lead={`Por la hora de ${zone}, el calendario del chatbot.`}>
        <WhenChoice state={state} change={change} fault={fault} />
      </Section>
      <Section
        id="prueba"
        title="Pruébala primero"
        lead="Llega solo al teléfono de tu cuenta, con los datos del primer cliente. No cuenta como destinatario."
      >
        <div className={classes.actions}>
          <AllowedButton
            allowed={sends}
            why={TEXTS.noActionPermission}
            variant="default"
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            Enviarme una prueba
          </AllowedButton>
          {test.data ? <p role="status">WhatsApp la recibió para {test.data.phone}.</p> : null}
          {test.error ? (
            <p role="alert" className={classes.fault}>
              {whyOf(test.error)}
            </p>
          ) : null}
        </div>
      </Section>
      <div className={classes.next}>
        <div className={classes.actions}>
          <Button
            variant="default"
            loading={save.isPending && save.variables === 'draft'}
            disabled={save.isPending || (later && fault !== null)}
            onClick={() => save.mutate('draft')}
          >
            Guardar borrador
          </Button>
          {draft ? <DeleteDraft id={draft.id} name={draft.name} /> : null}
        </div>
        <div className={classes.actions}>
          {save.error ? (
            <p role="alert" className={classes.fault}>
              {whyOf(save.error)}
            </p>
          ) : null}
          <AllowedButton
            allowed={sends && !tooMany && !!data && data.recipients > 0 && fault === null}
            why={
              !sends
                ? TEXTS.noActionPermission
                : tooMany
                  ? `Sobre ${CAMPAIGN_LIMITS.free} destinatarios solo un administrador o propietario puede enviarla. Guárdala como borrador.`
                  : (fault ?? 'Nadie la recibiría.')
            }
            loading={save.isPending && save.variables === 'go'}
            onClick={() => void go()}
          >
            {later ? 'Programar' : 'Enviar ahora'}
          </AllowedButton>
        </div>
      </div>
      {counting && data ? (
        <CountDialog
          count={data.recipients}
          template={template.name}
          later={later}
          onConfirm={() => {
            setCounting(false);
            save.mutate('go');
          }}
          onClose={() => setCounting(false)}
        />
      ) : null}
    </>
  );
}

interface PreviewProps {
  preview: CampaignPreview;
  busy: boolean;
  onAgain: () => void;
}

function Preview({ preview: { total, recipients, excluded, samples }, busy, onAgain }: PreviewProps) {
  return (
    <div className={classes.stack} aria-busy={busy}>
      <div className={classes.actions}>
        <p role="status">
          <span className={classes.big}>{people(recipients)}</span> de {figure(total)}
        </p>
        <Button variant="default" size="compact-md" loading={busy} onClick={onAgain}>
          Contar de nuevo
        </Button>
      </div>
      {excluded.length > 0 ? (
        <ul className={classes.lines} aria-label="Quiénes no la reciben">
          {excluded.map(({ reason, n }) => (
            <li key={reason}>
              <p>No la reciben: {reason}</p>
              <span>{figure(n)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {samples.length > 0 ? (
        <>
          <h3>Así la leen {samples.length === 1 ? 'él o ella' : `los primeros ${samples.length}`}</h3>
          <ul className={classes.samples} aria-label="Ejemplos">
            {samples.map(({ lead_id, name, phone, text, buttons }) => (
              <li key={lead_id}>
                <p className={classes.small}>
                  {name ?? 'Sin nombre'} · +{phone.replace(/^\+/, '')}
                </p>
                <div className={classes.bubble}>
                  {text}
                  {buttons.length > 0 ? (
                    <ul aria-label="Botones">
                      {buttons.map((one) => (
                        <li key={one}>{one}</li>
                      ))}
                    </ul>
                  ) : null}
                </div>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
