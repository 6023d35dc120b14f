/** The tutorial page of the open screen, if it has one; its content loads with the panel. */
import { useLocation } from '@tanstack/react-router';
import { PAGE_OF_SCREEN } from '../../contract/page-of-screen.ts';
import { inboxPath } from '../base/client-config.ts';

/** Its id. */
export function useScreenTutorial(): string | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return PAGE_OF_SCREEN[path === inboxPath() ? 'inbox' : path];
}
