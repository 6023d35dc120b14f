/** Base address of each service of docs/product.md §7 (docs/protocol.md 'Services and their base addresses'). */
export const SERVICE_BASES = {
  main: '/svc/main',
  conversations: '/svc/conversations',
  templates: '/svc/templates',
  assistant: '/svc/assistant',
  bots: '/svc/bots',
  pages: '/svc/pages',
  audit: '/svc/audit',
  shops: '/svc/shops',
  waba: '/svc/waba',
  loader: '/svc/loader',
  uploads: '/uploads',
} as const;
export type ServiceName = keyof typeof SERVICE_BASES;
/** Where each service lives: a path of the page's own origin, or an address elsewhere. */
export type ServiceBases = Readonly<Record<ServiceName, string>>;

/** Header in which a bare array carries the log number of its snapshot (docs/protocol.md 'Bases'). */
export const SEQ_HEADER = 'x-seq';
/** Header in which a bare array carries the viewer's sight. */
export const SIGHT_HEADER = 'x-sight';
export const ACCEPT_VERSION = 'v1';
/** The five credential headers of docs/product.md §7, kept in local storage under these names. */
export const CREDENTIAL_HEADERS = ['access-token', 'token-type', 'client', 'expiry', 'uid'] as const;

/** How the product is called, in labels, routes and call names (docs/protocol.md PRODUCT_NAME, PRODUCT_SLUG). */
export interface Product {
  name: string;
  slug: string;
}
