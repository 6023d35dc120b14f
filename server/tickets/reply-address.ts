/**
 * The addresses at which mail comes in (MAIL_IN): one a ticket, which its customer answers, and one a bot, for what is
 * new. Each is signed: who does not know it writes to nobody. It lets write, never read.
 *
 *   tickets+r{bot}-{number}-{mark}@host     tickets+b{bot}-{mark}@host
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { App } from '../platform/app.ts';
import { deriveKey } from '../platform/secret.ts';
import type { TicketRow } from './ticket-row.ts';

/** The line over which people answer: what stands below it in an answer is what they answered to. */
export const REPLY_ABOVE = 'Responde por encima de esta línea';

type Ports = Pick<App, 'config'>;

/** Of 80 bits, in letters that mail servers keep whatever their case. */
function markOf({ config }: Ports, what: string): string {
  if (config.appSecret === null) throw new Error('The secret is read before anything is signed');
  return createHmac('sha256', deriveKey(config.appSecret, 'ticket mail'))
    .update(what)
    .digest('hex')
    .slice(0, 20);
}

/** Whether a mark of an address is that of a ticket or a bot. */
export function isMark(app: Ports, what: string, given: string): boolean {
  const expected = Buffer.from(markOf(app, what));
  const found = Buffer.from(given);
  return found.length === expected.length && timingSafeEqual(found, expected);
}

export const markedTicket = (id: string): string => `ticket ${id}`;
export const markedBot = (botId: number): string => `bot ${botId}`;

function addressFor({ config }: Ports, detail: string): string | null {
  if (config.mailIn === null) return null;
  const at = config.mailIn.address.lastIndexOf('@');
  return `${config.mailIn.address.slice(0, at)}+${detail}${config.mailIn.address.slice(at)}`;
}

/** Where a ticket's customer answers by mail; null: mail does not come in here, or the ticket is no bot's. */
export function replyAddress(
  app: Ports,
  row: Pick<TicketRow, 'id' | 'bot_id' | 'tracking_code'>,
): string | null {
  if (row.bot_id === null) return null;
  const number = row.tracking_code.slice(2);
  return addressFor(app, `r${row.bot_id.toString(36)}-${number}-${markOf(app, markedTicket(row.id))}`);
}

/** Where mail to a bot becomes a ticket; null: mail does not come in here. */
export const botAddress = (app: Ports, botId: number): string | null =>
  addressFor(app, `b${botId.toString(36)}-${markOf(app, markedBot(botId))}`);

/** What an address names; its mark is still to be judged (`isMark`). */
export type NamedByMail =
  | { is: 'ticket'; botId: number; code: string; mark: string }
  | { is: 'bot'; botId: number; mark: string };

/** Reads an address as it stood in a mail; null: it is none of ours. */
export function readAddress({ config }: Ports, address: string): NamedByMail | null {
  if (config.mailIn === null) return null;
  const own = config.mailIn.address.toLowerCase();
  const at = own.lastIndexOf('@');
  const given = address.trim().toLowerCase();
  if (!given.startsWith(`${own.slice(0, at)}+`) || !given.endsWith(own.slice(at))) return null;
  const detail = given.slice(at + 1, given.length - (own.length - at));
  const found = /^(?:r([0-9a-z]{1,7})-(\d{1,9})|b([0-9a-z]{1,7}))-([0-9a-f]{20})$/u.exec(detail);
  if (!found) return null;
  const [, ofTicket, number, ofBot, mark = ''] = found;
  const botId = Number.parseInt(ofTicket ?? ofBot ?? '', 36);
  if (!Number.isSafeInteger(botId) || botId > 2_147_483_647) return null;
  return number === undefined
    ? { is: 'bot', botId, mark }
    : { is: 'ticket', botId, code: `T-${number}`, mark };
}
