/** The languages that the chat in a site speaks, and which one a visitor gets (docs/widget.md 'Languages'). */

export const CHAT_LANGUAGES = ['es', 'en', 'pt'] as const;
export type ChatLanguage = (typeof CHAT_LANGUAGES)[number];

/** What a bot's owner chooses: one of them, or the page's own. */
export const CHAT_LANGUAGE_CHOICES = ['es', 'en', 'pt', 'page'] as const satisfies readonly (
  | ChatLanguage
  | 'page'
)[];
export type ChatLanguageChoice = (typeof CHAT_LANGUAGE_CHOICES)[number];

/** How each one writes days, hours and amounts. */
export const CHAT_LOCALES: Record<ChatLanguage, string> = { es: 'es-CL', en: 'en-US', pt: 'pt-BR' };

/** The language of a tag as pages and browsers have them ('en-US', 'pt_BR'); undefined: none that the chat speaks. */
export function languageOf(tag: string | null | undefined): ChatLanguage | undefined {
  const [primary] = /^(es|en|pt)(?![a-z\d])/i.exec(tag ?? '') ?? [];
  return primary?.toLowerCase() as ChatLanguage | undefined;
}

/**
 * Which language a chat speaks.
 * @param wished of the script's tag, over everything else; what is none of ours is no wish
 * @param chosen by the bot's owner
 * @param page the document's own, @param browser its reader's
 */
export function chatLanguage(
  wished: string | null | undefined,
  chosen: ChatLanguageChoice,
  page: string | null | undefined,
  browser: string | null | undefined,
): ChatLanguage {
  const own = languageOf(wished);
  if (own || chosen !== 'page') return own ?? (chosen as ChatLanguage);
  return languageOf(page) ?? languageOf(browser) ?? 'es';
}
