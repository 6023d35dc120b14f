/** What the provider says of a connection's number, page or account. */
import type { Connection } from '../../../contract/entities/connection.ts';

const QUALITY: Record<string, string> = { GREEN: 'alta', YELLOW: 'media', RED: 'baja' };
const TIERS: Record<string, string> = {
  TIER_50: '50',
  TIER_250: '250',
  TIER_1K: '1.000',
  TIER_2K: '2.000',
  TIER_10K: '10.000',
  TIER_100K: '100.000',
  TIER_UNLIMITED: 'sin límite',
};

/** Name and value of each fact that is known. */
export function factsOf({ facts }: Pick<Connection, 'facts'>): [string, string][] {
  const { phone, quality, tier, page, username, instagram } = facts;
  return [
    ...(page ? [['Página', page] as [string, string]] : []),
    ...(instagram ? [['Instagram de la página', `@${instagram}`] as [string, string]] : []),
    ...(username ? [['Usuario', `@${username}`] as [string, string]] : []),
    ...(phone ? [['Número', phone] as [string, string]] : []),
    ...(quality ? [['Calidad', QUALITY[quality] ?? quality.toLowerCase()] as [string, string]] : []),
    ...(tier ? [['Clientes nuevos al día', TIERS[tier] ?? tier] as [string, string]] : []),
  ];
}
