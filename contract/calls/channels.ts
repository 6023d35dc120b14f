/** Templates of WhatsApp, and what of the channels people set right (docs/protocol.md 'Hooks', 'WhatsApp templates and campaigns'). */
import * as z from 'zod/mini';
import { connectionState } from '../entities/connection.ts';
import {
  TEMPLATE_CATEGORIES,
  templateStatus,
  templateSync,
  wabaTemplate,
} from '../entities/waba-template.ts';
import { LIMITS } from '../limits.ts';
import { instant, numericId, shortText, temporalId, textId } from '../primitives.ts';
import { templateDraft } from '../rules/template-draft.ts';
import { HEADER_FILE_FORMATS, HEADER_FILES } from '../rules/template-files.ts';
import { defineCall } from './call.ts';
import { bulkResults } from './clients.ts';
import { byConversation, conversationId } from './conversation-access.ts';
import { wantedTemplate } from './conversations.ts';
import { idParam } from './main.ts';

const ofBot = (permission: 'read' | 'add') =>
  ({ kind: 'bot', in: 'query', name: 'botId', module: 'whatsapp_api', permission }) as const;
/** The bot's own token; another is 404. */
const token = z.object({ token: shortText(200) });
const query = z.object({ botId: idParam });
const oneTemplate = z.object({ token: shortText(200), id: textId });
const category = z.enum(TEMPLATE_CATEGORIES);

