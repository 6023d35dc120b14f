/**
 * What everybody signed in waits for, asked for before anything is there that could show it: the document has this run
 * ahead of the page's own script (public/first-screen.js), whose code takes longer than most of the answers. What draws,
 * the router and the component library are no part of it (scripts/support/begin-in-build.ts).
 */
import { drawAfter } from '../../base/before-drawing.ts';
import { loadClientConfig } from '../../base/client-config.ts';
import { afterFirstContent } from '../../base/first-content.ts';
import { askPlaces, expectedBot, hasPlaces } from '../../bot/bots.ts';
import { askFirstList } from '../../features/inbox/list/ask-first-list.ts';
import { ensureHub } from '../../session/hub-session.ts';
import { session } from '../../session/session.ts';

/**
 * Starts the hub with the bot and the list that this tab will show, and asks for this person's bots. Said again it does
 * nothing.
 */
export function begin(): void {
  const now = session();
  if (!now) return;
  const { id } = now.user;
  const isFirstVisit = !hasPlaces(id);
  drawAfter(askFirstList(isFirstVisit));
  // Its start takes the processor of what somebody waits for, and it would have nothing to tell before.
  const startsAfter = isFirstVisit ? afterFirstContent() : undefined;
  ensureHub({ expected: () => expectedBot(id), startsAfter });
  drawAfter(askPlaces(id));
}

loadClientConfig()
  .then(begin)
  .catch((error: unknown) => console.warn('The page begins anew.', error));
