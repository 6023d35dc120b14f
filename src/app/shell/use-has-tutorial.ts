/** Whether the open screen has a tutorial; the tutorials themselves load with their panel. */
import { useLocation } from '@tanstack/react-router';
import { inboxPath } from '../client-config.ts';

/** Kept in step with features/tutorial/tutorials.ts by its test. */
export const SCREENS_WITH_TUTORIAL: readonly string[] = ['inbox', '/dashboard', '/agentes', '/role/list'];

export function useHasTutorial(): boolean {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return SCREENS_WITH_TUTORIAL.includes(path === inboxPath() ? 'inbox' : path);
}
