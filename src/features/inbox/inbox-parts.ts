/**
 * What is needed once a conversation is open. Its code follows the list at once, in this order, so that opening a
 * conversation waits for nothing, and so that anyone who loses the network still has it.
 */
import { COMPOSER_PARTS } from './composer/parts.ts';
import { loadFollowers, loadMoreActions } from './header-parts.ts';
import { LIST_PARTS } from './list/list-parts.ts';
import { LOG_PARTS } from './log/log-parts.ts';

export const loadConversation = () => import('./conversation-pane.tsx');
export const loadClientPanel = () => import('./client/client-panel.tsx');

export const INBOX_PARTS = [
  loadConversation,
  loadMoreActions,
  loadFollowers,
  loadClientPanel,
  ...LIST_PARTS,
  ...COMPOSER_PARTS,
  ...LOG_PARTS,
];
