/** The viewers of a city, their browsers, and what the pages show. */
import type { Browser, Page } from '../support/hub/browser.ts';
import type { City } from '../support/hub/city.ts';
import { BOT } from '../support/hub/hand-server.ts';
import type { Author } from './author.ts';
import { LISTS } from './steps.ts';

/** Somebody at a browser, with what they wrote and look at. */
export interface Viewer {
  browser: Browser;
  author: Author;
  /** Conversations whose messages its pages show. */
  shown: Set<string>;
}
export interface World {
  city: City;
  viewers: Viewer[];
  backup: ReturnType<City['server']['rows']['backup']> | null;
  /** The server forgot things: what was acknowledged may be gone. */
  restored: boolean;
}

/** A page of this browser, showing what all of them show. */
export function openPage({ browser, shown }: Viewer): Page {
  const page = browser.openPage();
  page.show({ kind: 'connection' });
  page.show({ kind: 'outbox' });
  page.show({ kind: 'counters', botId: BOT });
  page.show({ kind: 'colleagues', botId: BOT });
  for (const query of LISTS) page.show({ kind: 'list', botId: BOT, query });
  for (const id of shown) showConversation(page, id);
  return page;
}

export function showConversation(page: Page, conversationId: string): void {
  page.show({ kind: 'messages', botId: BOT, conversationId });
  for (const mode of ['reply', 'note'] as const) page.show({ kind: 'draft', conversationId, mode });
}
