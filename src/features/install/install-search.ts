/** What the address of `/integration-install` carries: whose chat it is. */
export interface InstallSearch {
  bot?: number;
  /** The bot's public token, as in the snippet. */
  token?: string;
}

/**
 * Tokens are made of these. Anything else would stand in the code that people copy: a link that somebody sends could
 * carry a script of their own.
 */
const TOKEN = /^[\w-]{1,200}$/;

/** The bot and its public token that a link to the instructions carries; what does not fit is left out. */
export function readInstallSearch(search: Record<string, unknown>): InstallSearch {
  const bot = Number(search['bot']);
  const token = search['token'];
  return {
    ...(Number.isInteger(bot) && bot > 0 ? { bot } : {}),
    ...(typeof token === 'string' && TOKEN.test(token) ? { token } : {}),
  };
}
