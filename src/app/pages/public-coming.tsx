/** A public screen of the specification that is not built yet. */
import { Link } from '@tanstack/react-router';
import { Page } from '../../frame/page.tsx';
import button from '../../ui/link-button.module.css';
import { useScreenTitle } from './screen-title.ts';

export function PublicComing() {
  const title = useScreenTitle();
  return (
    <main>
      <Page
        title={`${title ?? 'Pantalla'}: en construcción`}
        actions={
          <Link to="/login" className={`${button.link} ${button.primary}`}>
            Inicia sesión
          </Link>
        }
      >
        <p>Estamos trabajando en esta pantalla.</p>
      </Page>
    </main>
  );
}
