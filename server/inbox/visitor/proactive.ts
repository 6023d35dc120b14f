/** Proactive messages as sites ask for them, and what sites tell of them. */
import { proactiveShown } from '../../../contract/entities/proactive.ts';
import { PROACTIVE_LIMITS } from '../../../contract/proactive-limits.ts';
import type { App } from '../../platform/app.ts';
import { countTold } from '../../proactive/counts.ts';
import { shownProactive } from '../../proactive/rules.ts';
import { registerForSites } from './for-sites.ts';

/** The name that a browser made up for this alone. */
const BROWSER = /^[0-9a-f]{32}$/;

/**
 * Mounts `GET /visitor/proactive/{bot}?token=` → `ProactiveShown`, and `POST /visitor/proactive/{bot}/told?token=&rule=&what=
 * &browser=`; 404 for a bot that is deactivated or gone, another token, and rules that are not its own or off.
 */
export function registerProactiveForSites(app: App): void {
  const ofAddress = app.sharedLimit('proactive.told', PROACTIVE_LIMITS.toldOfAddress, 60 * 60);
  const ofBot = app.sharedLimit('proactive.told.bot', PROACTIVE_LIMITS.toldOfBot, 24 * 60 * 60);
  registerForSites(
    app,
    'proactive',
    'the proactive messages of a chat, for any web page; it checks the bot token',
    async (botId) => {
      const shown = await shownProactive(app.db, app.clock.now(), botId);
      return shown && proactiveShown.parse(shown);
    },
  );
  registerForSites(
    app,
    'proactive/told',
    'a site tells that a proactive message was shown or opened; it checks the bot token and counts a few an address',
    async (botId, request) => {
      const { rule, what, browser } = request.query as Record<string, unknown>;
      const isWhat = what === 'shown' || what === 'opened';
      const isRule = typeof rule === 'string' && rule.length > 0 && rule.length <= 64;
      if (!isWhat || !isRule || typeof browser !== 'string' || !BROWSER.test(browser)) return null;
      await ofAddress.take(request.ip);
      await ofBot.take(String(botId));
      const told = { botId, ruleId: rule, what, who: browser, at: app.clock.now() } as const;
      return (await countTold(app.db, told)) ? { counted: true } : null;
    },
    false,
    'POST',
  );
}
