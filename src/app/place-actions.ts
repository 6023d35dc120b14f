/** What can be done with what is open on this screen: the palette offers it before anything else. */
import { useEffect, useEffectEvent } from 'react';

export interface PlaceAction {
  label: string;
  run: () => void;
}

let present: (() => readonly PlaceAction[]) | null = null;

/** What the open screen offers now. */
export const placeActions = (): readonly PlaceAction[] => present?.() ?? [];

/** @param offer asked when the palette opens */
export function usePlaceActions(offer: () => readonly PlaceAction[]): void {
  const offered = useEffectEvent(offer);
  useEffect(() => {
    const mine = () => offered();
    present = mine;
    return () => {
      if (present === mine) present = null;
    };
  }, []);
}
