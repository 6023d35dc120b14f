/** Limits of the options under a person's answer, each with its reason; apart from `LIMITS`, which the chat loads too. */
export const OFFER_LIMITS = {
  /** What WhatsApp's list takes, the narrowest of the channels. */
  options: 10,
  /** What every channel shows uncut, in characters. */
  label: 20,
  /** WhatsApp's words over a menu, in UTF-16 units; longer ones would be cut. */
  whatsappText: 1024,
} as const;
