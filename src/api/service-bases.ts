/** Where this page's services live: by its origin, and for internal accounts by the server's settings (docs/product.md §7, §9). */
import { basesFor } from '../../contract/backends.ts';
import type { ServiceBases } from '../../contract/services.ts';
import { config } from '../base/client-config.ts';
import { readUser } from './credentials.ts';

/** For anyone who is signed in now. */
export function serviceBases(): ServiceBases {
  const elsewhere = config().staff_conversations_url ?? null;
  return basesFor(location.origin, elsewhere !== null && readUser()?.staff ? elsewhere : null);
}
