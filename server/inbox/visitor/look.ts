/** How a bot's chat looks: read by the widget, the visitor's socket, the bots info service and the settings. */
import type { FastifyRequest } from 'fastify';
import { type BotLook, type LauncherLook, launcherLook } from '../../../contract/entities/bot.ts';
import type { BotMinds } from '../../assistant/bot-minds.ts';
import { greetingOf } from '../../assistant/bot-runner.ts';
import type { App } from '../../platform/app.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { registerForSites } from './for-sites.ts';
import { SiteNotes } from './sites.ts';

export type PlainLook = Omit<BotLook, 'buttons'>;

/** The looks of these bots by id, without their menus; `welcome` as its owner wrote it. */
export async function looksOf(db: Queryable, ids: readonly number[]): Promise<Map<number, PlainLook>> {
  const rows = await db.query<PlainLook & { id: number }>(sql`
    select id, bot_name as name, avatar, color, welcome, position, launcher, menu from bots
    where id = any(${[...ids]}::int[])`);
  return new Map(rows.map(({ id, ...look }) => [id, look]));
}

/** What customers see: the menu is the published one, whose greeting stands in where no welcome was written. */
export async function customerLook(db: Queryable, minds: BotMinds, botId: number): Promise<BotLook> {
  const look = (await looksOf(db, [botId])).get(botId);
  if (!look) throw new Error(`No bot ${botId}`);
  const mind = await minds.of(db, botId);
  const greeting = mind ? greetingOf(mind) : { text: '', buttons: [] };
  return {
    ...look,
    welcome: look.welcome || greeting.text,
    buttons: greeting.buttons.map(({ id, label }) => ({ id, label })),
  };
}

/**
 * Mounts what the widget asks before anybody opens it: `GET /visitor/look/{bot}?token=` → `LauncherLook`, or 404 for a
 * bot that is deactivated or gone, which shows no button then. Read at every view of a page, so it costs one row. Who
 * installs the snippet learns from it that it is live: the site is noted.
 */
export function registerLook(app: App): void {
  const sites = new SiteNotes(app);
  const answer = async (id: number, { headers }: FastifyRequest) => {
    const [look] = await app.db.query<LauncherLook>(sql`
      select b.color, b.position, b.launcher, b.chat_language as language, coalesce(w."on", false) as whatsapp,
        coalesce(p."on", false) as proactive
      from bots b left join whatsapp_buttons w on w.bot_id = b.id
        left join proactive_rules p on p.bot_id = b.id where b.id = ${id}`);
    if (!look) return null;
    // Beside the answer: nobody waits for it.
    sites.note(id, headers.origin).catch((error: unknown) => {
      app.log.warn({ err: error, botId: id }, 'Noting the site of a chat failed');
    });
    return launcherLook.parse(look);
  };
  // A first mail that nobody confirmed: the chat itself says so to the person who installs it.
  registerForSites(
    app,
    'look',
    'the look of a chat, for any web page; it checks the bot token',
    answer,
    true,
  );
}
