/** The very first question had no answer, so that not even the product's name is known. No provider is there yet. */
import { TEXTS } from '../../../contract/texts.ts';
import { Page } from '../../frame/page.tsx';
import button from '../../ui/link-button.module.css';

export function StartFailed() {
  return (
    <main>
      <Page
        title="Sin conexión con el servidor"
        actions={
          <button
            type="button"
            className={`${button.link} ${button.primary}`}
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
