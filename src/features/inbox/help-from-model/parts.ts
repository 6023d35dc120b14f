/** The model's help comes with its first use, where the bot's owner switched it on. */
export const loadComposerHelp = () => import('./composer-help.tsx');
export const loadTalkHelp = () => import('./talk-help.tsx');
export const loadTranslatedText = () => import('./translated-text.tsx');
export const loadKeptSummary = () => import('./kept-summary.tsx');
export const loadGivenSummary = () => import('./given-summary.tsx');
export const loadTicketHelp = () => import('./ticket-help.tsx');
