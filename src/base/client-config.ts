/** What the server says about itself (`GET /client-config.json`): known before anything is drawn. */
import { type ClientConfig, clientConfig } from '../../contract/calls/platform.ts';
import { restClient } from '../../workers/shared/rest-client.ts';

const KEY = 'client-config';
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

async function ask(): Promise<ClientConfig> {
  const { data: fresh } = await restClient({ credentials: () => null }).request(
    { method: 'GET', address: '/client-config.json' },
    clientConfig,
  );
  localStorage.setItem(KEY, JSON.stringify(fresh));
  return fresh;
}

function remembered(): ClientConfig | null {
  const text = localStorage.getItem(KEY);
  if (text === null) return null;
  try {
    const parsed = clientConfig.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    console.warn('Remembered client settings are not JSON; asking again.', error);
    return null;
  }
}

/**
 * Loads the settings: the remembered ones at once (a tab opens without waiting, also offline) and renewed behind;
 * a changed product, which changes routes, reloads the page.
 * @throws when nothing is remembered and the server does not answer
 */
export async function loadClientConfig(): Promise<ClientConfig> {
  const known = remembered();
  if (!known) {
    loaded = await ask();
    return loaded;
  }
  loaded = known;
  void ask().then(
    (fresh) => {
      if (fresh.product.slug !== known.product.slug || fresh.product.name !== known.product.name)
        location.reload();
      else loaded = fresh;
    },
    (error: unknown) => console.warn('Client settings could not be renewed.', error),
  );
  return known;
}
