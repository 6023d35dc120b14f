/** The bots of the signed-in person with their place at each (docs/product.md §2 shell, §6), and which one this tab shows. */

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { mainCalls } from '../../contract/calls/main.ts';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { positive } from '../base/search-values.ts';
import { type BotPlace, keepPlaces, keptPlaces } from './kept-places.ts';

async function loadPlaces(userId: number): Promise<BotPlace[]> {
  const params = { userId };
  const [owned, assigned, links] = await Promise.all([
    call(mainCalls.ownedBots, { params }),
    call(mainCalls.assignedBots, { params }),
    call(mainCalls.userBotsWithPermissions, { params, body: {} }),
  ]);
  const ownedIds = new Set(owned.map((bot) => bot.id));
  const bots = [...owned, ...assigned.filter((bot) => !ownedIds.has(bot.id))];
  return bots.flatMap((bot) => {
    const link = links.find((entry) => entry.bot_id === bot.id);
    return link ? [{ bot, link, owned: ownedIds.has(bot.id) }] : [];
  });
}

/** Query key prefix of what depends on bots and roles; an event that changes them marks it stale. */
export const PLACES_KEY = 'places';

/**
 * The bots of the signed-in person with their role at each: those of the last page at once, and those of now as soon as
 * the server has answered.
 */
export const usePlaces = (userId: number) => useQuery(placesQuery(userId));
const placesQuery = (userId: number) =>
  queryOptions({
    queryKey: [PLACES_KEY, userId],
    queryFn: async () => {
      const places = await loadPlaces(userId);
      keepPlaces(userId, places);
      return places;
    },
    staleTime: 5 * 60_000,
    initialData: () => keptPlaces(userId),
    initialDataUpdatedAt: 0,
  });
/** Asks for them before a screen is drawn that does. Resolves once there are some to show, or none came. */
export async function askPlaces(userId: number): Promise<void> {
  const query = placesQuery(userId);
  const answer = queryClient.prefetchQuery(query);
  if (queryClient.getQueryData(query.queryKey) === undefined) await answer;
}

const KEY = 'selected-bot';
const listeners = new Set<() => void>();

/** A tab has its own bot (session storage); a new tab starts with the one chosen last in this browser. */
function chosen(): number | null {
  const value = Number(sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY));
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** Shows another bot in this tab. */
export function chooseBot(botId: number): void {
  sessionStorage.setItem(KEY, String(botId));
  localStorage.setItem(KEY, String(botId));
  for (const listener of listeners) listener();
}

/**
 * The bot that this tab will most likely show, before the server has said where this person has a place: the one that
 * the address names or that was chosen last; null: nobody knows.
 */
export function expectedBot(userId: number): number | null {
  const places = keptPlaces(userId);
  const named = positive(new URLSearchParams(location.search).get('bot')) ?? chosen();
  return places ? (pickPlace(places, named)?.bot.id ?? null) : named;
}

/** Whether this browser has shown this person's bots before. */
export const hasPlaces = (userId: number): boolean => keptPlaces(userId) !== undefined;

/** The bot that this tab shows; null: none was chosen. */
export function useChosenBotId(): number | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, chosen);
}

/** The place to show: the chosen one while it still exists, otherwise the first active one, otherwise the first. */
export function pickPlace(places: readonly BotPlace[], botId: number | null): BotPlace | null {
  return (
    places.find(({ bot }) => bot.id === botId) ?? places.find(({ bot }) => bot.activated) ?? places[0] ?? null
  );
}
