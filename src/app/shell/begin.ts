/** What the shell waits for, asked for as soon as its code is here: drawing it takes longer than most of the answers. */
import { askPlaces, expectedBot } from '../../bot/bots.ts';
import { ensureHub } from '../../session/hub-session.ts';
import { session } from '../../session/session.ts';

/** Starts the hub with the bot that this tab will show, and asks for this person's bots. Said again it does nothing. */
export function begin(): void {
  const now = session();
  if (!now) return;
  const { id } = now.user;
  ensureHub(() => expectedBot(id));
  askPlaces(id);
}
