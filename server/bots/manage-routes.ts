/** Making, changing, leaving, deleting bots over HTTP. */
import { CALLS } from '../../contract/calls/index.ts';
import type { App } from '../platform/app.ts';
import { registerCall } from '../platform/http/route.ts';
import { createLimit } from '../platform/limiter.ts';
import { assignedBots, ownedBots } from './bots.ts';
import { createBot } from './create-bot.ts';
import { mailSnippet } from './implement-mail.ts';
import { deleteBot, leaveBot, registerPurge } from './leave-bot.ts';
import { updateBot } from './update-bot.ts';

const HOUR = 60 * 60;

/** Mounts the calls and the job that empties the bin. */
export function registerBotManage(app: App): void {
  const creations = createLimit(20, HOUR);
  const mails = createLimit(20, HOUR);
  registerPurge(app);

  registerCall(app, CALLS.listBots, async ({ session, query }) => {
    const { id } = session.user;
    if (query.owner === 'true') return ownedBots(app.db, id);
    if (query.owner === 'false') return assignedBots(app.db, id);
    const all = [...(await ownedBots(app.db, id)), ...(await assignedBots(app.db, id))];
    return all.sort((a, b) => a.id - b.id);
  });
  registerCall(app, CALLS.createBot, async ({ session, body }) => {
    await creations.take(String(session.user.id));
    return createBot(app, session, body);
  });
  registerCall(app, CALLS.updateBot, ({ session, body }) => updateBot(app, session, body));
  registerCall(app, CALLS.deleteBot, async ({ session }) => {
    await deleteBot(app, session);
    return { ok: true as const };
  });
  registerCall(app, CALLS.unlinkBot, async ({ session }) => {
    await leaveBot(app, session);
    return { ok: true as const };
  });
  registerCall(app, CALLS.implementMail, async ({ session, body }) => {
    await mails.take(String(session.user.id));
    await mailSnippet(app, session, body.email);
    return { ok: true as const };
  });
}
