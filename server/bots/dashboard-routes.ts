/** The dashboard and the snippet check over HTTP. */
import { CALLS } from '../../contract/calls/index.ts';
import { originOf } from '../inbox/visitor/sites.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { reading } from '../platform/http/judged-again.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall } from '../platform/http/route.ts';
import { readDashboard } from './dashboard.ts';

const MINUTE = 60;

/** Mounts the calls. */
export function registerDashboard(app: App): void {
  const checks = app.sharedLimit('bots.snippetChecks', 30, MINUTE);
  registerCall(
    app,
    CALLS.botDashboard,
    reading(({ session }) => readDashboard(app, session)),
  );
  registerCall(app, CALLS.checkSnippet, async ({ body, request }) => {
    await checks.take(request.ip);
    const origin = originOf(/^https?:\/\//i.test(body.web) ? body.web : `https://${body.web}`);
    if (origin === null) {
      const message = 'Escribe la dirección de tu sitio, por ejemplo https://www.mitienda.cl.';
      throw new Refused('rule', { message, details: { fields: { web: message } } });
    }
    const [bot] = await app.db.query<{ bot_name: string; seen_at: string | null }>(sql`
      select b.bot_name, (select last_seen_at from bot_sites s where s.bot_id = b.id and s.origin = ${origin}) as seen_at
      from bots b where b.id = ${body.bot_id} and b.token = ${body.token}`);
    if (!bot) throw new Refused('not_found', { message: 'Ese código no es de ningún chatbot.' });
    return { ...bot, origin };
  });
}
