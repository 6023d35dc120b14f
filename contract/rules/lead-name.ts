/** The name under which a conversation's client is shown: by hand, else their own, made safe for a line. */
import type { Conversation } from '../entities/conversation.ts';
import { plainLine } from './plain-line.ts';

export const leadNameOf = ({ custom, lead_name }: Pick<Conversation, 'lead_name' | 'custom'>): string =>
  plainLine(custom.name ?? '') || plainLine(lead_name) || 'Cliente sin nombre';
