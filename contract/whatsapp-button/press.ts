/** How presses of the WhatsApp button are told to its server, and how far back they are shown. */

/** Days that the count of presses shows. */
export const PRESS_DAYS = 30;

/** Where a site tells of a press, below the address of the button itself. */
export const pressPath = (botId: number, token: string, phone: string): string =>
  `/visitor/whatsapp/${botId}/press?token=${encodeURIComponent(token)}&phone=${encodeURIComponent(phone)}`;
