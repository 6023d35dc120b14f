/** `/plantillas-programadas/{id}`: a campaign: how far it is, who got it, why some did not, what may be done with it. */
import { Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { CampaignDetail } from '../../../contract/entities/campaign.ts';
import { categoryText } from '../../../contract/entities/template-words.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { OfBot } from '../../bot/of-bot.tsx';
import { useMay, useZone } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { momentText } from '../../ui/date-range/zone-time.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { isMissing, Missing } from '../../ui/missing.tsx';
import { figure } from '../../ui/money.ts';
import { RowCount } from '../../ui/row-count.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import { useServerNow } from '../../ui/use-now.ts';
import { ExportTray } from '../history/export-tray.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { recipientExports, useCampaign, useCampaignStep } from './campaign-queries.ts';
import { type CampaignSearch, readCampaignSearch } from './campaign-search.ts';
import { COUNT_LABELS, COUNTED, dueText, holdUpText, shareDone, standingOf } from './campaign-text.ts';
import classes from './campaigns.module.css';
import { Wizard } from './wizard.tsx';

const RecipientsDialog = lazyPart(() => import('./recipients-dialog.tsx'));
const BACK = { to: '/plantillas-programadas', label: 'Plantillas programadas' };
const WITHOUT_REASON = 'Sin motivo informado';

export function CampaignScreen() {
  const { id = '' } = useParams({ strict: false });
  const found = useCampaign(id);
  const may = useMay();
  if (isMissing(found.error))
    return (
      <Missing title="Esta campaña no existe" back={BACK}>
        <p>Puede ser un borrador que alguien eliminó, o de un chatbot al que no tienes acceso.</p>
      </Missing>
    );
  if (!found.data)
    return (
      <Screen title="Campaña" back={BACK}>
        {found.error ? (
          <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
        ) : (
          <LoadRows label="Cargando la campaña…" rows={5} />
        )}
      </Screen>
    );
  const { data } = found;
  return (
    <OfBot botId={data.bot_id} what="Esta campaña" back={BACK}>
      {data.state === 'draft' && may('whatsapp_api', 'add') ? (
        <Screen
          title={data.name}
          back={BACK}
          lead="Borrador: nada sale hasta que lo confirmes en el último paso."
        >
          <Wizard key={id} draft={data} />
        </Screen>
      ) : (
        <Whole campaign={data} />
      )}
    </OfBot>
  );
}

function Whole({ campaign }: { campaign: CampaignDetail }) {
  const { id, bot_id, name, state, counts, starts_at } = campaign;
  const zone = useZone();
  const now = useServerNow();
  const navigate = useNavigate();
  const search = readCampaignSearch(useSearch({ strict: false }));
  const go = (next: CampaignSearch, replace = false) =>
    void navigate({
      to: '/plantillas-programadas/$id',
      params: { id },
      search: next as never,
      replace,
      resetScroll: false,
    });
  const { text } = standingOf(campaign);
  const held = holdUpText(campaign, zone);
  const lead =
    state === 'scheduled' && starts_at !== null
      ? `${text}: ${momentText(starts_at, zone)}, ${dueText(starts_at, now)}.`
      : `${text}.`;
  return (
    <Screen title={name} back={BACK} lead={lead} actions={<CampaignActions campaign={campaign} />}>
      {held === null ? null : (
        <p role="status" className={classes.held} style={{ marginBottom: 'var(--gap-4)' }}>
          {held}
        </p>
      )}
      <Section id="avance" title="Avance">
        <div className={classes.stack}>
          {counts.total > 0 ? (
            <div className={classes.bar}>
              <Progress value={shareDone(campaign)} size="lg" aria-label="Avance de la campaña" />
              <span>
                {figure(counts.total - counts.waiting)} de {figure(counts.total)}
                {campaign.preparing ? ' o más' : ''}
              </span>
            </div>
          ) : null}
          <ul className={classes.cards} aria-label="Destinatarios por resultado">
            {COUNTED.map((one) => (
              <li key={one} className={classes.card}>
                <span>{COUNT_LABELS[one]}</span>
                <strong>
                  <RowCount n={counts[one]} label={COUNT_LABELS[one]} onOpen={() => go({ ver: one })} />
                </strong>
              </li>
            ))}
          </ul>
          <p className={classes.small}>
            Enviados incluye entregados y leídos. Los leídos son al menos esos: quien desactivó las
            confirmaciones de lectura lee sin que lo sepamos.
          </p>
        </div>
      </Section>
      {campaign.failures.length > 0 ? <Failures campaign={campaign} onOpen={go} /> : null}
      {campaign.excluded.length > 0 ? (
        <Section id="omitidos" title="Quiénes no la reciben">
          <ul className={classes.lines}>
            {campaign.excluded.map(({ reason, n }) => (
              <li key={reason}>
                <p>{capital(reason) || WITHOUT_REASON}</p>
                <RowCount n={n} label={reason} onOpen={() => go({ ver: 'skipped', motivo: reason })} />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Facts campaign={campaign} />
      {search.ver ? (
        <RecipientsDialog
          campaign={campaign}
          search={search}
          onPage={(pagina) => go({ ...search, pagina }, true)}
          onClose={() => go({})}
        />
      ) : null}
      <ExportTray source={recipientExports(bot_id)} />
    </Screen>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Failed recipients by cause: what to do stands in the cause, and what may be tried again has its button. */
function Failures({
  campaign,
  onOpen,
}: {
  campaign: CampaignDetail;
  onOpen: (search: CampaignSearch) => void;
}) {
  const zone = useZone();
  const sends = useMay()('whatsapp_api', 'send-wsp');
  const step = useCampaignStep(campaign.id);
  const { state, connection_id } = campaign;
  const why =
    connection_id === null
      ? 'El número por el que salió se quitó del chatbot.'
      : state === 'done' || state === 'running'
        ? null
        : 'Reanuda la campaña primero.';
  const trying = step.isPending && typeof step.variables === 'object' ? step.variables.retry : null;
  return (
    <Section
      id="fallidos"
      title="Por qué fallaron"
      lead="Reintentar envía de nuevo solo a los que WhatsApp permite, hasta 3 veces en total a cada uno."
    >
      <ul className={classes.lines}>
        {campaign.failures.map(({ reason, n, retryable, retry_from }) => (
          <li key={reason}>
            <p>
              {reason || WITHOUT_REASON}
              {retryable === 0 && retry_from !== null ? (
                <small className={classes.small}>
                  {' '}
                  Se puede reintentar desde el {momentText(retry_from, zone)}.
                </small>
              ) : null}
              {retryable === 0 && retry_from === null ? (
                <small className={classes.small}> Reintentar no sirve.</small>
              ) : null}
            </p>
            <div className={classes.actions}>
              <RowCount
                n={n}
                label={reason || WITHOUT_REASON}
                onOpen={() => onOpen({ ver: 'failed', motivo: reason })}
              />
              {retryable > 0 ? (
                <AllowedButton
                  allowed={sends && why === null}
                  why={sends ? (why ?? '') : TEXTS.noActionPermission}
                  variant="default"
                  size="compact-md"
                  loading={trying === reason}
                  onClick={() => step.mutate({ retry: reason })}
                >
                  Reintentar {figure(retryable)}
                </AllowedButton>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Facts({ campaign }: { campaign: CampaignDetail }) {
  const zone = useZone();
  const { template, category, connection, audience_text, user_name, created_at, started_at, finished_at } =
    campaign;
  const facts: [string, string][] = [
    ['Plantilla', `${template.name} (${template.language})`],
    ['Categoría', categoryText(category)],
    ['Número', connection ?? 'Se quitó del chatbot'],
    ['Destinatarios', audience_text],
    ['Creada', `${momentText(created_at, zone)}${user_name ? `, por ${user_name}` : ''}`],
  ];
  if (started_at !== null) facts.push(['Empezó', momentText(started_at, zone)]);
  if (finished_at !== null) facts.push(['Terminó', momentText(finished_at, zone)]);
  return (
    <Section id="datos" title="Datos" lead={`Por la hora de ${zone}.`}>
      <dl className={classes.cards}>
        {facts.map(([label, value]) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
