/** Who sits in a city, at which browser, and what its pages show. */
import type { Browser, Page } from '../support/hub/browser.ts';
import type { City } from '../support/hub/city.ts';
import { BOT } from '../support/hub/hand-server.ts';
import type { Author } from './author.ts';
import { LISTS } from './steps.ts';

export interface Seat {
  browser: Browser;
  author: Author;
  /** Conversations whose messages its pages show. */
  shown: Set<string>;
}
export interface World {
  city: City;
  seats: Seat[];
  backup: ReturnType<City['server']['rows']['backup']> | null;
  /** The server forgot things: what was acknowledged may be gone. */
  restored: boolean;
}

/** A page of this browser, showing what all of them show. */
export function openPage({ browser, shown }: Seat): Page {
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
