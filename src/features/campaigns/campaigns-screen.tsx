/** `/plantillas-programadas`: the bot's campaigns, how far each is, and the way to a new one. */
import { Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Campaign } from '../../../contract/entities/campaign.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { useMay, usePlace, useZone } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { momentText } from '../../ui/date-range/zone-time.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import marked from '../../ui/marked-title.module.css';
import { figure } from '../../ui/money.ts';
import { Screen } from '../../ui/screen.tsx';
import { useServerNow } from '../../ui/use-now.ts';
import { useCampaigns } from './campaign-queries.ts';
import { dueText, holdUpText, shareDone, standingOf } from './campaign-text.ts';
import classes from './campaigns.module.css';

export function CampaignsScreen() {
  const { place } = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const campaigns = useCampaigns(place.bot.id);
  const create = () => void navigate({ to: '/plantillas-programadas/nueva' });
  const add = (
    <AllowedButton allowed={may('whatsapp_api', 'add')} why={TEXTS.noActionPermission} onClick={create}>
      Nueva campaña
    </AllowedButton>
  );
  const { data } = campaigns;
  return (
    <Screen
      title="Plantillas programadas"
      back={{ to: '/dashboard', label: 'Volver' }}
      lead="Una plantilla aprobada a muchos clientes, ahora o a la hora que elijas. Antes de enviar ves cuántos la reciben, quiénes no y por qué."
      actions={data && data.length > 0 ? add : null}
    >
      {campaigns.isPending ? <LoadRows label="Cargando campañas…" rows={5} height={84} /> : null}
      {campaigns.error && !data ? (
        <LoadError message={sentence(campaigns.error)} onRetry={() => void campaigns.refetch()} />
      ) : null}
      {data?.length === 0 ? (
        <Empty title="Aún no hay campañas" next={add}>
          <p>Elige una plantilla, a quiénes y cuándo. Nada sale sin que lo confirmes.</p>
        </Empty>
      ) : null}
      {data && data.length > 0 ? (
        <ul className={classes.list} aria-label="Campañas">
          {data.map((campaign) => (
            <Row key={campaign.id} campaign={campaign} />
          ))}
        </ul>
      ) : null}
    </Screen>
  );
}

function Row({ campaign }: { campaign: Campaign }) {
  const zone = useZone();
  const now = useServerNow();
  const { id, name, template, audience_text, state, counts, starts_at, user_name, created_at } = campaign;
  const { text, tone } = standingOf(campaign);
  const held = holdUpText(campaign, zone);
  const under = state === 'running' || (state === 'paused' && campaign.started_at !== null);
  const facts = [
    `${template.name} (${template.language})`,
    audience_text,
    state === 'scheduled' && starts_at !== null
      ? `${momentText(starts_at, zone)} · ${dueText(starts_at, now)}`
      : null,
    counts.total > 0 ? outcomeLine(campaign) : null,
    `${user_name ?? 'Alguien que ya no está'}, ${momentText(created_at, zone)}`,
  ].filter((fact) => fact !== null);
  return (
    <li className={classes.row}>
      <p className={marked.title}>
        <Link to="/plantillas-programadas/$id" params={{ id }}>
          {name}
        </Link>
        <span data-tone={tone}>{text}</span>
      </p>
      <p className={classes.facts}>{facts.join(' · ')}</p>
      {held === null ? null : <p className={classes.held}>{held}</p>}
      {under ? (
        <div className={classes.bar}>
          <Progress value={shareDone(campaign)} aria-label={`Avance de ${name}`} />
          <span>
            {figure(counts.total - counts.waiting)} de {figure(counts.total)}
            {campaign.preparing ? ' o más' : ''}
          </span>
        </div>
      ) : null}
    </li>
  );
}

/** '1.204 enviados, 3 fallidos, 12 omitidos'. */
function outcomeLine({ counts: { sent, failed, skipped, read } }: Campaign): string {
  const parts = [
    `${figure(sent)} ${sent === 1 ? 'enviado' : 'enviados'}`,
    read > 0 ? `al menos ${figure(read)} ${read === 1 ? 'leído' : 'leídos'}` : null,
    failed > 0 ? `${figure(failed)} ${failed === 1 ? 'fallido' : 'fallidos'}` : null,
    skipped > 0 ? `${figure(skipped)} ${skipped === 1 ? 'omitido' : 'omitidos'}` : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}
