/**
 * A webhook of Messenger or Instagram as its parts: every entry × event by itself. It is read tolerantly; what has a form
 * that nobody told us of becomes a part of kind `unknown`, which is kept and counted.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { NewPart, PartKind } from '../hook-part.ts';
import type { Known } from '../secrets.ts';

const text = z.optional(z.nullable(z.coerce.string()));
const list = z.catch(z.array(z.unknown()), []);
const maybe = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);
const person = z.catch(z.looseObject({ id: text }), { id: null });

const envelope = z.looseObject({
  entry: z.array(z.looseObject({ id: text, time: text, messaging: list, standby: list, changes: list })),
});
const change = z.looseObject({ field: z.string(), value: z.looseObject({}) });
const event = z.looseObject({
  sender: person,
  recipient: person,
  timestamp: text,
  message: maybe(
    z.looseObject({ mid: z.string(), is_echo: z.optional(z.unknown()), is_deleted: z.optional(z.unknown()) }),
  ),
  message_edit: maybe(z.looseObject({ mid: z.string(), num_edit: text })),
  postback: maybe(z.looseObject({ mid: text, payload: text })),
  reaction: maybe(z.looseObject({ mid: z.string(), action: text, emoji: text })),
  delivery: maybe(z.looseObject({ mids: z.catch(z.array(z.string()), []), watermark: text })),
  read: maybe(z.looseObject({ mid: text, watermark: text })),
  referral: maybe(z.looseObject({})),
});
type Event = z.infer<typeof event>;

/** Milliseconds, or seconds in what the dashboard sends to try; what is neither, or lies ahead, happened now. */
export function timeOf(given: unknown, now: Date): Date {
  const number = Number(given);
  const at = number < 1e11 ? number * 1000 : number;
  return Number.isFinite(at) && at > 0 && at <= now.getTime() ? new Date(at) : now;
}

const digest = (content: unknown) =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);

/** @param verified the connections whose own secret signed the body. Throws where it is no webhook at all */
export function readMessagingHook(body: unknown, verified: readonly Known[], now: Date): NewPart[] {
  return envelope.parse(body).entry.flatMap((entry) => {
    const account = String(entry.id ?? '');
    const own = verified.find((one) => account !== '' && (one.account === account || one.parent === account));
    const at: Place = { account, connectionId: own?.id ?? null, time: timeOf(entry.time, now), now };
    return [
      ...entry.messaging.flatMap((one) => eventParts(at, one, false)),
      ...entry.standby.flatMap((one) => eventParts(at, one, true)),
      ...entry.changes.flatMap((one) => {
        // What the dashboard sends to try.
        const parsed = change.safeParse(one);
        const given = parsed.success ? event.safeParse(parsed.data.value) : null;
        return parsed.success && given?.success && given.data.sender.id != null
          ? eventParts(at, parsed.data.value, false)
          : [unknown(at, parsed.success ? parsed.data.field : 'no field', one)];
      }),
    ];
  });
}

interface Place {
  account: string;
  connectionId: string | null;
  /** When the body left. */
  time: Date;
  now: Date;
}

function unknown({ connectionId, time }: Place, why: string, content: unknown): NewPart {
  const once = `u:${digest(content)}`;
  const part = { connectionId, kind: 'unknown', lane: once, once, target: null, saidAt: time } as const;
  return { ...part, content: { why, content } };
}

/** @param standby another app has the conversation for now: nothing for our bot to answer */
function eventParts(at: Place, one: unknown, standby: boolean): NewPart[] {
  const parsed = event.safeParse(one);
  if (!parsed.success) return [unknown(at, 'event', one)];
  const given = parsed.data;
  const echo = given.message?.is_echo === true || given.sender.id === at.account;
  const customer = (echo ? given.recipient.id : given.sender.id) ?? null;
  if (customer === null || customer === at.account) return [unknown(at, 'nobody', one)];
  const saidAt = given.timestamp == null ? at.time : timeOf(given.timestamp, at.now);
  const part = (kind: PartKind, once: string, target: string | null, more: object = {}): NewPart => ({
    connectionId: at.connectionId,
    kind,
    lane: `${at.connectionId} ${target === null || kind === 'echo' ? customer : target}`,
    once,
    target,
    content: { customer, event: one, standby, ...more },
    saidAt,
  });
  const parts = [...changeParts(given, part, echo), ...statusParts(given, part, customer)];
  return parts.length > 0 ? parts : [unknown(at, 'event', one)];
}

type MakePart = (kind: PartKind, once: string, target: string | null, more?: object) => NewPart;

function changeParts(given: Event, part: MakePart, echo: boolean): NewPart[] {
  const { message, message_edit: edit, postback, reaction, referral } = given;
  if (message) {
    if (message.is_deleted === true) return [part('revoke', `r:${message.mid}`, message.mid)];
    // An echo may be of what is being sent just now: who writes down that it was sent wakes it.
    return echo
      ? [part('echo', `m:${message.mid}`, message.mid)]
      : [part('message', `m:${message.mid}`, null)];
  }
  if (edit) return [part('edit', `e:${edit.mid}:${edit.num_edit ?? ''}:${digest(given)}`, edit.mid)];
  if (reaction)
    return [part('reaction', `a:${digest(given)}`, reaction.mid, { from: echo ? 'agent' : 'Cliente' })];
  if (echo) return [];
  if (postback) {
    const mid = postback.mid ?? `postback.${digest([given.sender.id, given.timestamp, postback.payload])}`;
    return [part('message', `m:${mid}`, null, { mid })];
  }
  if (referral) {
    const mid = `referral.${digest([given.sender.id, given.timestamp, referral])}`;
    return [part('message', `m:${mid}`, null, { mid })];
  }
  return [];
}

/** By message where they are named, and by time: everything that was sent before it. */
function statusParts(given: Event, part: MakePart, customer: string): NewPart[] {
  const { delivery, read } = given;
  const of = (
    status: 'delivered' | 'read',
    mids: readonly string[],
    watermark: string | null | undefined,
  ) => [
    ...mids.map((mid) => part('status', `s:${mid}:${status}`, mid, { status, mid })),
    ...(watermark == null || watermark === ''
      ? []
      : [part('status', `w:${customer}:${status}:${watermark}`, null, { status, watermark })]),
  ];
  return [
    ...(delivery ? of('delivered', delivery.mids, delivery.watermark) : []),
    ...(read ? of('read', read.mid == null ? [] : [read.mid], read.watermark) : []),
  ];
}
