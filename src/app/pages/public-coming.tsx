/** A public screen of the specification that is not built yet. */
import { Link } from '@tanstack/react-router';
import button from '../../ui/link-button.module.css';
import { Page } from './page.tsx';
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
