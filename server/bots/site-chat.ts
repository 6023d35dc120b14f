/** What its owner chose for the chat in a site (`/chatbot/sitio`): whether its form is offered out of hours, and its language. */
import { type SiteChat, widgetCalls } from '../../contract/calls/widget.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall } from '../platform/http/route.ts';
import type { BotSession } from '../platform/http/session.ts';

/** Throws not_found. */
async function siteChatOf(db: Queryable, botId: number): Promise<SiteChat> {
  const [row] = await db.query<SiteChat>(
    sql`select leave_word, chat_language as language from bots where id = ${botId}`,
  );
  if (!row) throw new Refused('not_found');
  return row;
}

/** Whoever waits reads at once what holds now. */
async function save(app: App, by: BotSession, wish: SiteChat): Promise<SiteChat> {
  const botId = by.link.bot_id;
  return app.db.transaction(async (tx) => {
    await tx.query(sql`select id from bots where id = ${botId} for update`);
    const before = await siteChatOf(tx, botId);
    if (before.leave_word === wish.leave_word && before.language === wish.language) return before;
    await tx.query(sql`
      update bots set leave_word = ${wish.leave_word}, chat_language = ${wish.language} where id = ${botId}`);
    await writeAudit(tx, app, { by: by.user, type: 'bot', id: botId, botId, before, after: wish });
    tx.afterCommit(() => app.bus.publish('waitingChanged', { botId }));
    return wish;
  });
}

/** Mounts the calls. */
export function registerSiteChat(app: App): void {
  registerCall(app, widgetCalls.siteChat, ({ params }) => siteChatOf(app.db, params.botId));
  registerCall(app, widgetCalls.saveSiteChat, ({ session, body }) => save(app, session, body));
}
