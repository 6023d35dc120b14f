/** Web Push: subscribers (docs/product.md §3 'Push subscriber') and what a push says. */
import * as z from 'zod/mini';
import { instant, numericId, textId } from './primitives.ts';

/** Bytes in base64url, as browsers give keys. */
const base64url = (min: number, max: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]+={0,2}$/), z.minLength(min), z.maxLength(max));

/** `PushSubscription.toJSON()`: where to send, and the keys that only this browser can read with. */
export const pushSubscription = z.object({
  endpoint: z.string().check(z.maxLength(1000)),
  keys: z.object({
    /** 65 bytes: an uncompressed point of P-256. */
    p256dh: base64url(86, 90),
    /** 16 bytes. */
    auth: base64url(22, 26),
  }),
});
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>;

/** A browser that may get a push while it is closed. `sid` is opaque; it ends with the session it was made in. */
export const pushSubscriber = z.object({
  user_id: numericId,
  sid: textId,
  active: z.boolean(),
  /** 'Chrome en Windows'. */
  device: z.string(),
  /** The browser that asks. */
  current: z.boolean(),
  created_at: instant,
  last_success_at: z.nullable(instant),
});
export type PushSubscriber = z.infer<typeof pushSubscriber>;

/** What a push carries, encrypted for the one browser. Without leave it names nobody and quotes nothing. */
export const pushPayload = z.object({
  title: z.string(),
  body: z.string(),
  /** A path of the app. */
  url: z.string().check(z.regex(/^\/(?!\/)/)),
  /** Notices with the same tag replace each other: the same event never stands twice. */
  tag: z.string(),
  type: z.string(),
  bot_id: numericId,
  event_id: z.string(),
});
export type PushPayload = z.infer<typeof pushPayload>;

/** What the service worker tells a page whose person clicked on a notice. */
export const openMessage = z.object({ type: z.literal('open'), url: z.string() });
/** Where the service worker stands. */
export const PUSH_WORKER = '/push.js';
