/** What a campaign says of itself, in words. Pure. */
import type { Campaign, SendAt } from '../../../contract/entities/campaign.ts';
import { RECIPIENT_OUTCOMES, type RecipientOutcome } from '../../../contract/rules/campaigns.ts';
import { clockChangeAt, startOf } from '../../../contract/rules/local-start.ts';
import { momentText } from '../../ui/date-range/zone-time.ts';

const MINUTE = 60_000;

/** As a column or a card names them. */
export const COUNT_LABELS: Record<'total' | RecipientOutcome, string> = {
  total: 'Total',
  waiting: 'En espera',
  sent: 'Enviados',
  delivered: 'Entregados',
  read: 'Leídos (al menos)',
  failed: 'Fallidos',
  skipped: 'Omitidos',
};
export const COUNTED = ['total', ...RECIPIENT_OUTCOMES] as const;

/** 'sale en 2 h 14 min'. */
export function dueText(startsAt: string, now: number): string {
  const minutes = Math.ceil((Date.parse(startsAt) - now) / MINUTE);
  if (minutes <= 1) return 'sale en menos de 1 min';
  if (minutes < 60) return `sale en ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `sale en ${hours} h` : `sale en ${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 ? `sale en ${days} días` : `sale en ${days} días ${hours % 24} h`;
}

export interface Standing {
  text: string;
  tone: 'ok' | 'busy' | 'bad' | undefined;
}

/** Its state in a word or two. */
export function standingOf({ state, reason, waits, preparing }: Campaign): Standing {
  switch (state) {
    case 'draft':
      return { text: 'Borrador', tone: undefined };
    case 'scheduled':
      return { text: 'Programada', tone: 'busy' };
    case 'running':
      if (waits) return { text: 'Esperando', tone: 'busy' };
      return { text: preparing ? 'Preparando destinatarios' : 'Enviando', tone: 'busy' };
    case 'paused':
      return { text: 'En pausa', tone: reason === null ? undefined : 'bad' };
    case 'done':
      return { text: 'Terminada', tone: 'ok' };
    case 'canceled':
      return { text: 'Cancelada', tone: undefined };
  }
}

/** Why it does not go on, and until when; null: it does. */
export function holdUpText({ reason, waits }: Campaign, zone: string): string | null {
  if (reason !== null) return reason;
  if (!waits) return null;
  return waits.until === null
    ? `${waits.reason} Seguirá sola.`
    : `${waits.reason} Seguirá sola el ${momentText(waits.until, zone)}.`;
}

/** How far it is, from 0 to 100. */
export function shareDone({ counts: { total, waiting } }: Pick<Campaign, 'counts'>): number {
  return total === 0 ? 0 : Math.floor(((total - waiting) / total) * 100);
}

/** What the clock of the zone does with a time, told before it surprises anybody; null: nothing. */
export function clockText(at: SendAt): string | null {
  const change = clockChangeAt(at);
  const starts = startOf(at);
  if (change === null || typeof starts === 'string') return null;
  return change === 'skipped'
    ? `Esa hora no existe ese día: el reloj se adelanta. Saldrá el ${momentText(starts.toISOString(), at.zone)}.`
    : 'Ese día el reloj se atrasa y esa hora ocurre dos veces: saldrá la primera vez.';
}
