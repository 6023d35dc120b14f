/** Whether a rule of assignment fits a conversation. */
import type { RoutingConditions, RoutingPassed } from '../../contract/entities/routing.ts';
import { foldText } from '../../contract/rules/search-text.ts';
import type { Area, Channel } from '../../contract/states.ts';

/** What rules may ask of a conversation. */
export interface RoutingTalk {
  channel: Channel;
  area: Area | null;
  /** Its own and its client's. */
  tags: readonly string[];
  /** People attend now, in its area. */
  open: boolean;
  page: string | null;
  origin: string | null;
  /** Of the client, by the names that rules use; what is empty is absent. */
  fields: Readonly<Record<string, string>>;
  /** Ids of those that wrote in it. */
  campaigns: readonly string[];
}

const plain = (text: string): string => foldText(text).trim();
const has = (text: string | null, part: string): boolean =>
  text !== null && plain(text).includes(plain(part));

/** The first condition that does not hold; null: all do. */
export function failsAt(when: RoutingConditions, talk: RoutingTalk): Exclude<RoutingPassed, 'gone'> | null {
  const { channels, tags, areas, hours, page, origin, fields, campaigns } = when;
  if (channels.length > 0 && !channels.includes(talk.channel)) return 'channel';
  const own = talk.tags.map(plain);
  if (tags.length > 0 && !tags.some((tag) => own.includes(plain(tag)))) return 'tags';
  if (areas.length > 0 && !areas.includes(talk.area ?? 'none')) return 'area';
  if (hours !== 'any' && (hours === 'open') !== talk.open) return 'hours';
  if (page.trim() !== '' && !has(talk.page, page)) return 'page';
  if (origin.trim() !== '' && !has(talk.origin, origin)) return 'origin';
  const holds = ({ field, op, value }: (typeof fields)[number]) => {
    const given = Object.hasOwn(talk.fields, field) ? (talk.fields[field] ?? null) : null;
    return given !== null && (op === 'is' ? plain(given) === plain(value) : has(given, value));
  };
  if (!fields.every(holds)) return 'field';
  if (campaigns.length > 0 && !campaigns.some((id) => talk.campaigns.includes(id))) return 'campaign';
  return null;
}
