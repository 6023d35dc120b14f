/** Unknown paths (docs/product.md §2). */
import { Link } from '@tanstack/react-router';
import { Page } from '../../frame/page.tsx';
import button from '../../ui/link-button.module.css';

export function NotFound() {
  return (
    <main>
      <Page
        title="No encontramos esta página"
        actions={
          <Link to="/dashboard" className={`${button.link} ${button.primary}`}>
            Ir al Dashboard
          </Link>
        }
      >
        <p>La dirección no existe o cambió. Revisa que esté bien escrita o vuelve al inicio.</p>
      </Page>
    </main>
  );
}