/** A part of a webhook that waits for somebody's decision. */
const decidesOnPart = {
  access: {
    kind: 'entity',
    entity: 'hook_part',
    in: 'params',
    name: 'id',
    module: 'integraciones',
    permission: 'edit',
  },
  params: z.object({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  answer: z.object({ ok: z.literal(true) }),
} as const;

export const channelCalls = {
  listWabaTemplates: defineCall({
    service: 'waba',
    method: 'GET',
    path: '/{token}',
    access: ofBot('read'),
    params: token,
    query,
    answer: z.object({
      payload: z.object({ waba_templates: z.array(wabaTemplate), synced_at: z.nullable(instant) }),
    }),
  }),
  /** Compares with the provider's list now. 422 with `details.kind` when it can't be had. */
  syncWabaTemplates: defineCall({
    service: 'waba',
    method: 'POST',
    path: '/{token}/sync',
    access: ofBot('add'),
    params: token,
    query,
    answer: z.object({ added: z.int(), changed: z.int(), gone: z.int(), synced_at: instant }),
  }),
  /** Past comparisons, the newest first. */
  listTemplateSyncs: defineCall({
    service: 'waba',
    method: 'GET',
    path: '/{token}/syncs',
    access: ofBot('read'),
    params: token,
    query,
    answer: z.array(templateSync),
  }),
  /** The provider's own rules are checked before it is asked; then it judges. */
  createWabaTemplate: defineCall({
    service: 'waba',
    method: 'POST',
    path: '/{token}/templates',
    access: ofBot('add'),
    params: token,
    query,
    body: z.object({ name: shortText(512), language: shortText(20), category, components: templateDraft }),
    answer: wabaTemplate,
  }),
  /** Takes the example of a header that is a file to the provider; its `handle` stands in the header's example. */
  uploadHeaderFile: defineCall({
    service: 'waba',
    method: 'POST',
    path: '/{token}/header_files',
    access: ofBot('add'),
    params: token,
    query,
    body: z.object({ format: z.enum(HEADER_FILE_FORMATS) }),
    form: { file: 'file', maxBytes: HEADER_FILES.VIDEO.most },
    answer: z.object({ handle: z.string() }),
  }),
  editWabaTemplate: defineCall({
    service: 'waba',
    method: 'PUT',
    path: '/{token}/templates/{id}',
    access: ofBot('add'),
    params: oneTemplate,
    query,
    body: z.object({ components: templateDraft }),
    answer: wabaTemplate,
  }),
  deleteWabaTemplate: defineCall({
    service: 'waba',
    method: 'DELETE',
    path: '/{token}/templates/{id}',
    access: ofBot('add'),
    params: oneTemplate,
    query,
    answer: z.object({ ok: z.literal(true) }),
  }),
  /** Takes a status that the provider's list confirms; 422 otherwise. */
  updatePayrollMessage: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/payroll_messages/{id}',
    access: {
      kind: 'entity',
      entity: 'waba_template',
      in: 'params',
      name: 'id',
      module: 'whatsapp_api',
      permission: 'add',
    },
    params: z.object({ id: textId }),
    body: z.object({ payroll_message: z.object({ status: templateStatus }) }),
    answer: wabaTemplate,
  }),
  /** What of the channels' webhooks could not be applied, the newest first. */
  listParkedHooks: defineCall({
    service: 'main',
    method: 'GET',
    path: '/parked_hooks',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module: 'integraciones', permission: 'read' },
    query: z.object({ bot_id: idParam }),
    answer: z.array(
      z.object({
        id: textId,
        kind: z.string(),
        error: z.nullable(z.string()),
        attempts: z.int(),
        received_at: instant,
        content: z.unknown(),
        /** What came, where nothing could be read of it. */
        raw: z.nullable(z.string()),
      }),
    ),
  }),
  /** The same of every bot, without what customers wrote. */
  listAllParkedHooks: defineCall({
    service: 'main',
    method: 'GET',
    path: '/settings/parked_hooks',
    access: { kind: 'staff' },
    answer: z.array(
      z.object({
        id: textId,
        bot_id: numericId,
        bot_name: z.string(),
        kind: z.string(),
        error: z.nullable(z.string()),
        attempts: z.int(),
        received_at: instant,
      }),
    ),
  }),
  /** Tries it again. 409 when it is not parked any more. */
  replayParkedHook: defineCall({
    service: 'main',
    method: 'POST',
    path: '/parked_hooks/{id}/replay',
    ...decidesOnPart,
  }),
  /** It is applied to nothing. 409 when it is not parked any more. */
  discardParkedHook: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/parked_hooks/{id}',
    ...decidesOnPart,
  }),
  /** Who the customer is to the connection of a conversation, and until when they may be answered; null: to none. */
  channelContact: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/conversations/{id}/contact',
    access: byConversation('read'),
    params: conversationId,
    answer: z.nullable(
      z.object({
        connection: z.string(),
        state: z.optional(connectionState),
        /** After a restore nothing leaves by it until an owner says so. */
        held: z.optional(z.boolean()),
        profile_name: z.nullable(z.string()),
        username: z.nullable(z.string()),
        phone: z.nullable(z.string()),
        user_id: z.nullable(z.string()),
        window_expires_at: z.nullable(instant),
      }),
    ),
  }),
  /** An approved template to a client, whether they have a conversation or not: the one under way, else a new one of the sender's. 409 with `details.conversation_id` while a colleague has it. */
  sendTemplateToLead: defineCall({
    service: 'main',
    method: 'POST',
    path: '/leads/{id}/template',
    access: {
      kind: 'entity',
      entity: 'lead',
      in: 'params',
      name: 'id',
      module: 'crm',
      permission: 'send-wsp',
    },
    params: z.object({ id: textId }),
    body: z.object({
      /** The number that it leaves by; absent: the one that knows the client, else the bot's first. */
      connection_id: z.optional(textId),
      template: wantedTemplate,
      temporal_id: temporalId,
    }),
    answer: z.object({ conversation_id: textId }),
  }),
  /**
   * The same to a few clients, each by itself: one who is refused hinders no other. Values may say {nombre} and {cliente}.
   * Asking again with the same `temporal_id` sends nothing twice.
   */
  sendTemplateToLeads: defineCall({
    service: 'main',
    method: 'POST',
    path: '/leads/bulk_template',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'crm', permission: 'send-wsp' },
    body: z.object({
      bot_id: numericId,
      ids: z.array(textId).check(z.minLength(1), z.maxLength(LIMITS.bulkStep)),
      template: wantedTemplate,
      temporal_id: z.string().check(z.minLength(8), z.maxLength(36)),
    }),
    answer: bulkResults,
  }),
  /** Fetches a file of a customer's message once more from the provider. 422 when it is there or can't be had any more. */
  retryFile: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/session_logs/{id}/retry_file',
    access: {
      kind: 'entity',
      entity: 'message',
      in: 'params',
      name: 'id',
      module: 'live',
      permission: 'edit',
    },
    params: z.object({ id: textId }),
    body: z.object({ attachment_id: textId }),
    answer: z.object({ ok: z.literal(true) }),
  }),
  /** After a restore nothing leaves by itself: an owner says that it may. Answers how many messages wait. */
  resumeSending: defineCall({
    service: 'main',
    method: 'POST',
    path: '/connections/{id}/resume',
    access: {
      kind: 'entity',
      entity: 'connection',
      in: 'params',
      name: 'id',
      module: 'integraciones',
      permission: 'edit',
    },
    params: z.object({ id: textId }),
    answer: z.object({ waiting: z.int() }),
  }),
};
