/**
 * The bots and roles of the last page, kept in the browser until its person signs out (`clearSession`), so that a new
 * tab shows its screen before it has asked. What they allow is the server's to say: every call is judged there, and the
 * answer of now takes their place within a round trip.
 */
import * as z from 'zod/mini';
import { bot } from '../../contract/entities/bot.ts';
import { userBot } from '../../contract/entities/user.ts';
import { numericId } from '../../contract/primitives.ts';
import { readUser } from '../api/credentials.ts';

const botPlace = z.object({
  bot,
  owned: z.boolean(),
  /** The person's link to the bot: role, permissions and areas. */
  link: userBot,
});
export type BotPlace = z.infer<typeof botPlace>;

const KEY = 'places';
/** More are asked for each time: some kilobytes each, of the 5 MB that an origin has. */
const MOST = 50;
const kept = z.object({ user: numericId, places: z.array(botPlace) });

/** Of this person; undefined: none are known, or what is kept is of another build. */
export function keptPlaces(userId: number): BotPlace[] | undefined {
  const text = localStorage.getItem(KEY);
  if (text === null) return undefined;
  try {
    const parsed = kept.safeParse(JSON.parse(text));
    return parsed.success && parsed.data.user === userId && parsed.data.places.length > 0
      ? parsed.data.places
      : undefined;
  } catch (error) {
    console.warn('The kept bots are no JSON.', error);
    return undefined;
  }
}

/** For the next page of this browser; not of who signed out while the answer was on its way. */
export function keepPlaces(userId: number, places: readonly BotPlace[]): void {
  if (readUser()?.id !== userId) return;
  try {
    if (places.length > MOST) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify({ user: userId, places }));
  } catch (error) {
    console.warn('The bots were not kept.', error);
  }
}
