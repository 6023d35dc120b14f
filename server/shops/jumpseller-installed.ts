/** How an installed Jumpseller connection is told from a typed one: its token goes out as Bearer, without a login. */
import { basic } from './ask-shop.ts';

/** Stands where the typed login would. */
export const JUMPSELLER_INSTALLED = 'oauth';

/** The header of either. */
export const jumpsellerAuthorization = ({
  login,
  authtoken,
}: {
  login: string;
  authtoken: string;
}): string => (login === JUMPSELLER_INSTALLED ? `Bearer ${authtoken}` : basic(login, authtoken));
