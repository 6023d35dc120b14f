/** Where a bot's chat stands: noted when a page loads it or a visitor connects, read by the dashboard and the snippet check. */
import type { BotSite } from '../../../contract/entities/bot-site.ts';
import { parsedUrl } from '../../../contract/parsed-url.ts';
import type { App } from '../../platform/app.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';

/** A site is noted again after this long. Milliseconds. */
const AGAIN = 5 * 60_000;
/** Per bot: the token is public, so anybody can name any site; the ones not seen for longest go. */
const MOST = 40;
/** Remembered in the process before it starts over. */
const MOST_REMEMBERED = 5_000;

/** The origin of an address; null: it has none that a site could have. */
export function originOf(address: string): string | null {
  const url = parsedUrl(address);
  if (!url) return null;
  const { protocol, origin } = url;
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}

/** Notes the sites of visitors, each at most once in a while. */
export class SiteNotes {
  readonly #app: Pick<App, 'db' | 'clock'>;
  readonly #noted = new Map<string, number>();

  constructor(app: Pick<App, 'db' | 'clock'>) {
    this.#app = app;
  }

  /** @param header the `Origin` header of the visitor's connection */
  async note(botId: number, header: string | undefined): Promise<void> {
    const origin = header === undefined || header.length > 300 ? null : originOf(header);
    if (origin === null) return;
    const now = this.#app.clock.now();
    const key = `${botId} ${origin}`;
    const last = this.#noted.get(key);
    if (last !== undefined && now.getTime() - last < AGAIN) return;
    if (this.#noted.size >= MOST_REMEMBERED) this.#noted.clear();
    this.#noted.set(key, now.getTime());
    await this.#app.db.query(sql`
      insert into bot_sites (bot_id, origin, first_seen_at, last_seen_at) values (${botId}, ${origin}, ${now}, ${now})
      on conflict (bot_id, origin) do update set last_seen_at = greatest(bot_sites.last_seen_at, excluded.last_seen_at)`);
    await this.#app.db.query(sql`
      delete from bot_sites where bot_id = ${botId} and origin in (
        select origin from bot_sites where bot_id = ${botId} order by last_seen_at desc offset ${MOST})`);
  }
}

/** The sites of a bot, the one seen last first. */
export function sitesOf(db: Queryable, botId: number): Promise<BotSite[]> {
  return db.query<BotSite>(sql`
    select origin, first_seen_at, last_seen_at from bot_sites where bot_id = ${botId}
    order by last_seen_at desc, origin`);
}
