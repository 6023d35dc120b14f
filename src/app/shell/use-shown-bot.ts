/** Tells the hub which bot this tab shows, and moves the agent's status with a switch (docs/product.md §4 Agent status). */
import { useEffect, useEffectEvent, useRef } from 'react';
import { decideStatus, switchBot } from '../../../machines/agent-status/moves.ts';
import type { BotPlace } from '../../bot/kept-places.ts';
import { hub, tabId } from '../../hub/hooks.ts';

/**
 * The status machine says what a switch makes of both statuses; the hub says whether another tab still shows the bot
 * that was left. A session that was closed is opened again by the server, when somebody comes back.
 */
export function useShownBot(place: BotPlace, places: readonly BotPlace[]): void {
  const shown = useRef<number | null>(null);
  const botId = place.bot.id;
  const enter = useEffectEvent(async () => {
    const before = shown.current;
    shown.current = botId;
    const { left } = await hub().selectBot(tabId(), botId);
    for (const { botId: at, event } of switchBot(before, botId, left !== before)) {
      // The first bot of a tab is no switch: the status stays what it was, and the server knows the presence.
      if (before === null) continue;
      const link = places.find(({ bot }) => bot.id === at)?.link;
      const move = decideStatus(at === botId ? 'inactive' : 'active', event);
      if (link && move.emit) await hub().setStatus(at, link.id, move.to, link.role.base, true);
    }
  });
  useEffect(() => {
    // The effect belongs to this bot.
    void botId;
    enter().catch((error: unknown) => console.warn('The hub did not take the switch of the bot.', error));
  }, [botId]);
}
