/** Carts that the page of a shop reports: limits, why one is not used, the code for the page (docs/protocol.md 'Automations'). */

export const CLAIM_LIMITS = {
  /** Reports an hour of one visitor; of one address, behind which many visitors may be; of one bot. */
  ofVisitor: 20,
  ofAddress: 300,
  ofBot: 5_000,
  /** Bytes of a report. */
  body: 8_000,
  things: 50,
  quantity: 999,
} as const;

/** Why a claim is not used, as it is shown under '¿Por qué no se envió?'. */
export const CLAIM_REASONS = {
  nobody: 'La página no dice de quién es el carro, y el chat no lo ha identificado.',
  unverified: 'Quien conversa en el chat no ha escrito desde un WhatsApp: no hay un número comprobado.',
  not_at_till: 'La tienda no tiene en su caja un carro igual con ese correo o ese teléfono.',
  no_phone: 'La tienda confirma el carro, pero no tiene el teléfono de quien compra.',
  newer: 'Del mismo visitante hay un carro más nuevo.',
  not_sold: 'La tienda no vende algo de lo que dice el carro.',
} as const;
export type ClaimReason = keyof typeof CLAIM_REASONS;

/** What confirms one. */
export const CLAIM_CONFIRMERS = ['shop', 'identity'] as const;
export type ClaimConfirmer = (typeof CLAIM_CONFIRMERS)[number];

export const CLAIM_CONFIRMED: Record<ClaimConfirmer, string> = {
  shop: 'La tienda lo confirma: lo tiene en su caja.',
  identity: 'Lo confirma el chat: quien lo dejó escribió desde su WhatsApp.',
};

/** What follows it in the address of a shop brings a cart back: `101:2,102:1`. */
export const CART_HASH = 'charla-carro=';

/** Where a page reports: a path of our server. */
export const cartReportPath = (of: { botId: number; botToken: string; shop: string }): string =>
  `/visitor/carts/${of.botId}?token=${encodeURIComponent(of.botToken)}&shop=${encodeURIComponent(of.shop)}`;
