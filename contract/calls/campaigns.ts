/**
 * Campaigns (docs/product.md §2, `/plantillas-programadas`). Everything asks for the bot's flag `scheduled_templates`:
 * 422 without. Drafting asks for `add`, whatever makes something leave for `send-wsp`; above CAMPAIGN_LIMITS.free
 * recipients only an administrator or the owner starts one (403, `details.reason` 'needs_head').
 */
import * as z from 'zod/mini';
import {
  campaign,
  campaignDetail,
  campaignFile,
  campaignNumber,
  campaignPlan,
  campaignPreview,
  campaignRecipient,
} from '../entities/campaign.ts';
import { numericId, shortText, temporalId, textId } from '../primitives.ts';
import { CAMPAIGN_LIMITS, RECIPIENT_OUTCOMES } from '../rules/campaigns.ts';
import { EXPORT_FORMATS } from '../rules/exports.ts';
import { defineCall } from './call.ts';
import { exportJob } from './exports.ts';
import { idParam } from './main.ts';

const module = 'whatsapp_api';
const id = z.object({ id: textId });
const drafts = { kind: 'bot', in: 'body', name: 'bot_id', module, permission: 'add' } as const;
const one = (permission: 'read' | 'add' | 'send-wsp') =>
  ({ kind: 'entity', entity: 'campaign', in: 'params', name: 'id', module, permission }) as const;
const move = (path: 'start' | 'pause' | 'resume' | 'cancel', permission: 'add' | 'send-wsp') =>
  defineCall({
    service: 'main',
    method: 'POST',
    path: `/campaigns/{id}/${path}`,
    access: one(permission),
    params: id,
    answer: campaignDetail,
  });

/** Which recipients of a campaign. */
const chosen = {
  outcome: z.optional(z.enum(RECIPIENT_OUTCOMES)),
  /** As `failures` and `excluded` say it. */
  reason: z.optional(shortText(1_000)),
};
export const recipientFilters = z.object({ bot_id: numericId, campaign: textId, ...chosen });
export type RecipientFilters = z.infer<typeof recipientFilters>;

export const recipientExportJob = z.object({
  ...z.omit(exportJob, { kind: true, columns: true, filters: true }).shape,
});
export type RecipientExportJob = z.infer<typeof recipientExportJob>;
const oneFile = {
  kind: 'entity',
  entity: 'export',
  in: 'params',
  name: 'id',
  module,
  permission: 'read',
} as const;

