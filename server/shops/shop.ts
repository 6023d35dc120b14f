/** What each shop brings: how its account is known, how it is checked, how a page of its products is read. */
import type * as z from 'zod/mini';
import type { Checked } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import type { ProductPage } from './port.ts';

export interface Shop<C extends Record<string, string>> {
  credentials: z.ZodMiniType<C>;
  /** The same for every way of writing it; it has one bot. */
  account(credentials: C): string;
  /** Throws ConnectionFault. */
  check(app: App, credentials: C): Promise<Checked>;
  /** Throws ConnectionFault. @param cursor as the page before said it; null: the first */
  page(app: App, credentials: C, cursor: string | null, signal: AbortSignal): Promise<ProductPage>;
}
