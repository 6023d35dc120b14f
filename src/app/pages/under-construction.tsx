/** A screen of the specification that is not built yet: it says so, by name. */
import { Link } from '@tanstack/react-router';
import { inboxName, inboxPath } from '../../base/client-config.ts';
import { Page } from '../../frame/page.tsx';
import button from '../../ui/link-button.module.css';
import { useScreenTitle } from './screen-title.ts';

export function UnderConstruction() {
  const title = useScreenTitle();
  return (
    <Page
      title={`${title ?? 'Pantalla'}: en construcción`}
      actions={
        <>
          <Link to={inboxPath()} className={`${button.link} ${button.primary}`}>
            Ir a {inboxName()}
          </Link>
          <Link to="/dashboard" className={button.link}>
            Volver al Dashboard
          </Link>
        </>
      }
    >
      <p>
        Estamos trabajando en esta pantalla. Mientras tanto, el resto de la aplicación funciona con
        normalidad.
      </p>
    </Page>
  );
}
