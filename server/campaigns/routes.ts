/** The calls of contract/calls/campaigns.ts. */
import { CALLS } from '../../contract/calls/index.ts';
import { allows } from '../../contract/permissions.ts';
import type { App } from '../platform/app.ts';
import { formFile } from '../platform/http/form.ts';
import { reading } from '../platform/http/judged-again.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall } from '../platform/http/route.ts';
import { uploadCampaignFile } from './campaign-file.ts';
import { listCampaigns, showCampaign } from './campaign-row.ts';
import { requireCampaigns } from './flag.ts';
import { numbersOf } from './numbers.ts';
import { readPlan } from './plan.ts';
import { previewOf } from './preview.ts';
import { pageOfRecipients } from './recipients.ts';
import { testCampaign } from './test-send.ts';
import {
  cancelCampaign,
  createCampaign,
  deleteCampaign,
  pauseCampaign,
  resumeCampaign,
  retryCampaign,
  startCampaign,
  updateCampaign,
} from './write-campaign.ts';

/** Mounts the calls. */
export function registerCampaigns(app: App): void {
  // Each costs money and goes by no queue.
  const tests = app.sharedLimit('campaigns.test', 10, 60 * 60);
  const files = app.sharedLimit('campaigns.file', 30, 60 * 60);
  const allowed = ({ link }: { link: { bot_id: number } }) => requireCampaigns(app.db, link.bot_id);
  registerCall(
    app,
    CALLS.previewCampaign,
    reading(async ({ body, session }) => {
      await allowed(session);
      return previewOf(app, session, await readPlan(app, session, body));
    }),
  );
  registerCall(app, CALLS.campaignNumbers, async ({ query, session }) => {
    await allowed(session);
    return numbersOf(app, query.bot_id);
  });
  registerCall(app, CALLS.createCampaign, async ({ body, session, reply }) => {
    await allowed(session);
    reply.code(201);
    return createCampaign(app, session, body);
  });
  registerCall(app, CALLS.listCampaigns, async ({ query, session }) => {
    await allowed(session);
    return listCampaigns(app.db, query.bot_id);
  });
  registerCall(app, CALLS.showCampaign, async ({ params, session }) => {
    await allowed(session);
    const found = await showCampaign(app.db, params.id, app.clock.now());
    if (!found) throw new Refused('not_found');
    return found;
  });
  registerCall(app, CALLS.updateCampaign, async ({ params, body, session }) => {
    await allowed(session);
    return updateCampaign(app, session, params.id, body);
  });
  registerCall(app, CALLS.deleteCampaign, async ({ params, session }) => {
    await allowed(session);
    await deleteCampaign(app, session, params.id);
    return { deleted: true };
  });
  registerCall(app, CALLS.startCampaign, async ({ params, session }) => {
    await allowed(session);
    return startCampaign(app, session, params.id);
  });
  // Whatever the flag says today: what runs can be stopped.
  registerCall(app, CALLS.pauseCampaign, ({ params, session }) => pauseCampaign(app, session, params.id));
  registerCall(app, CALLS.cancelCampaign, ({ params, session }) => cancelCampaign(app, session, params.id));
  registerCall(app, CALLS.resumeCampaign, async ({ params, session }) => {
    await allowed(session);
    return resumeCampaign(app, session, params.id);
  });
  registerCall(app, CALLS.retryCampaign, async ({ params, body, session }) => {
    await allowed(session);
    return retryCampaign(app, session, params.id, body.reason);
  });
  registerCall(
    app,
    CALLS.listCampaignRecipients,
    reading(async ({ params, query, session }) => {
      await allowed(session);
      const contact = allows(session.link.role.permissions, 'crm', 'read');
      return pageOfRecipients(app.db, params.id, query, contact);
    }),
  );
  registerCall(app, CALLS.testCampaign, async ({ body, session }) => {
    await allowed(session);
    await tests.take(String(session.user.id));
    return testCampaign(app, session, body);
  });
  registerCall(app, CALLS.uploadCampaignFile, async ({ request, session }) => {
    await allowed(session);
    await files.take(String(session.user.id));
    return uploadCampaignFile(app, session, formFile(request));
  });
}
