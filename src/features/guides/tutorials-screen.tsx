/** `/tutoriales`: every tutorial page, in the order in which they are best read. */
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sentence } from '../../api/api-error.ts';
import button from '../../ui/link-button.module.css';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import classes from './guides.module.css';
import { pagesQuery } from './page-queries.ts';

export function TutorialsScreen() {
  const pages = useQuery(pagesQuery);
  return (
    <Screen title="Tutoriales" lead="Pasos cortos para sacarle provecho a cada parte del panel.">
      {pages.isPending ? <LoadRows label="Cargando tutoriales…" rows={6} height={92} /> : null}
      {pages.error && !pages.data ? (
        <LoadError message={sentence(pages.error)} onRetry={() => void pages.refetch()} />
      ) : null}
      {pages.data?.length === 0 ? (
        <Empty
          title="Todavía no hay tutoriales"
          next={
            <Link to="/dashboard" className={button.link}>
              Ir al Dashboard
            </Link>
          }
        />
      ) : null}
      {pages.data ? (
        <ol className={classes.pages}>
          {pages.data.map(({ id, title, summary, steps, url }) => (
            <li key={id}>
              <Link to="/guide/$id" params={{ id }} className={classes.card}>
                <strong>{title}</strong>
                <p>{summary}</p>
                <span>
                  {url === null ? null : (
                    <>
                      <IconPlayerPlay size={15} aria-hidden="true" /> Video ·{' '}
                    </>
                  )}
                  {steps} pasos
                </span>
              </Link>
            </li>
          ))}
        </ol>
      ) : null}
    </Screen>
  );
}
