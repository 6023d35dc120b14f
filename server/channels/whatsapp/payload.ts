/** A message as WhatsApp takes it: what the bot says is cut to what the channel can show. */

import { cardText } from '../../../contract/entities/card-text.ts';
import type { Button } from '../../../contract/entities/message.ts';
import type { ProductCard } from '../../../contract/entities/product-card.ts';
import { OFFER_LIMITS } from '../../../contract/offer-limits.ts';
import type { FileWay } from '../../../contract/rules/channel-files.ts';
import { cutLabel, menuFit } from '../../../contract/rules/menu-channels.ts';
import type { SentComponent } from '../../../contract/rules/template-slots.ts';

export interface Leaving {
  text: string;
  buttons: readonly Button[];
  template: { name: string; language: string; components?: SentComponent[] } | null;
  /** The id of what it answers. */
  replyTo: string | null;
}

const TEXT_MOST = 4096;
const CAPTION_MOST = 1024;

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** Titles of one menu have to differ after they were cut: the second of a pair gets its number. */
function titlesOf(buttons: readonly Button[], most: number): string[] {
  const taken = new Set<string>();
  return buttons.map(({ label }, place) => {
    let title = cutLabel(label, most);
    if (taken.has(title)) title = `${cutLabel(label, most - 3)} ${place + 1}`;
    taken.add(title);
    return title;
  });
}

/** The words of a message, with its menu or as its template. */
export function wordsPayload({ text, buttons, template, replyTo }: Leaving): Record<string, unknown> {
  const context = replyTo === null ? {} : { context: { message_id: replyTo } };
  if (template) {
    const { name, language, components = [] } = template;
    return {
      type: 'template',
      template: { name, language: { code: language }, ...(components.length > 0 ? { components } : {}) },
    };
  }
  if (buttons.length === 0)
    return { type: 'text', text: { body: cut(text, TEXT_MOST), preview_url: true }, ...context };
  const link = buttons.find(({ url }) => url !== undefined);
  if (link) return { type: 'interactive', interactive: linkOf(text, link), ...context };
  const fit = menuFit(
    'whatsapp',
    buttons.map(({ label }) => label),
  );
  const shown = buttons.slice(0, fit.most);
  const titles = titlesOf(shown, fit.label);
  const replies = shown.map(({ id }, place) => ({ id: id.slice(0, 200), title: titles[place] ?? '' }));
  const body = { text: cut(text.trim() === '' ? 'Elige una opción' : text, OFFER_LIMITS.whatsappText) };
  const interactive =
    fit.form === 'buttons'
      ? {
          type: 'button',
          body,
          action: { buttons: replies.map((reply) => ({ type: 'reply', reply })) },
        }
      : { type: 'list', body, action: { button: 'Ver opciones', sections: [{ rows: replies }] } };
  return { type: 'interactive', interactive, ...context };
}

/** One button that opens a page, alone (`mixtureFault`). */
const linkOf = (text: string, { label, url }: Button) => ({
  type: 'cta_url',
  body: { text: cut(text, OFFER_LIMITS.whatsappText) },
  action: { name: 'cta_url', parameters: { display_text: cutLabel(label, OFFER_LIMITS.label), url } },
});

/** A product. @param mediaId its picture at the provider; null: it has none, and its link brings its own */
export function cardPayload(card: ProductCard, mediaId: string | null): Record<string, unknown> {
  const words = cardText(card, 'whatsapp');
  return mediaId === null
    ? { type: 'text', text: { body: cut(words, TEXT_MOST), preview_url: true } }
    : { type: 'image', image: { id: mediaId, caption: cut(words, CAPTION_MOST) } };
}

/** A file that the provider has taken. */
export function filePayload(
  kind: FileWay['kind'],
  mediaId: string,
  name: string,
  voice = false,
): Record<string, unknown> {
  const more = kind === 'document' ? { filename: name } : kind === 'audio' && voice ? { voice: true } : {};
  return { type: kind, [kind]: { id: mediaId, ...more } };
}
