/** Quick replies: what their shortcuts look like and how their variables are filled in. */

/** After the slash: small letters, digits, dash; accents allowed. */
export const SHORTCUT = /^[\p{Ll}\d][\p{Ll}\d-]{0,29}$/u;

export const QUICK_REPLY_VARIABLES = ['cliente', 'agente'] as const;
export type QuickReplyValues = Record<(typeof QUICK_REPLY_VARIABLES)[number], string>;

/** Puts names where the text says {cliente} or {agente}; a name that nobody knows leaves no gap and no lost comma. */
export function fillQuickReply(text: string, values: QuickReplyValues): string {
  return text.replace(
    /(,?)( ?)\{(cliente|agente)\}(?=([.,:;!?]|$)?)/g,
    (_all, comma: string, space: string, name: keyof QuickReplyValues, end: string | undefined) => {
      if (values[name] !== '') return comma + space + values[name];
      return end === undefined ? comma : '';
    },
  );
}
