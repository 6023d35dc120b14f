/**
 * The backends that a page may talk to, in one table keyed by the page's origin (docs/product.md §7, §9; docs/protocol.md 'One process, one origin'):
 * where each service lives, and the fixed id that goes with it. The embedded server mounts every service at the page's
 * own origin; an installation that keeps one elsewhere changes its row.
 */
import { SERVICE_BASES, type ServiceBases } from './services.ts';

/** The bot of the product's own support chat at each backend. No other bot ever gets one of these ids. */
export const SUPPORT_BOTS = { qa: 541, production: 603 } as const;
export type SupportBotId = (typeof SUPPORT_BOTS)[keyof typeof SUPPORT_BOTS];

export interface Backend {
  name: keyof typeof SUPPORT_BOTS;
  /** docs/product.md §9: 541 on the QA backend, 603 otherwise: the bot of the product's own support chat (/soporte). */
  fixedId: SupportBotId;
  bases: ServiceBases;
}

const PRODUCTION: Backend = { name: 'production', fixedId: SUPPORT_BOTS.production, bases: SERVICE_BASES };

/** The first row whose pattern fits the origin decides; none: production. */
const TABLE: readonly { origin: RegExp; backend: Backend }[] = [
  // https://qa.example.cl, https://panel-qa.example.cl:8443
  {
    origin: /^https?:\/\/([a-z0-9-]+-)?qa(\.|:|$)/i,
    backend: { name: 'qa', fixedId: SUPPORT_BOTS.qa, bases: SERVICE_BASES },
  },
];

/** @param origin the page's, as `location.origin` has it */
export function backendOf(origin: string): Backend {
  return TABLE.find((row) => row.origin.test(origin))?.backend ?? PRODUCTION;
}

/**
 * Where the services live for somebody at this page.
 * @param staffConversations the conversations service of internal accounts (STAFF_CONVERSATIONS_URL), for them alone
 */
export function basesFor(origin: string, staffConversations: string | null): ServiceBases {
  const { bases } = backendOf(origin);
  return staffConversations === null
    ? bases
    : { ...bases, conversations: staffConversations.replace(/\/+$/, '') };
}
