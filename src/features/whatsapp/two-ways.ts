/** One account of Instagram that is reached by two ways: through its page of Facebook as well. Pure. */
import type { Connection } from '../../../contract/entities/connection.ts';
import { isWhole, type ShownConnection } from '../connections/connection-queries.ts';

/** @returns what to know and do; null: there is one way */
export function twoWays(of: Connection, all: readonly ShownConnection[]): string | null {
  const id = of.facts['instagram_id'];
  if (id == null || (of.provider !== 'instagram' && of.provider !== 'messenger')) return null;
  const other = all.find(
    (one): one is Connection =>
      isWhole(one) &&
      one.id !== of.id &&
      one.provider === (of.provider === 'instagram' ? 'messenger' : 'instagram') &&
      one.facts['instagram_id'] === id,
  );
  if (!other) return null;
  return of.provider === 'instagram'
    ? `Esta cuenta también está vinculada a la página «${other.name}», que está conectada. Sus mensajes llegan por aquí: en Meta, no suscribas esa página a los mensajes de Instagram, o el cliente puede recibir dos respuestas.`
    : `La cuenta de Instagram de esta página está conectada como «${other.name}». Sus mensajes llegan por ella: en Meta, no suscribas esta página a los mensajes de Instagram, o el cliente puede recibir dos respuestas.`;
}
