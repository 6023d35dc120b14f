/** An install that was begun in this browser: it is gone on with after a sign-in, a registration or a reload. */
import {
  INSTALL_PAGES,
  INSTALL_PROVIDERS,
  type InstallProvider,
} from '../../../contract/entities/shop-install.ts';

const KEY = 'shop-install';
/** Milliseconds: longer than a registration takes. */
const LASTS = 24 * 60 * 60_000;
const MOST_ATTEMPTS = 10;

export interface PendingInstall {
  provider: InstallProvider;
  /** Shopify's address; empty: not said yet. */
  shop: string;
  /** Which chatbot; null: not chosen yet. */
  bot: number | null;
  /** The words of the attempts that this browser began: no other one is gone on with by itself. */
  states: string[];
  at: number;
}

/** What is pending; null: nothing, or it is too old. */
export function pendingInstall(): PendingInstall | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as PendingInstall | null;
    if (kept === null || !INSTALL_PROVIDERS.includes(kept.provider)) return null;
    return Date.now() - kept.at < LASTS && Array.isArray(kept.states) ? kept : null;
  } catch {
    // Somebody else's text stands there.
    return null;
  }
}

/** Notes what is to be gone on with; what is not said stays, where it is of the same kind of shop. */
export function keepInstall(
  provider: InstallProvider,
  now: { shop?: string; bot?: number | null; state?: string },
): void {
  const before = pendingInstall();
  const same = before?.provider === provider ? before : null;
  const states = [...(same?.states ?? []), ...(now.state ? [now.state] : [])].slice(-MOST_ATTEMPTS);
  const kept: PendingInstall = {
    provider,
    shop: now.shop ?? same?.shop ?? '',
    bot: now.bot ?? same?.bot ?? null,
    states,
    at: Date.now(),
  };
  localStorage.setItem(KEY, JSON.stringify(kept));
}

/** It is connected, or nobody wants it any more. */
export const dropInstall = (): void => localStorage.removeItem(KEY);

/** Where a pending install is gone on with; null: none is. */
export function installPath(): string | null {
  const kept = pendingInstall();
  return kept && `${INSTALL_PAGES[kept.provider]}?install=${kept.provider}`;
}
