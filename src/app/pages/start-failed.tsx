/** The very first question had no answer, so that not even the product's name is known. No provider is there yet. */
import { TEXTS } from '../../../contract/texts.ts';
import classes from './page.module.css';
import { Page } from './page.tsx';

export function StartFailed() {
  return (
    <main>
      <Page
        title="Sin conexión con el servidor"
        actions={
          <button
            type="button"
            className={`${classes.link} ${classes.primary}`}
            onClick={() => location.reload()}
          >
            Reintentar
          </button>
        }
      >
        <p role="alert">{TEXTS.serverTimeout}</p>
      </Page>
    </main>
  );
}
