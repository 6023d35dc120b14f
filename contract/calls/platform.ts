/** Calls that belong to no spec service: the client's start settings and uploads (docs/protocol.md 'One process, one origin', 'Attachments'). */
import * as z from 'zod/mini';
import { attachment } from '../entities/message.ts';

/** What the server tells the page about itself: in the document of every page, and by `GET /client-config.json`, public. */
export const clientConfig = z.object({
  product: z.object({ name: z.string(), slug: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}$/)) }),
  demo: z.boolean(),
  build: z.string(),
  /** Everybody but internal accounts sees /maintenance; `getMaintenance` says when it is over. */
  maintenance: z.optional(z.boolean()),
  /** The conversations service of internal accounts, where they have one of their own (docs/product.md §7). */
  staff_conversations_url: z.optional(z.nullable(z.string())),
});
export type ClientConfig = z.infer<typeof clientConfig>;
/** The id of the document's element that carries it as JSON. */
export const SETTINGS_ELEMENT = 'client-config';

/**
 * Answer to `POST /uploads` (multipart: optional fields `conversation_id`, `bot_id`, `key`, then `file`). The same
 * `key` (8 to 64 characters) of the same author again answers the same upload.
 */
export const uploadAnswer = attachment;
