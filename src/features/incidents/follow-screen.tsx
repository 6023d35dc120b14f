/** `/follow-incident`: the incidents of the shown bot with what is known of each; internal accounts see all and answer. */
import { Button, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Incident } from '../../../contract/entities/incident.ts';
import { INCIDENT_SEVERITY_LABELS, INCIDENT_STATE_LABELS } from '../../../contract/rules/incidents.ts';
import { sentence } from '../../api/api-error.ts';
import { text } from '../../base/search-values.ts';
import { usePlace } from '../../bot/place-context.ts';
import { dateText, timeText } from '../../ui/dates.ts';
import button from '../../ui/link-button.module.css';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { AnswerForm } from './answer-form.tsx';
import { type IncidentWish, useIncident, useIncidents } from './incident-queries.ts';
import classes from './incidents.module.css';

export function FollowIncidentScreen() {
  const { place } = usePlace();
  return <Follow key={place.bot.id} />;
}

const moment = (at: string) => `${dateText(at)} ${timeText(at)}`;

function Follow() {
  const { place, user } = usePlace();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  // In the address: links of notifications lead to one while the screen is open, too.
  const shown = text(search['incident'], 64) ?? null;
  const setShown = (id: string | null) =>
    void navigate({
      href: id === null ? '/follow-incident' : `/follow-incident?incident=${encodeURIComponent(id)}`,
    });
  const [wish, setWish] = useState<IncidentWish>({ open: shown === null, page: 1 });
  const list = useIncidents(place.bot.id, user.staff, wish);
  const { data } = list;
  // What a link names may stand on a later page.
  const beside = data && shown !== null && !data.incidents.some(({ id }) => id === shown) ? shown : null;
  return (
    <Screen
      title="Seguimiento de incidencias"
      lead={
        user.staff
          ? 'Todas las incidencias de la instalación. Lo que publicas llega a los dueños afectados.'
          : 'Lo que no funciona en este chatbot, y qué se sabe de ello.'
      }
      actions={
        <Link to="/report-incident" className={`${button.link} ${button.primary}`}>
          Reportar
        </Link>
      }
    >
      <SegmentedControl
        aria-label="Qué incidencias mostrar"
        value={wish.open ? 'open' : 'all'}
        onChange={(value) => setWish({ open: value === 'open', page: 1 })}
        data={[
          { value: 'open', label: 'Abiertas' },
          { value: 'all', label: 'Todas' },
        ]}
      />
      {list.isPending ? <LoadRows label="Cargando incidencias…" rows={4} height={72} /> : null}
      {list.error && !data ? (
        <LoadError message={sentence(list.error)} onRetry={() => void list.refetch()} />
      ) : null}
      {data && data.total === 0 && beside === null ? (
        <Empty
          title={wish.open ? 'No hay incidencias abiertas' : 'No hay incidencias'}
          next={<Link to="/report-incident">Reportar una incidencia</Link>}
        />
      ) : null}
      <ul className={classes.list} aria-label="Incidencias">
        {beside === null ? null : (
          <li className={classes.card}>
            <Beside id={beside} />
          </li>
        )}
        {data?.incidents.map((one) => (
          <li key={one.id} className={classes.card}>
            <Head of={one} />
            {shown === one.id ? (
              <>
                <Button variant="subtle" size="compact-sm" onClick={() => setShown(null)}>
                  Ocultar el detalle
                </Button>
                <Whole id={one.id} />
              </>
            ) : (
              <Button variant="subtle" size="compact-sm" onClick={() => setShown(one.id)}>
                {one.updates.length === 0
                  ? 'Ver el detalle'
                  : `Ver el detalle y ${one.updates.length === 1 ? '1 novedad' : `${one.updates.length} novedades`}`}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data ? (
        <Pager
          page={data.page}
          pages={data.pages}
          onPage={(page) => setWish({ ...wish, page })}
          label="Páginas de incidencias"
        />
      ) : null}
    </Screen>
  );
}

function Head({ of }: { of: Incident }) {
  const { places } = usePlace();
  const names = of.bot_ids.map(
    (id) => places.find(({ bot }) => bot.id === id)?.bot.bot_name ?? `Chatbot ${id}`,
  );
  return (
    <>
      <h2 className={classes.title}>
        {of.tracking_code} · {of.title} <span data-state={of.state}>{INCIDENT_STATE_LABELS[of.state]}</span>
      </h2>
      <p className={classes.facts}>
        {INCIDENT_SEVERITY_LABELS[of.severity]} · desde el {moment(of.since)} · {names.join(', ')}
      </p>
    </>
  );
}

/** One that no row of the page shows. */
function Beside({ id }: { id: string }) {
  const { data } = useIncident(usePlace().place.bot.id, id);
  return (
    <>
      {data ? <Head of={data} /> : null}
      <Whole id={id} />
    </>
  );
}

/** One with its timeline, and for internal accounts the way to answer. */
function Whole({ id }: { id: string }) {
  const { place, user } = usePlace();
  const query = useIncident(place.bot.id, id);
  if (query.isPending) return <LoadRows label="Cargando la incidencia…" rows={2} height={48} />;
  if (!query.data) return <LoadError message={sentence(query.error)} onRetry={() => void query.refetch()} />;
  const one = query.data;
  return (
    <div className={classes.whole}>
      <p className={classes.text}>{one.description}</p>
      {one.pictures.length > 0 ? (
        <ul className={classes.pictures} aria-label="Imágenes">
          {one.pictures.map(({ id: picture, url }, place) => (
            <li key={picture}>
              <a href={url} target="_blank" rel="noreferrer">
                <img src={url} alt={`Imagen ${place + 1} de ${one.tracking_code}`} loading="lazy" />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      <ol className={classes.timeline} aria-label="Novedades">
        <li>
          <strong>{INCIDENT_STATE_LABELS.reported}</strong>
          <time dateTime={one.created_at}>{moment(one.created_at)}</time>
          <p>La reportó {one.reported_by}.</p>
        </li>
        {one.updates.map(({ id: update, state, text, author, at }) => (
          <li key={update} data-state={state}>
            <strong>{INCIDENT_STATE_LABELS[state]}</strong>
            <time dateTime={at}>{moment(at)}</time>
            <p className={classes.text}>{text}</p>
            <p className={classes.facts}>{author}</p>
          </li>
        ))}
      </ol>
      {user.staff ? (
        <>
          {one.diagnostics === null ? null : (
            <details>
              <summary>Datos técnicos del navegador</summary>
              <pre className={classes.pre}>{one.diagnostics}</pre>
            </details>
          )}
          <AnswerForm key={one.updates.length} incident={one} />
        </>
      ) : null}
    </div>
  );
}
