/** What states are called, as lists alone: the widget reads them and has no room for schemas (states.ts). */

export const CONVERSATION_STATES = ['active', 'pending', 'taken', 'inactive', 'closed', 'archived'] as const;

/** In the order in which a message moves; it never moves backwards. `sending` exists only in the client. */
export const MESSAGE_STATUSES = ['queued', 'sending', 'sent', 'delivered', 'read', 'failed'] as const;
