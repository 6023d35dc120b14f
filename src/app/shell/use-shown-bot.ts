/** Tells the hub which bot this tab shows, and moves the agent's status with a switch (spec §4 Agent status). */
import { useEffect, useRef } from 'react';
import type { AgentStatus } from '../../../contract/states.ts';
import type { BotPlace } from '../../bot/bots.ts';
import { hub, tabId } from '../../hub/hooks.ts';

function emit({ link }: BotPlace, status: AgentStatus): Promise<unknown> {
  return hub().setStatus(link.bot_id, link.id, status, link.role.base);
}

/**
 * A switch by the button makes the person inactive at the bot they left (only when no other tab shows it) and active
 * at the new one; the first bot of a tab changes nothing.
 */
export function useShownBot(place: BotPlace, places: readonly BotPlace[]): void {
  const shown = useRef<number | null>(null);
  const botId = place.bot.id;
  useEffect(() => {
    const before = shown.current;
    shown.current = botId;
    const move = async () => {
      const { left } = await hub().selectBot(tabId(), botId);
      if (before === null || before === botId) return;
      const leftPlace = places.find(({ bot }) => bot.id === left);
      if (leftPlace) await emit(leftPlace, 'inactive');
      await emit(place, 'active');
    };
    move().catch((error: unknown) => console.warn('The hub did not take the switch of the bot.', error));
  }, [botId, place, places]);
}
