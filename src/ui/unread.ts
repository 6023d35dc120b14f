/** What counts as unread, and how the window says how much of it there is. */
import type { Conversation } from '../../contract/entities/conversation.ts';

export const isUnread = (card: Pick<Conversation, 'unread' | 'pending_messages_count'>): boolean =>
  card.unread || card.pending_messages_count > 0;

/** '(3) Charla Live · Charla'. */
export function windowTitle(screen: string | null, product: string, unread: number): string {
  const name = screen && screen !== product ? `${screen} · ${product}` : product;
  return unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${name}` : name;
}
export function faviconPath(unread: number): string {
  if (unread <= 0) return '/favicon.svg';
  return `/favicon/${unread > 9 ? 'more' : unread}.svg`;
}
