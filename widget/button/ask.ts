/** What the button is: asked of its server, again whenever hours begin or end, or told by the page that previews it. */
import type { ShownWhatsAppButton } from '../../contract/entities/whatsapp-button.ts';
import { BUTTON_DEVICES, BUTTON_PAGES } from '../../contract/entities/whatsapp-button-places.ts';
import { pressPath } from '../../contract/whatsapp-button/press.ts';
import { type Check, flag, list, oneOf, orNull, shape, text } from '../checks.ts';

export interface AskedFor {
  origin: string;
  botId: number;
  botToken: string;
  /** Where the chat's own button is; null: there is no chat. */
  chat: 'right' | 'left' | null;
  /** Shows what the page around it says; it asks no server. */
  shown: boolean;
}

/** Held to the contract's type by the compiler, to its schema by a test (ask.test.ts). */
export const isShownButton: Check<ShownWhatsAppButton> = shape<ShownWhatsAppButton>({
  color: text,
  position: oneOf('right', 'left'),
  label: text,
  greeting: text,
  places: shape<ShownWhatsAppButton['places']>({
    pages: oneOf(...BUTTON_PAGES),
    paths: list(text),
    devices: oneOf(...BUTTON_DEVICES),
  }),
  contacts: list(
    shape<ShownWhatsAppButton['contacts'][number]>({
      name: text,
      area: orNull(text),
      phone: text,
      text,
      open: flag,
      note: text,
    }),
  ),
  changes_at: orNull(text),
});

/** A wait that timers can count. Milliseconds. */
const LONGEST = 12 * 60 * 60_000;
/** So that the pages of a site don't all ask in the second in which it opens. */
const SPREAD = 20_000;
const AGAIN = 60_000;

/** Asks, and tells; asks again when what it heard ends. A server that can't be heard now may be later. */
export function askButton(
  { origin, botId, botToken }: AskedFor,
  tell: (button: ShownWhatsAppButton | null) => void,
): void {
  const ask = async (): Promise<void> => {
    let next = AGAIN;
    try {
      const answer = await fetch(`${origin}/visitor/whatsapp/${botId}?token=${encodeURIComponent(botToken)}`);
      // Switched off, or no such bot: nothing to show, nothing to wait for.
      if (answer.status === 404) return tell(null);
      const button: unknown = await answer.json();
      if (!answer.ok || !isShownButton(button)) throw new TypeError(`unexpected answer, ${answer.status}`);
      tell(button);
      const left = button.changes_at === null ? LONGEST : Date.parse(button.changes_at) - Date.now();
      next = Math.min(Math.max(left, 1_000), LONGEST) + Math.random() * SPREAD;
    } catch (error) {
      console.warn('[whatsapp] sin respuesta', error);
    }
    setTimeout(() => void ask(), next);
  };
  void ask();
}

/** Tells the button's own server that a number was opened, and nothing of who did. Whether it is heard changes nothing. */
export function tellPress({ origin, botId, botToken }: AskedFor, phone: string): void {
  navigator.sendBeacon(`${origin}${pressPath(botId, botToken, phone)}`);
}

/** Follows what the page around the frame says, if it is one of the button's own server. */
export function askParent(tell: (button: ShownWhatsAppButton) => void): void {
  addEventListener('message', ({ source, origin, data }) => {
    if (source === parent && origin === location.origin && isShownButton(data)) tell(data);
  });
  parent.postMessage('whatsapp', location.origin);
}
