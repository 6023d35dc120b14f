/**
 * Words of drafts that the hub has not confirmed, in the storage of this tab alone: a reload of the only tab ends the
 * worker too, and what was typed in that moment is nowhere else. Bound to its person; a sign-out clears it.
 */
import * as z from 'zod/mini';

const unsavedDraft = z.object({
  /** Who typed it. */
  uid: z.string(),
  botId: z.number(),
  conversationId: z.string(),
  mode: z.enum(['reply', 'note']),
  text: z.string(),
  /** The hub's texts that it goes before; any other was written, or sent, after it. */
  over: z.array(z.string()),
});
export type UnsavedDraft = Omit<z.infer<typeof unsavedDraft>, 'uid'>;

const PREFIX = 'unsaved-draft:';
type Place = Pick<UnsavedDraft, 'botId' | 'conversationId' | 'mode'>;
const keyOf = ({ botId, conversationId, mode }: Place) => `${PREFIX}${botId}:${conversationId}:${mode}`;
/** The signed-in person's, as the session's credentials are kept under their own names. */
const person = (): string | null => localStorage.getItem('uid');

/** Keeps it until `dropUnsaved`; at once, for this may be the page's last moment. Without room typing goes on. */
export function keepUnsaved(draft: UnsavedDraft): void {
  const uid = person();
  if (uid === null) return;
  try {
    sessionStorage.setItem(keyOf(draft), JSON.stringify({ ...draft, uid }));
  } catch (error) {
    console.warn('unsaved draft not kept', error);
  }
}

/** The hub has it, or it is to be forgotten. */
export function dropUnsaved(place: Place): void {
  sessionStorage.removeItem(keyOf(place));
}

/** What the last page of this tab left unsaved of this person's; what is anybody else's, or can't be read, goes. */
export function unsavedDrafts(): UnsavedDraft[] {
  const uid = person();
  const found: UnsavedDraft[] = [];
  for (const key of Object.keys(sessionStorage).filter((one) => one.startsWith(PREFIX))) {
    const kept = parsed(sessionStorage.getItem(key));
    if (kept && kept.uid === uid) found.push(kept);
    else sessionStorage.removeItem(key);
  }
  return found;
}

function parsed(text: string | null): z.infer<typeof unsavedDraft> | null {
  try {
    return unsavedDraft.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch (error) {
    console.warn('unsaved draft not read', error);
    return null;
  }
}
