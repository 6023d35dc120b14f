/** The sidebar's entries for who looks, at the shown bot. */
import { config, inboxPath } from '../base/client-config.ts';
import { usePlace } from '../bot/place-context.ts';
import { type NavEntry, navEntries } from './nav-entries.ts';

/** The entries that the person sees at the shown bot. */
export function useNavEntries(): NavEntry[] {
  const { place, user } = usePlace();
  return navEntries({
    product: config().product.name,
    inboxPath: inboxPath(),
    role: place.link.role.base,
    grants: place.link.role.permissions,
    bot: place.bot,
    staff: user.staff,
  });
}
