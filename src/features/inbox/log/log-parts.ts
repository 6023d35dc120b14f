/** Code of the log that is wanted once a message is pointed at: it follows the list, so that an outage does not lack it. */
export const loadMessageMenu = () => import('./message-menu.tsx');
export const loadNoteTools = () => import('./note-tools.tsx');

export const LOG_PARTS = [loadMessageMenu, loadNoteTools];
