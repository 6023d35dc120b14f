/** A page or an account of Instagram at the provider: its keys, what customers wrote to it, what was sent from it. */
export type MessagingChannel = 'messenger' | 'instagram';

export interface MessagingAccount {
  channel: MessagingChannel;
  /** A page's, or the id of Instagram's that its owner is shown. */
  id: string;
  /** How webhooks name it. */
  hookId: string;
  accessToken: string;
  /** When the token was given out, in milliseconds since 1970: it lives 60 days. */
  tokenAt: number;
  appSecret: string;
  verifyToken: string;
  name: string;
  /** Instagram's alone. */
  username: string | null;
  /** Whether Meta granted the app the tag. */
  humanAgent: boolean;
  /** A page's account of Instagram. */
  linkedInstagram: { id: string; username: string } | null;
  /** Null until somebody says where hooks go. */
  hookUrl: string | null;
  /** What of webhooks it gets. */
  fields: string[];
}

export interface SentMessaging {
  id: string;
  account: string;
  to: string;
  at: number;
  /** The request's body, whole. */
  body: Record<string, unknown>;
  statuses: string[];
}

/** A person who writes to it; their id is one of the page alone. */
export interface MessagingCustomer {
  id: string;
  name: string;
  username?: string;
  /** The address of their picture. */
  picture?: string;
  /** They let nobody know who they are. */
  hidden?: boolean;
}

/** What the playground remembers of both channels. */
export interface MessagingMemory {
  accounts: MessagingAccount[];
  sent: SentMessaging[];
  /** Read and typing, as they were said. */
  marks: Record<string, unknown>[];
  /** When each customer last wrote: 'account customer'. */
  lastWord: Map<string, number>;
  people: Map<string, MessagingCustomer>;
  /** What lies at addresses of the storage, and until when. */
  files: Map<string, { bytes: Buffer; type: string; until: number }>;
  /** Uploads by the id under which they are sent. */
  attachments: Map<string, { type: string; size: number }>;
  /** Every call, as 'METHOD path'. */
  calls: string[];
}

export const newMessagingMemory = (): MessagingMemory => ({
  accounts: [],
  sent: [],
  marks: [],
  lastWord: new Map(),
  people: new Map(),
  files: new Map(),
  attachments: new Map(),
  calls: [],
});
