/** The bot that this tab shows and what the signed-in person may do there; provided by the shell. */
import { createContext, useContext } from 'react';
import { TIME_ZONE } from '../../contract/days.ts';
import type { User } from '../../contract/entities/user.ts';
import { allows, type ModuleName, type Permission } from '../../contract/permissions.ts';
import type { BotPlace } from './kept-places.ts';

export interface PlaceContext {
  user: User;
  place: BotPlace;
  places: readonly BotPlace[];
}
export const placeContext = createContext<PlaceContext | null>(null);

/** Only inside the shell. */
export function usePlace(): PlaceContext {
  const value = useContext(placeContext);
  if (!value) throw new Error('usePlace outside the shell');
  return value;
}

/** The zone by whose days the shown bot counts (an IANA name): its calendar's. */
export const useZone = (): string => usePlace().place.bot.zone ?? TIME_ZONE;

/** Whether the person may do this at the shown bot (docs/product.md §6). */
export function useMay(): (module: ModuleName, permission: Permission) => boolean {
  const { place } = usePlace();
  return (module, permission) => allows(place.link.role.permissions, module, permission);
}
