/**
 * What the visitor's browser keeps between visits: the room token and messages that the server has not acknowledged.
 * Some sites and private modes refuse local storage; then it lives as long as the page.
 */
import type { LauncherLook } from '../contract/entities/bot.ts';
import { isLauncherLook } from './reading-look.ts';

export interface UnsentMessage {
  temporal_id: string;
  text?: string;
  button?: string;
  /** Ids of files that the server has. */
  attachments?: string[];
  /** What the visitor sees of it: the text, the button's label, or the files' names. */
  label: string;
  created_at: string;
  /** The rule whose proactive message it answers. */
  proactive?: string;
}

interface Kept {
  roomToken: string | null;
  unsent: UnsentMessage[];
  open: boolean;
  /** As the server said last: the button shows at once in its colour. */
  launcher: LauncherLook | null;
}

const userKey = (botId: number) => `charla:${botId}:user`;
/** What proactive messages keep (proactive/memory.ts): it goes with the browser's own. */
export const proactiveKey = (botId: number) => `charla:${botId}:proactive`;
const NOTHING: Kept = { roomToken: null, unsent: [], open: false, launcher: null };

export class Keep {
  readonly #key: string;
  readonly #owner: string | null;
  #storage: Storage | null;
  #kept: Kept = NOTHING;

  /**
   * @param botId one box per bot, @param storage null: memory only
   * @param owner the site's user whose it is; what is of another one is not read. Null: the browser's
   */
  constructor(botId: number, storage: Storage | null, owner: string | null = null) {
    this.#key = owner === null ? `charla:${botId}` : userKey(botId);
    this.#owner = owner;
    this.#storage = storage;
    const raw = storage?.getItem(this.#key);
    if (raw) this.#kept = { ...this.#kept, ...readKept(raw, owner) };
  }

  get value(): Readonly<Kept> {
    return this.#kept;
  }

  set(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      const whose = this.#owner === null ? {} : { owner: this.#owner };
      this.#storage?.setItem(this.#key, JSON.stringify({ ...this.#kept, ...whose }));
    } catch (error) {
      // Full or forbidden storage: the chat goes on in memory.
      console.warn('[chat] no se pudo guardar en este navegador', error);
    }
  }

  /** Nothing of the conversation stays, and nothing more is kept of what is still under way. */
  forget(): void {
    this.#storage?.removeItem(this.#key);
    this.#storage?.removeItem(`${this.#key}:proactive`);
    this.#storage = null;
    this.#kept = NOTHING;
  }
}

/** Forgets what of a user of the site was left in this tab. @returns whether there was any */
export function forgetUser(botId: number, storage: Storage | null): boolean {
  const key = userKey(botId);
  const was = storage?.getItem(key) != null;
  storage?.removeItem(key);
  return was;
}

function readKept(raw: string, owner: string | null): Partial<Kept> {
  try {
    const value: unknown = JSON.parse(raw);
    if (!value || typeof value !== 'object') return {};
    const { roomToken, unsent, open, launcher } = value as Partial<Kept>;
    if (owner !== null && (value as { owner?: unknown }).owner !== owner) return {};
    return {
      roomToken: typeof roomToken === 'string' ? roomToken : null,
      unsent: Array.isArray(unsent) ? unsent.filter((entry) => typeof entry?.temporal_id === 'string') : [],
      open: open === true,
      launcher: isLauncherLook(launcher) ? launcher : null,
    };
  } catch (error) {
    console.warn('[chat] datos guardados ilegibles, se empieza de nuevo', error);
    return {};
  }
}

/** Local storage, or the tab's own, if this page may use it. */
export function usableStorage(which: 'localStorage' | 'sessionStorage' = 'localStorage'): Storage | null {
  try {
    const probe = 'charla:probe';
    window[which].setItem(probe, '1');
    window[which].removeItem(probe);
    return window[which];
  } catch (error) {
    console.warn('[chat] sin almacenamiento local', error);
    return null;
  }
}
