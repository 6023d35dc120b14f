/** Prices, stock and readings in words. */

import { connectionAdvice } from '../../../contract/entities/connection-faults.ts';
import type { Product, ProductSync, ShopReading } from '../../../contract/entities/product.ts';
import { figure } from '../../ui/money.ts';

/** How many there are to sell. */
export function stockText({ available, stock }: Pick<Product, 'available' | 'stock'>): string {
  if (!available) return 'No disponible';
  if (stock === null || stock <= 0) return 'Disponible';
  return stock === 1 ? 'Queda 1' : `${figure(stock)} disponibles`;
}

const STATE: Record<ProductSync['state'], string> = {
  running: 'Sincronizando',
  done: 'Completa',
  failed: 'Incompleta',
};
export const syncStateText = ({ state, progress }: ProductSync) =>
  state === 'running' ? `${STATE.running}: ${progress} %` : STATE[state];

const count = (n: number, one: string, many: string) =>
  n === 0 ? null : `${figure(n)} ${n === 1 ? one : many}`;

/** What a reading of one shop found, in one line. */
export function readingText(of: ShopReading): string {
  if (of.fault !== null) return connectionAdvice(of.provider, of.fault);
  const facts = [
    count(of.seen, 'producto', 'productos'),
    count(of.came, 'nuevo', 'nuevos'),
    count(of.changed, 'cambió', 'cambiaron'),
    count(of.gone, 'ya no está', 'ya no están'),
    count(of.refused, 'no se pudo leer', 'no se pudieron leer'),
  ].filter((fact) => fact !== null);
  if (facts.length > 0) return facts.join(' · ');
  return of.state === 'done' ? 'Sin productos' : 'Aún nada';
}
