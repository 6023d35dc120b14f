/** Code of the log that is wanted once a message is pointed at: it follows the list, so that an outage does not lack it. */
import { lazyPart } from '../../../base/lazy-part.tsx';

const loadMessageMenu = () => import('./message-menu.tsx');
const loadNoteTools = () => import('./note-tools.tsx');

export const MessageMenu = lazyPart(loadMessageMenu);
export const NoteTools = lazyPart(loadNoteTools);

export const LOG_PARTS = [loadMessageMenu, loadNoteTools];
