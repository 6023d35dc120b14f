/** The customer's address of a ticket: it names that ticket alone, is signed, and ends after 30 days. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { TICKET_LIMITS } from '../../contract/rules/tickets.ts';
import type { App } from '../platform/app.ts';
import { deriveKey } from '../platform/secret.ts';

const DAY = 24 * 60 * 60_000;

type Ports = Pick<App, 'config'>;

function sign({ config }: Ports, payload: string): Buffer {
  if (config.appSecret === null) throw new Error('The secret is read before anything is signed');
  return createHmac('sha256', deriveKey(config.appSecret, 'ticket page')).update(payload).digest();
}

/** A fresh token of the ticket. */
export function pageToken(app: Ports, ticketId: string, now: Date): string {
  // Whole days: the same address within a day, so that a page that is read again does not change.
  const ends = Math.floor(now.getTime() / DAY) + TICKET_LIMITS.pageDays + 1;
  const payload = Buffer.from(`${ticketId}.${ends}`).toString('base64url');
  return `${payload}.${sign(app, payload).toString('base64url')}`;
}

/** The whole address, as customers get it. */
export const pageUrl = (app: Ports, ticketId: string, now: Date): string =>
  `${app.config.publicUrl}/ticket/${pageToken(app, ticketId, now)}`;

/** Which ticket a token opens, and until when; null: it is none of ours, or over. */
export function openPageToken(app: Ports, token: string, now: Date): { id: string; ends: Date } | null {
  const [payload = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(app, payload);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const text = Buffer.from(payload, 'base64url').toString();
  const dot = text.lastIndexOf('.');
  const ends = new Date(Number(text.slice(dot + 1)) * DAY);
  if (dot < 1 || Number.isNaN(ends.getTime()) || ends <= now) return null;
  return { id: text.slice(0, dot), ends };
}
