/** The sidebar's entries for who looks, at the shown bot. */
import { useRouter } from '@tanstack/react-router';
import { config, inboxPath } from '../base/client-config.ts';
import { usePlace } from '../bot/place-context.ts';
import { type NavContext, type NavEntry, navEntries, type OwnItem } from './nav-entries.ts';
import type { ScreenRoute } from './screen.ts';
import { type ScreenRule, seesScreen } from './screen-access.ts';

/** The entries that the person sees at the shown bot. */
export function useNavEntries(): NavEntry[] {
  const { place, user } = usePlace();
  const { routesByPath } = useRouter();
  const context: NavContext = {
    product: config().product.name,
    inboxPath: inboxPath(),
    role: place.link.role.base,
    grants: place.link.role.permissions,
    bot: place.bot,
    staff: user.staff,
  };
  return navEntries(context, ownItems(Object.values(routesByPath), { user, place }));
}

interface Declared {
  fullPath: string;
  options: { staticData?: { title?: string; rule?: ScreenRule & Pick<ScreenRoute, 'under'> } };
}

/** The entries of screens that say themselves where they stand in the sidebar, for those who see them. */
function ownItems(routes: readonly Declared[], who: Parameters<typeof seesScreen>[1]): OwnItem[] {
  return routes.flatMap(({ fullPath, options: { staticData: { title = '', rule } = {} } }) =>
    rule?.under !== undefined && seesScreen(rule, who)
      ? [{ label: title, to: fullPath, under: rule.under }]
      : [],
  );
}
