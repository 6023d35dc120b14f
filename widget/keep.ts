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
}

interface Kept {
  roomToken: string | null;
  unsent: UnsentMessage[];
  open: boolean;
  /** As the server said last: the button shows at once in its colour. */
  launcher: LauncherLook | null;
}

export class Keep {
  readonly #key: string;
  readonly #storage: Storage | null;
  #kept: Kept = { roomToken: null, unsent: [], open: false, launcher: null };

  /** @param botId one box per bot, @param storage null: memory only */
  constructor(botId: number, storage: Storage | null) {
    this.#key = `charla:${botId}`;
    this.#storage = storage;
    const raw = storage?.getItem(this.#key);
    if (raw) this.#kept = { ...this.#kept, ...readKept(raw) };
  }

  get value(): Readonly<Kept> {
    return this.#kept;
  }

  set(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      this.#storage?.setItem(this.#key, JSON.stringify(this.#kept));
    } catch (error) {
      // Full or forbidden storage: the chat goes on in memory.
      console.warn('[chat] no se pudo guardar en este navegador', error);
    }
  }
}

function readKept(raw: string): Partial<Kept> {
  try {
    const value: unknown = JSON.parse(raw);
    if (!value || typeof value !== 'object') return {};
    const { roomToken, unsent, open, launcher } = value as Partial<Kept>;
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

/** Local storage if this page may use it. */
export function usableStorage(): Storage | null {
  try {
    const probe = 'charla:probe';
    window.localStorage.setItem(probe, '1');
    window.localStorage.removeItem(probe);
    return window.localStorage;
  } catch (error) {
    console.warn('[chat] sin almacenamiento local', error);
    return null;
  }
}
