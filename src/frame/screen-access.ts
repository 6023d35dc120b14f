/** Who sees a screen: what its route says, read with the person's place at the shown bot (docs/product.md §6). */
import type { FlagName } from '../../contract/flags.ts';
import { allows, type ModuleName } from '../../contract/permissions.ts';
import type { PlaceContext } from '../bot/place-context.ts';

export interface ScreenRule {
  /** Needs read on it. */
  module?: ModuleName;
  /** Closed to agents whatever their permissions. */
  notForAgents?: boolean;
  /** Bots with this flag alone. */
  flag?: FlagName;
  /** Closed at bots of Shopify's own platform, which manages their shop. */
  notAtShopify?: boolean;
  /** Internal accounts alone. */
  staff?: boolean;
}

export function seesScreen(rule: ScreenRule, { user, place }: Pick<PlaceContext, 'user' | 'place'>): boolean {
  const { role } = place.link;
  if (rule.staff && !user.staff) return false;
  if (rule.flag && place.bot.flags[rule.flag] !== true) return false;
  if (rule.notForAgents && role.base === 'agente') return false;
  if (rule.notAtShopify && place.bot.platform === 'shopify') return false;
  return !rule.module || allows(role.permissions, rule.module, 'read');
}
