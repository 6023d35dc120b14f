/**
 * `/soporte`: a question finds the tutorials that answer it; the product's own support chat where its bot exists (the
 * fixed id of the page's backend, docs/product.md §9), else a ticket to the makers; and the threads of such tickets.
 */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { backendOf } from '../../../contract/backends.ts';
import { botManageCalls } from '../../../contract/calls/bots-manage.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { config } from '../../base/client-config.ts';
import { BotPreview } from '../../ui/bot-preview.tsx';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import guides from '../guides/guides.module.css';
import { pagesQuery } from '../guides/page-queries.ts';
import { AskForm } from './ask-form.tsx';
import { HelpSearch } from './help-search.tsx';
import classes from './support.module.css';
import { readSupportSearch } from './support-search.ts';
import { Threads } from './threads.tsx';

/** Tutorials that the page shows; the others are one click away. */
const SHOWN = 6;

export function SupportScreen() {
  const [question, setQuestion] = useState('');
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const { ticket } = readSupportSearch(raw);
  const navigate = useNavigate();
  const show = (id: string | undefined) =>
    void navigate({ href: id === undefined ? '/soporte' : `/soporte?ticket=${encodeURIComponent(id)}` });
  return (
    <Screen title="Soporte" lead={`Ayuda para usar ${config().product.name}.`}>
      <HelpSearch question={question} onQuestion={setQuestion} />
      <People question={question} onOpened={show} />
      <Threads shown={ticket} onShow={show} />
      {question === '' ? <Tutorials /> : null}
    </Screen>
  );
}

/** The chat with the makers where its bot exists, else the form of a ticket to them. */
function People({ question, onOpened }: { question: string; onOpened: (id: string) => void }) {
  const backend = backendOf(location.origin).name;
  const support = useQuery({
    queryKey: ['support-chat', backend],
    queryFn: ({ signal }) => call(botManageCalls.supportChat, { params: { backend }, signal }),
    staleTime: 10 * 60_000,
  });
  if (support.isPending) return <LoadRows label="Cargando el chat de soporte…" rows={1} height={160} />;
  if (!support.data)
    return <LoadError message={sentence(support.error)} onRetry={() => void support.refetch()} />;
  const { chat } = support.data;
  const product = config().product.name;
  return chat ? (
    <Section
      id="support-chat"
      title="Conversa con nosotros"
      lead={`${chat.bot_name} te responde al instante y te pasa con una persona del equipo de ${product} cuando hace falta.`}
    >
      <BotPreview
        bot={{ id: chat.bot_id, token: chat.token, name: chat.bot_name }}
        title="Chat de soporte"
        height={520}
      />
    </Section>
  ) : (
    <Section
      id="support-ask"
      title="Escríbenos"
      lead={`Lo lee el equipo de ${product}. La respuesta llega aquí y a tus notificaciones.`}
    >
      <AskForm subject={question} onOpened={onOpened} />
    </Section>
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
