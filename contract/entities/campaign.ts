/** A campaign: one template to many clients, now or at a local time (docs/protocol.md 'WhatsApp templates and campaigns'). */
import * as z from 'zod/mini';
import { instant, numericId, shortText, textId } from '../primitives.ts';
import { CAMPAIGN_LIMITS, CAMPAIGN_STATES, RECIPIENT_OUTCOMES } from '../rules/campaigns.ts';
import { SLOT_PARTS } from '../rules/template-slots.ts';
import { connectionState } from './connection.ts';
import { givenFilter } from './given-filter.ts';
import { wallTime } from './wall-time.ts';

const text = shortText(CAMPAIGN_LIMITS.value);

/** A slot says its value, or the field it comes from with what stands there where the client has none. */
export const campaignSlot = z.object({
  part: z.enum(SLOT_PARTS),
  index: z.int().check(z.nonnegative(), z.lte(20)),
  key: shortText(60),
  value: z.optional(text),
  /** One of SLOT_FIELDS, `field.<key>` or `file.<column>`. */
  field: z.optional(shortText(120)),
  fallback: z.optional(text),
});
export type CampaignSlot = z.infer<typeof campaignSlot>;

/** Exactly one of them. */
export const campaignAudience = z.object({
  segment: z.optional(textId),
  filter: z.optional(givenFilter),
  lead_ids: z.optional(z.array(textId).check(z.minLength(1), z.maxLength(CAMPAIGN_LIMITS.byHand))),
  /** An id that `uploadCampaignFile` answered. */
  file: z.optional(textId),
});
export type CampaignAudience = z.infer<typeof campaignAudience>;

export const sendAt = z.object({ local: wallTime, zone: shortText(60) });
export type SendAt = z.infer<typeof sendAt>;

export const templateName = z.object({ name: shortText(512), language: shortText(20) });

/** What is to be sent to whom, and when; null: now. */
export const campaignPlan = z.object({
  bot_id: numericId,
  connection_id: textId,
  template: templateName,
  slots: z.array(campaignSlot).check(z.maxLength(CAMPAIGN_LIMITS.slots)),
  audience: campaignAudience,
  send_at: z.nullable(sendAt),
  /** How the team calls it; the template's name where they don't. */
  name: z.optional(shortText(CAMPAIGN_LIMITS.name)),
});
export type CampaignPlan = z.infer<typeof campaignPlan>;

/** Of the whole audience; `sent` holds `delivered`, which holds `read`: total = waiting + sent + failed + skipped. */
export const campaignCounts = z.object({
  total: z.int(),
  waiting: z.int(),
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  failed: z.int(),
  skipped: z.int(),
});
export type CampaignCounts = z.infer<typeof campaignCounts>;

export const campaign = z.object({
  id: textId,
  bot_id: numericId,
  name: z.string(),
  /** Null: the number was taken away. */
  connection_id: z.nullable(textId),
  connection: z.nullable(z.string()),
  template: templateName,
  category: z.string(),
  slots: z.array(campaignSlot),
  audience: campaignAudience,
  /** The audience in words: 'Segmento VIP', 'Filtro', '12 clientes elegidos', 'clientes.csv'. */
  audience_text: z.string(),
  send_at: z.nullable(sendAt),
  /** The instant of `send_at`; null: it began when somebody said so. */
  starts_at: z.nullable(instant),
  state: z.enum(CAMPAIGN_STATES),
  /** Why it is paused or was canceled, where no person did it. */
  reason: z.nullable(z.string()),
  /** Its recipients are still being written: `counts.total` grows. */
  preparing: z.boolean(),
  /** What holds it up by itself, and until when where that is known: it goes on alone. */
  waits: z.nullable(z.object({ reason: z.string(), until: z.nullable(instant) })),
  counts: campaignCounts,
  user_name: z.nullable(z.string()),
  created_at: instant,
  started_at: z.nullable(instant),
  finished_at: z.nullable(instant),
});
export type Campaign = z.infer<typeof campaign>;

/** Failed recipients of one cause. */
export const campaignFailure = z.object({
  /** With what to do about it. */
  reason: z.string(),
  n: z.int(),
  /** How many of them may be tried again now. */
  retryable: z.int(),
  /** Others of them may be from then on. */
  retry_from: z.nullable(instant),
});
export type CampaignFailure = z.infer<typeof campaignFailure>;

export const excluded = z.object({ reason: z.string(), n: z.int() });

export const campaignRecipient = z.object({
  id: textId,
  lead_id: z.nullable(textId),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  outcome: z.enum(RECIPIENT_OUTCOMES),
  /** Of those that failed or were skipped. */
  reason: z.nullable(z.string()),
  tries: z.int(),
  conversation_id: z.nullable(textId),
  /** When it was handed on to WhatsApp. */
  at: z.nullable(instant),
});
export type CampaignRecipient = z.infer<typeof campaignRecipient>;

export const campaignSample = z.object({
  lead_id: textId,
  name: z.nullable(z.string()),
  phone: z.string(),
  text: z.string(),
  buttons: z.array(z.string()),
});

export type CampaignSample = z.infer<typeof campaignSample>;

export const campaignPreview = z.object({
  /** Everybody of the audience: `recipients` and who is excluded. */
  total: z.int(),
  recipients: z.int(),
  excluded: z.array(excluded),
  samples: z.array(campaignSample),
  /** Only an administrator or the owner may start it. */
  needs_head: z.boolean(),
});
export type CampaignPreview = z.infer<typeof campaignPreview>;

/** An uploaded audience: rows find clients by phone, RUT or e-mail; other columns may fill slots. */
export const campaignFile = z.object({
  id: textId,
  file_name: z.string(),
  columns: z.array(z.string()),
  /** Which column was taken for what. */
  keys: z.object({
    phone: z.nullable(z.string()),
    rut: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  sample: z.array(z.array(z.string())),
  total: z.int(),
  /** Rows whose client is known. */
  known: z.int(),
});
export type CampaignFile = z.infer<typeof campaignFile>;

export const campaignDetail = z.object({
  ...campaign.shape,
  failures: z.array(campaignFailure),
  /** Who got nothing, by reason. */
  excluded: z.array(excluded),
  /** The file of its audience; null: it is no file. */
  file: z.optional(z.nullable(campaignFile)),
});
export type CampaignDetail = z.infer<typeof campaignDetail>;

/** A number by which a campaign may leave, with what people who see Whatsapp Api alone need of it. */
export const campaignNumber = z.object({
  id: textId,
  name: z.string(),
  state: connectionState,
  /** The provider's account: its templates are those of the number. */
  account: z.nullable(z.string()),
  /** Different clients to whom it may begin to write in 24 hours; null: as many as one likes, or nobody knows. */
  most: z.nullable(z.int()),
  /** How many of them are left now; null as `most`. */
  left: z.nullable(z.int()),
});
export type CampaignNumber = z.infer<typeof campaignNumber>;