export const campaignCalls = {
  /** The bot's WhatsApp numbers, whatever may be read of Integraciones. */
  campaignNumbers: defineCall({
    service: 'main',
    method: 'GET',
    path: '/campaigns/numbers',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module, permission: 'read' },
    query: z.object({ bot_id: idParam }),
    answer: z.array(campaignNumber),
  }),
  /** Who would get it, who not and why, and what the first five would read. 422 for a plan that cannot be sent. */
  previewCampaign: defineCall({
    service: 'main',
    method: 'POST',
    path: '/campaigns/preview',
    access: drafts,
    body: z.object({ ...campaignPlan.shape, temporal_id: z.optional(temporalId) }),
    answer: campaignPreview,
  }),
  /** The same `temporal_id` of the same person answers the same campaign. 201; a draft with `draft`, else it is scheduled or starts. */
  createCampaign: defineCall({
    service: 'main',
    method: 'POST',
    path: '/campaigns',
    access: drafts,
    body: z.object({ ...campaignPlan.shape, temporal_id: temporalId, draft: z.optional(z.boolean()) }),
    answer: campaignDetail,
  }),
  /** The newest first, at most 200. */
  listCampaigns: defineCall({
    service: 'main',
    method: 'GET',
    path: '/campaigns',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module, permission: 'read' },
    query: z.object({ bot_id: idParam }),
    answer: z.array(campaign),
  }),
  showCampaign: defineCall({
    service: 'main',
    method: 'GET',
    path: '/campaigns/{id}',
    access: one('read'),
    params: id,
    answer: campaignDetail,
  }),
  /** A draft alone; 409 for any other. `bot_id` stays what it is. */
  updateCampaign: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/campaigns/{id}',
    access: one('add'),
    params: id,
    body: z.omit(campaignPlan, { bot_id: true }),
    answer: campaignDetail,
  }),
  /** A draft alone; 409 for any other. */
  deleteCampaign: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/campaigns/{id}',
    access: one('add'),
    params: id,
    answer: z.object({ deleted: z.boolean() }),
  }),
  /** A draft is scheduled, or starts where it names no time. */
  startCampaign: move('start', 'send-wsp'),
  /** The same again is no fault; 409 where it can't be any more. */
  pauseCampaign: move('pause', 'add'),
  /** Where it was: its time, or the next recipient. After a restore only an owner may. */
  resumeCampaign: move('resume', 'send-wsp'),
  /** Who has got it has got it; nobody else does. */
  cancelCampaign: move('cancel', 'add'),
  /** Failed ones that may be tried again, all or of one `reason`. 422 when there is none. */
  retryCampaign: defineCall({
    service: 'main',
    method: 'POST',
    path: '/campaigns/{id}/retry',
    access: one('send-wsp'),
    params: id,
    body: z.object({ reason: z.optional(shortText(1_000)) }),
    answer: campaignDetail,
  }),
  /** By outcome as the counts count them: `sent` holds those delivered and read. In the order of the audience, 50 a page. */
  listCampaignRecipients: defineCall({
    service: 'main',
    method: 'GET',
    path: '/campaigns/{id}/recipients',
    access: one('read'),
    params: id,
    query: z.object({
      ...chosen,
      page: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(1_000_000))),
    }),
    answer: z.object({
      recipients: z.array(campaignRecipient),
      page: z.int(),
      pages: z.int(),
      total: z.int(),
    }),
  }),
  /** To the phone of one's own account, with the values of the audience's first client. 422 with what WhatsApp refused. */
  testCampaign: defineCall({
    service: 'main',
    method: 'POST',
    path: '/campaigns/test',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module, permission: 'send-wsp' },
    body: campaignPlan,
    answer: z.object({ phone: z.string(), text: z.string() }),
  }),
  /** CSV or XLSX with a column of phones, RUTs or e-mails. 422 for a file that cannot be read or has none of them. */
  uploadCampaignFile: defineCall({
    service: 'main',
    method: 'POST',
    path: '/campaigns/files',
    access: drafts,
    form: { file: 'file', maxBytes: CAMPAIGN_LIMITS.fileBytes },
    body: z.object({ bot_id: idParam }),
    answer: campaignFile,
  }),
  /** A file of its recipients, in the order of the audience. 404 for a campaign of another bot, 409 as `startExport`. */
  startRecipientExport: defineCall({
    service: 'main',
    method: 'POST',
    path: '/campaigns/exports',
    access: { kind: 'bot', in: 'body', name: 'filters.bot_id', module, permission: 'read' },
    body: z.object({ format: z.enum(EXPORT_FORMATS), filters: recipientFilters }),
    answer: recipientExportJob,
  }),
  /** One's own of the last day, newest first. */
  listRecipientExports: defineCall({
    service: 'main',
    method: 'GET',
    path: '/campaigns/exports',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module, permission: 'read' },
    query: z.object({ bot_id: idParam }),
    answer: z.array(recipientExportJob),
  }),
  deleteRecipientExport: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/campaigns/exports/{id}',
    access: oneFile,
    params: id,
    answer: z.object({ deleted: z.boolean() }),
  }),
  recipientExportLink: defineCall({
    service: 'main',
    method: 'POST',
    path: '/campaigns/exports/{id}/link',
    access: oneFile,
    params: id,
    answer: z.object({ url: z.string() }),
  }),
};
