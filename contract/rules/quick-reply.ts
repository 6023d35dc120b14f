/** Quick replies: what their shortcuts look like and how their variables are filled in. */

/** After the slash: small letters, digits, dash; accents allowed. */
export const SHORTCUT = /^[\p{Ll}\d][\p{Ll}\d-]{0,29}$/u;

export const QUICK_REPLY_VARIABLES = ['cliente', 'agente'] as const;
export type QuickReplyValues = Record<(typeof QUICK_REPLY_VARIABLES)[number], string>;

/** Puts names where the text says {cliente} or {agente}; anything else in braces stays as it is. */
export function fillQuickReply(text: string, values: QuickReplyValues): string {
  return text.replace(/\{(cliente|agente)\}/g, (_all, name: keyof QuickReplyValues) => values[name]);
}
