/** Where a switch of the bot leads from screens that show something of the bot that is left (docs/product.md §2). */

/** The clients' list of the bot that is entered. */
const CLIENTS = '/clients-v2';

/**
 * @param path the screen that is open
 * @param inbox the inbox's path
 * @returns where to go before the other bot shows; null: the screen stays and shows the other bot
 */
export function afterSwitch(path: string, inbox: string): string | null {
  // The open conversation, and the client, belong to the bot that was left.
  if (path === inbox) return inbox;
  if (path.startsWith('/clients/detail-lead/')) return CLIENTS;
  // Without the open one.
  if (path === '/tickets') return path;
  return null;
}
