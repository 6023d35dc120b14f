/** Who may get a conversation now. Whatever keeps somebody from it is asked here and nowhere else. */
import type {
  Capacity,
  RoutingLooked,
  RoutingLookedAt,
  RoutingSkills,
} from '../../contract/entities/routing.ts';
import type { Area, Channel, RoleName } from '../../contract/states.ts';

/** Somebody at the bot, as the server finds them at that moment. */
export interface RoutingPerson {
  id: number;
  name: string;
  base: RoleName;
  /** None: every area. */
  areas: readonly Area[];
  /** Ids of what they know. */
  skills: readonly number[];
  /** Their role lets them read and answer in Live. */
  answers: boolean;
  /** They are given conversations at all, and by the bot. */
  receives: boolean;
  automatic: boolean;
  /** Conectado, with a browser at the bot. */
  connected: boolean;
  /** Away by plan. */
  absent: boolean;
  /** Conversations that they have now. */
  total: number;
  by_channel: Readonly<Partial<Record<Channel, number>>>;
  /** When they last got one. */
  last_at: string | null;
}

/** What keeps somebody from any conversation at all now; null: nothing does. */
export function keepsFrom(person: RoutingPerson): RoutingLooked | null {
  if (!person.answers) return 'no_access';
  if (!person.receives) return 'not_receiving';
  if (!person.automatic) return 'not_automatic';
  if (person.absent) return 'absent';
  if (!person.connected) return 'away';
  return null;
}

/** Whether they know what is asked for; nothing is asked for: everybody does. */
export function knows({ skills }: RoutingPerson, { match, ids }: RoutingSkills): boolean {
  const has = (id: number) => skills.includes(id);
  return ids.length === 0 || (match === 'all' ? ids.every(has) : ids.some(has));
}

/** The most that somebody may have: their own numbers, else the bot's. */
export function capacityOf(bot: Capacity, own: Capacity | undefined): Capacity {
  if (!own) return bot;
  return {
    total: own.total ?? bot.total,
    web: own.web ?? bot.web,
    whatsapp: own.whatsapp ?? bot.whatsapp,
    instagram: own.instagram ?? bot.instagram,
    messenger: own.messenger ?? bot.messenger,
  };
}

/** Whether they have room for one more of this channel, with the figures that say so. */
export function roomOf(
  person: RoutingPerson,
  most: Capacity,
  channel: Channel,
): Pick<RoutingLookedAt, 'load' | 'most'> & { full: 'full' | 'full_channel' | null } {
  const ofChannel = person.by_channel[channel] ?? 0;
  if (most.total !== null && person.total >= most.total)
    return { full: 'full', load: person.total, most: most.total };
  const limit = most[channel];
  if (limit !== null && ofChannel >= limit) return { full: 'full_channel', load: ofChannel, most: limit };
  return { full: null, load: person.total, most: most.total };
}
