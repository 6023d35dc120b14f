/**
 * How far the loading of a bot's products is, told to those who work with the bot (docs/product.md §4 'Product
 * upload').
 */
import type { App } from '../platform/app.ts';

/**
 * Says it to every socket that follows the bot, as LOAD_PRODUCTS; in no log, so a tab that connects later hears the
 * next one. The loader calls it as it goes along, with 100 at the end: the training starts.
 * @param progress per cent
 */
export function tellLoadProgress(app: Pick<App, 'realtime'>, botId: number, progress: number): void {
  // Everybody at a bot sees what the bot itself has and no area claims.
  const everybody = { state: 'active', category: null, agent_id: null } as const;
  const whole = Math.round(Math.min(100, Math.max(0, progress)));
  app.realtime.toViewersOf(botId, everybody, 'LOAD_PRODUCTS', { bot_id: botId, progress: whole });
}
