/** A WhatsApp number at the provider: its account, what customers wrote to it, what was sent from it. */
import type { HookTarget } from '../hooks.ts';
import type { Template } from './templates.ts';

export interface WhatsAppNumber {
  phoneNumberId: string;
  businessAccountId: string;
  accessToken: string;
  appSecret: string;
  verifyToken: string;
  /** As people write it: +56 9 …. */
  displayNumber: string;
  verifiedName: string;
  /** Null until somebody says where hooks go. */
  hookUrl: string | null;
}

export interface SentMessage {
  id: string;
  phoneNumberId: string;
  to: string;
  type: string;
  /** The request's body, whole. */
  body: Record<string, unknown>;
  /** Milliseconds since 1970. */
  at: number;
  /** What became of it. */
  statuses: string[];
}

export interface Media {
  id: string;
  bytes: Buffer;
  type: string;
  sha256: string;
}

/** An upload that can be resumed: what was announced of it, and what of it is there. */
export interface HeaderUpload {
  type: string;
  length: number;
  bytes: Buffer;
}

/** What the playground's WhatsApp remembers. */
export interface Memory {
  numbers: WhatsAppNumber[];
  templates: Map<string, Template[]>;
  media: Map<string, Media>;
  /** Addresses of media with the instant at which they end. */
  addresses: Map<string, { mediaId: string; until: number }>;
  /** Uploads of header examples under way, and those that ended by their handle. */
  uploads: Map<string, HeaderUpload>;
  handles: Map<string, HeaderUpload>;
  sent: SentMessage[];
  /** Read and typing, as they were said. */
  marks: Record<string, unknown>[];
  /** When each customer last wrote to each number: 'phone id customer'. */
  lastWord: Map<string, number>;
  /** Business accounts whose hooks are subscribed. */
  subscribed: Set<string>;
  /** Every call, as 'METHOD path'. */
  calls: string[];
}

export const newMemory = (): Memory => ({
  numbers: [],
  templates: new Map(),
  media: new Map(),
  addresses: new Map(),
  uploads: new Map(),
  handles: new Map(),
  sent: [],
  marks: [],
  lastWord: new Map(),
  subscribed: new Set(),
  calls: [],
});

export const targetOf = ({ hookUrl, appSecret }: WhatsAppNumber): HookTarget | null =>
  hookUrl === null ? null : { url: hookUrl, appSecret };
