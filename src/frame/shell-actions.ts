/** What any part of the shell can ask for: its dialogs and panels. Provided by the shell. */
import { createContext, useContext } from 'react';

export interface ShellActions {
  openEmbed: () => void;
  openPalette: () => void;
  /** The tutorial of the screen that is open, if it has one. */
  openTutorial: () => void;
  /** A dialog for somebody who is not written down yet. */
  openNewClient: () => void;
  /** Connection, log, counters, errors, and the log's export. */
  openDiagnostics: () => void;
  /** Deletes or leaves the shown bot, after a question. */
  removeBot: () => void;
  /** Shows another bot; screens that belong to the one before are left (after-switch.ts). The shown one: stays there. */
  switchBot: (botId: number) => void;
  /** Asks first when something is unsent. */
  signOut: () => void;
}
export const shellActions = createContext<ShellActions | null>(null);

/** Only inside the shell. */
export function useShellActions(): ShellActions {
  const value = useContext(shellActions);
  if (!value) throw new Error('useShellActions outside the shell');
  return value;
}
