/**
 * `/soporte`: the product's own support chat where its bot exists (the fixed id of the page's backend, docs/product.md §9), and the
 * tutorials, which are there in either case.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { backendOf } from '../../../contract/backends.ts';
import { botManageCalls } from '../../../contract/calls/bots-manage.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { config } from '../../base/client-config.ts';
import { BotPreview } from '../../ui/bot-preview.tsx';
import button from '../../ui/link-button.module.css';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import guides from '../guides/guides.module.css';
import { pagesQuery } from '../guides/page-queries.ts';
import classes from './support.module.css';

/** Tutorials that the page shows; the others are one click away. */
const SHOWN = 6;

export function SupportScreen() {
  const backend = backendOf(location.origin).name;
  const support = useQuery({
    queryKey: ['support-chat', backend],
    queryFn: ({ signal }) => call(botManageCalls.supportChat, { params: { backend }, signal }),
    staleTime: 10 * 60_000,
  });
  const chat = support.data?.chat ?? null;
  const product = config().product.name;
  return (
    <Screen title="Soporte" lead={`Ayuda para usar ${product}.`}>
      {support.isPending ? <LoadRows label="Cargando el chat de soporte…" rows={1} height={160} /> : null}
      {support.error && !support.data ? (
        <LoadError message={sentence(support.error)} onRetry={() => void support.refetch()} />
      ) : null}
      {support.data ? (
        <Section
          id="support-chat"
          title={chat ? 'Conversa con nosotros' : 'Encuentra la respuesta aquí'}
          lead={
            chat
              ? `${chat.bot_name} te responde al instante y te pasa con una persona del equipo de ${product} cuando hace falta.`
              : 'Esta instalación no tiene un chat de soporte. La guía de primeros pasos y los tutoriales explican cada parte del panel.'
          }
        >
          {chat ? (
            <BotPreview
              bot={{ id: chat.bot_id, token: chat.token, name: chat.bot_name }}
              title="Chat de soporte"
              height={520}
            />
          ) : (
            <p className={classes.ways}>
              <Link
                to="/guide/$id"
                params={{ id: 'primeros-pasos' }}
                className={`${button.link} ${button.primary}`}
              >
                Ver la guía de primeros pasos
              </Link>
              <Link to="/tutoriales" className={button.link}>
                Ver los tutoriales
              </Link>
            </p>
          )}
        </Section>
      ) : null}
      <Tutorials />
    </Screen>
  );
}

function Tutorials() {
  const pages = useQuery(pagesQuery);
  if (pages.isPending) return <LoadRows label="Cargando tutoriales…" rows={3} height={92} />;
  if (pages.error && !pages.data)
    return <LoadError message={sentence(pages.error)} onRetry={() => void pages.refetch()} />;
  if (!pages.data || pages.data.length === 0) return null;
  return (
    <section aria-labelledby="support-guides">
      <h2 id="support-guides" className={classes.heading}>
        Tutoriales
      </h2>
      <ol className={guides.pages}>
        {pages.data.slice(0, SHOWN).map(({ id, title, summary, steps }) => (
          <li key={id}>
            <Link to="/guide/$id" params={{ id }} className={guides.card}>
              <strong>{title}</strong>
              <p>{summary}</p>
              <span>{steps} pasos</span>
            </Link>
          </li>
        ))}
      </ol>
      {pages.data.length > SHOWN ? (
        <p className={classes.more}>
          <Link to="/tutoriales">Ver los {pages.data.length} tutoriales</Link>
        </p>
      ) : null}
    </section>
  );
}
