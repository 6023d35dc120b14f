/**
 * A WhatsApp webhook as its parts: every entry × change × message, status or echo by itself. It is read tolerantly; what
 * has a form that nobody told us of becomes a part of kind `unknown`, which is kept and counted.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { NewPart, PartKind } from '../hook-part.ts';
import type { Known } from '../secrets.ts';

const text = z.optional(z.nullable(z.coerce.string()));
const list = z.catch(z.array(z.unknown()), []);

const envelope = z.looseObject({ entry: z.array(z.looseObject({ id: text, changes: list })) });
const change = z.looseObject({ field: z.string(), value: z.looseObject({}) });
const value = z.looseObject({
  metadata: z.optional(z.looseObject({ phone_number_id: text })),
  contacts: list,
  messages: list,
  statuses: list,
  message_echoes: list,
  user_preferences: list,
});
const message = z.looseObject({
  id: z.string(),
  from: text,
  from_user_id: text,
  to: text,
  timestamp: text,
  type: text,
});
const status = z.looseObject({ id: z.string(), status: z.string(), timestamp: text });
const contact = z.looseObject({ wa_id: text, user_id: text });
const named = z.looseObject({ message_id: text, original_message_id: text });

/** Unix seconds as text; what is none, or lies ahead, happened now. */
function timeOf(seconds: unknown, now: Date): Date {
  const at = Number(seconds) * 1000;
  return Number.isFinite(at) && at > 0 && at <= now.getTime() ? new Date(at) : now;
}

const digest = (content: unknown) =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);

/** @param verified the connections whose own secret signed the body. Throws where it is no webhook at all */
export function readWhatsAppHook(body: unknown, verified: readonly Known[], now: Date): NewPart[] {
  return envelope.parse(body).entry.flatMap(({ id, changes }) =>
    changes.flatMap((one) => {
      const parsed = change.safeParse(one);
      return parsed.success
        ? partsOf(String(id ?? ''), parsed.data.field, parsed.data.value, verified, now)
        : [unknown(null, 'no field', one, now)];
    }),
  );
}

function unknown(connectionId: string | null, why: string, content: unknown, now: Date): NewPart {
  const once = `u:${digest(content)}`;
  const part = { connectionId, kind: 'unknown', lane: once, once, target: null, saidAt: now } as const;
  return { ...part, content: { why, content } };
}

/** By field first, then by number or account: what concerns an account names no number. */
function partsOf(
  waba: string,
  field: string,
  given: Record<string, unknown>,
  verified: readonly Known[],
  now: Date,
): NewPart[] {
  const parsed = value.safeParse(given);
  if (!parsed.success) return [unknown(null, field, given, now)];
  const number = parsed.data.metadata?.phone_number_id ?? null;
  const ofNumber = verified.find(({ account }) => account === number)?.id ?? null;
  const ofAccount = verified.filter(({ parent }) => parent === waba);
  switch (field) {
    case 'messages':
      return [
        ...parsed.data.messages.map((one) => messagePart(ofNumber, one, parsed.data.contacts, now)),
        ...parsed.data.statuses.map((one) => statusPart(ofNumber, one, now)),
      ];
    case 'smb_message_echoes':
      return parsed.data.message_echoes.map((one) => echoPart(ofNumber, one, now));
    case 'message_template_status_update':
    case 'message_template_quality_update':
    case 'message_template_components_update':
    case 'template_category_update':
      return aboutAccount(ofAccount, 'template', field, given, now);
    case 'user_preferences':
      return aboutAccount(ofNumber ? [{ id: ofNumber }] : ofAccount, 'preference', field, given, now);
    case 'account_update':
    case 'phone_number_quality_update':
      return aboutAccount(ofAccount, 'account', field, given, now);
    default:
      return [unknown(ofNumber ?? ofAccount[0]?.id ?? null, field, given, now)];
  }
}

function aboutAccount(
  connections: readonly { id: string }[],
  kind: PartKind,
  field: string,
  given: Record<string, unknown>,
  now: Date,
): NewPart[] {
  const once = `${kind[0]}:${digest([field, given])}`;
  const ids = connections.length > 0 ? connections.map(({ id }) => id) : [null];
  return ids.map((connectionId) => ({
    connectionId,
    kind,
    lane: `${connectionId} ${kind}`,
    once,
    target: null,
    content: { field, value: given },
    saidAt: timeOf(given.timestamp, now),
  }));
}

const CHANGES: Record<string, PartKind> = {
  reaction: 'reaction',
  edit: 'edit',
  edited: 'edit',
  revoke: 'revoke',
  deleted: 'revoke',
};

function messagePart(
  connectionId: string | null,
  one: unknown,
  contacts: readonly unknown[],
  now: Date,
): NewPart {
  const parsed = message.safeParse(one);
  if (!parsed.success) return unknown(connectionId, 'message', one, now);
  const { id, from, from_user_id, timestamp, type } = parsed.data;
  const who = from ?? from_user_id ?? '';
  const own = contacts.find((each) => {
    const known = contact.safeParse(each);
    const ids = known.success ? [known.data.wa_id, known.data.user_id] : [];
    return ids.some((each) => each != null && (each === from || each === from_user_id));
  });
  const kind = CHANGES[type ?? ''] ?? 'message';
  const change = kind === 'message' ? null : named.safeParse(parsed.data[type ?? '']);
  const target = change?.success ? (change.data.original_message_id ?? change.data.message_id ?? null) : null;
  return {
    connectionId,
    kind,
    lane: target === null ? `${connectionId} ${who}` : `${connectionId} ${target}`,
    once: `m:${id}`,
    target,
    content: { message: one, contact: own ?? (contacts.length === 1 ? contacts[0] : null) },
    saidAt: timeOf(timestamp, now),
  };
}

function echoPart(connectionId: string | null, one: unknown, now: Date): NewPart {
  const parsed = message.safeParse(one);
  if (!parsed.success) return unknown(connectionId, 'echo', one, now);
  const { id, to, timestamp } = parsed.data;
  return {
    connectionId,
    kind: 'echo',
    lane: `${connectionId} ${to ?? ''}`,
    once: `m:${id}`,
    target: null,
    content: { message: one, contact: { wa_id: to } },
    saidAt: timeOf(timestamp, now),
  };
}

function statusPart(connectionId: string | null, one: unknown, now: Date): NewPart {
  const parsed = status.safeParse(one);
  if (!parsed.success) return unknown(connectionId, 'status', one, now);
  const { id, status: word, timestamp } = parsed.data;
  return {
    connectionId,
    kind: 'status',
    lane: `${connectionId} ${id}`,
    once: `s:${id}:${word}:${digest(one)}`,
    target: id,
    content: one,
    saidAt: timeOf(timestamp, now),
  };
}
