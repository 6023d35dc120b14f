/** Making, changing, leaving, deleting bots over HTTP. */
import { CALLS } from '../../contract/calls/index.ts';
import { looksOf } from '../inbox/visitor/look.ts';
import type { App } from '../platform/app.ts';
import { formFile } from '../platform/http/form.ts';
import { registerCall } from '../platform/http/route.ts';
import type { PeopleMails } from '../platform/mail/people-mails.ts';
import { readBotSettings } from './bot-settings.ts';
import { assignedBots, ownedBots } from './bots.ts';
import { businessTypes, newBusinessType } from './business-types.ts';
import { createBot } from './create-bot.ts';
import { mailSnippet, snippetAddress } from './implement-mail.ts';
import { deleteBot, leaveBot } from './leave-bot.ts';
import { supportChat } from './support-chat.ts';
import { updateBot } from './update-bot.ts';

const HOUR = 60 * 60;

/** Mounts the calls. */
export function registerBotManage(
  app: App,
  mails: PeopleMails,
  endPlan: (botId: number) => Promise<void>,
): void {
  const creations = app.sharedLimit('bots.creations', 20, HOUR);
  const pictures = app.sharedLimit('bots.pictures', 30, HOUR);

  registerCall(app, CALLS.listBots, async ({ session, query }) => {
    const { id } = session.user;
    if (query.owner === 'true') return ownedBots(app.db, app, id);
    if (query.owner === 'false') return assignedBots(app.db, app, id);
    const all = [...(await ownedBots(app.db, app, id)), ...(await assignedBots(app.db, app, id))];
    return all.sort((a, b) => a.id - b.id);
  });
  registerCall(app, CALLS.botInfo, async ({ session, params }) => {
    const wanted = new Set(params.ids.split(',').map(Number));
    const { id } = session.user;
    const all = [...(await ownedBots(app.db, app, id)), ...(await assignedBots(app.db, app, id))];
    const found = all.filter((bot) => wanted.has(bot.id)).sort((a, b) => a.id - b.id);
    const looks = await looksOf(
      app.db,
      found.map((bot) => bot.id),
    );
    return found.flatMap((bot) => {
      const look = looks.get(bot.id);
      return look ? [{ ...bot, look }] : [];
    });
  });
  registerCall(app, CALLS.supportChat, async ({ params }) => ({
    chat: await supportChat(app.db, params.backend),
  }));
  registerCall(app, CALLS.botSettings, ({ session }) => readBotSettings(app, session.link.bot_id));
  registerCall(app, CALLS.businessTypes, () => businessTypes(app.db));
  registerCall(app, CALLS.newBusinessType, ({ session, body }) => newBusinessType(app, session, body));
  registerCall(app, CALLS.createBot, async ({ session, body }) => {
    await creations.take(String(session.user.id));
    return createBot(app, session, body);
  });
  registerCall(app, CALLS.updateBot, async ({ session, body, request }) => {
    const picture = formFile(request);
    if (picture) await pictures.take(String(session.user.id));
    return updateBot(app, session, body, picture?.content ?? null);
  });
  registerCall(app, CALLS.deleteBot, async ({ session }) => {
    await deleteBot(app, session, endPlan);
    return { ok: true as const };
  });
  registerCall(app, CALLS.unlinkBot, async ({ session }) => {
    await leaveBot(app, session);
    return { ok: true as const };
  });
  registerCall(app, CALLS.implementMail, async ({ session, body }) => {
    const to = snippetAddress(body.email);
    await mails.take(session.user, to);
    await mailSnippet(app, session, to);
    return { ok: true as const };
  });
}
