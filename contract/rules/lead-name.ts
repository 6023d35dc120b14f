/**
 * The name under which a conversation's client is shown: by hand, else their own, made safe for a line. Who wrote by
 * WhatsApp without a name is known by their phone: it reads as phones do everywhere.
 */
import type { CardName } from './client-name.ts';
import { phoneText } from './phone.ts';
import { plainLine } from './plain-line.ts';

export const leadNameOf = ({ custom, lead_name }: CardName): string =>
  plainLine(custom.name ?? '') || phoneText(plainLine(lead_name)) || 'Cliente sin nombre';
