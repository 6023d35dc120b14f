/** Limits of the options under a person's answer, each with its reason; apart from `LIMITS`, which the chat loads too. */
export const OFFER_LIMITS = {
  /** What WhatsApp's list takes, the narrowest of the channels. */
  options: 10,
  /** What every channel shows uncut, in characters. */
  label: 20,
  /** WhatsApp's words over a menu, in UTF-16 units; longer ones would be cut. */
  whatsappText: 1024,
  /** Of a link's address, in UTF-16 units: what WhatsApp takes. */
  address: 2000,
  /** Buttons of one message at Messenger and Instagram, as soon as one opens a page. */
  besideLinks: 3,
  /** Words over a link at Messenger, in UTF-16 units. */
  messengerText: 640,
  /** Words over a link at Instagram: the title of its only template. */
  instagramText: 80,
} as const;
