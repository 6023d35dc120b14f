/** `/guide/{id}`: one tutorial page: its video, if it has one, and its blocks; the pages before and after it. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { TutorialPage } from '../../../contract/entities/tutorial-page.ts';
import { ApiError, sentence } from '../../api/api-error.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Blocks } from './blocks.tsx';
import classes from './guides.module.css';
import { pageQuery, pagesQuery } from './page-queries.ts';

const BACK = { to: '/tutoriales', label: 'Tutoriales' };

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

export function GuideScreen() {
  const id = useParams({ strict: false }).id ?? '';
  const page = useQuery(pageQuery(id));
  if (page.data) return <Guide page={page.data} />;
  return (
    <Screen title="Guía" width="form" back={BACK}>
      {page.isPending ? <LoadRows label="Cargando la guía…" rows={5} height={72} /> : null}
      {isNotFound(page.error) ? (
        <Empty title="Esa guía no existe" next={<Link to="/tutoriales">Ver todos los tutoriales</Link>} />
      ) : null}
      {page.error && !isNotFound(page.error) ? (
        <LoadError message={sentence(page.error)} onRetry={() => void page.refetch()} />
      ) : null}
    </Screen>
  );
}

function Guide({ page }: { page: TutorialPage }) {
  const pages = useQuery(pagesQuery).data ?? [];
  const at = pages.findIndex(({ id }) => id === page.id);
  const before = at > 0 ? pages[at - 1] : undefined;
  const after = at >= 0 ? pages[at + 1] : undefined;
  return (
    <Screen title={page.title} lead={page.summary} width="form" back={BACK}>
      <article className={classes.guide}>
        {page.url === null ? null : (
          <iframe className={classes.video} src={page.url} title={`Video: ${page.title}`} allowFullScreen />
        )}
        <Blocks blocks={page.blocks} />
      </article>
      <nav className={classes.ways} aria-label="Otros tutoriales">
        {before ? (
          <Link to="/guide/$id" params={{ id: before.id }}>
            <span>Anterior</span> {before.title}
          </Link>
        ) : null}
        {after ? (
          <Link to="/guide/$id" params={{ id: after.id }} className={classes.next}>
            <span>Siguiente</span> {after.title}
          </Link>
        ) : null}
      </nav>
    </Screen>
  );
}
