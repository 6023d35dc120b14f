/** What can be done with what is open on this screen: the palette offers it before anything else. */
import { useEffect } from 'react';

export interface PlaceAction {
  label: string;
  run: () => void;
}

let present: (() => readonly PlaceAction[]) | null = null;

/** What the open screen offers now. */
export const placeActions = (): readonly PlaceAction[] => present?.() ?? [];

/** @param offer asked when the palette opens, and each time that it draws its rows */
export function usePlaceActions(offer: () => readonly PlaceAction[]): void {
  // After every render: the palette, which asks while it renders, finds what stands on the screen now.
  useEffect(() => {
    present = offer;
    return () => {
      if (present === offer) present = null;
    };
  });
}
