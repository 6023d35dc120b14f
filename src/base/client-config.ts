/** What the server says about itself: known before anything is drawn. */
import { type ClientConfig, clientConfig, SETTINGS_ELEMENT } from '../../contract/calls/platform.ts';
import { restClient } from '../../workers/shared/rest-client.ts';

let loaded: ClientConfig | null = null;

/** The settings; only valid once `loadClientConfig` has resolved. */
export function config(): ClientConfig {
  if (!loaded) throw new Error('client settings asked for before they were loaded');
  return loaded;
}

/** The path of the live inbox, `/{slug}-live-2`. */
export const inboxPath = (): string => `/${config().product.slug}-live-2`;
/** The inbox's name on screen: 'Charla Live'. */
export const inboxName = (): string => `${config().product.name} Live`;

/** Of the document itself: a tab opens without waiting. Null under `npm run dev`, whose document is Vite's. */
function inDocument(): ClientConfig | null {
  const text = document.getElementById(SETTINGS_ELEMENT)?.textContent;
  return text ? clientConfig.parse(JSON.parse(text)) : null;
}

async function ask(): Promise<ClientConfig> {
  const { data } = await restClient({ credentials: () => null }).request(
    { method: 'GET', address: '/client-config.json' },
    clientConfig,
  );
  return data;
}

/**
 * Loads the settings: those of the document, which is asked for anew with every page.
 * @throws when the document has none and the server does not answer
 */
export async function loadClientConfig(): Promise<ClientConfig> {
  loaded ??= inDocument() ?? (await ask());
  return loaded;
}
