/**
 * What waits in memory for a client that does not read, or reads too slowly, has an end: a connection with more than
 * that before it is closed and what waited is thrown away. Nothing is lost by it: an agent's hub comes back and asks
 * for what follows the number where it stands, a page at a time and as fast as it reads; a visitor's page reads its
 * chat again. So one slow reader costs this much memory at most, and nobody else anything.
 */
import type { Logger } from '../log.ts';

/** What is used here of an Engine.IO connection, and of the server that accepts them. */
interface Connection {
  readyState: string;
  on(event: 'flush', told: () => void): unknown;
  on(event: 'packetCreate', told: (packet: { data?: string | Buffer }) => void): unknown;
  /** @param discard true: what waits is thrown away instead of waited for */
  close(discard: boolean): void;
}
interface Engine {
  on(event: 'connection', told: (connection: Connection) => void): unknown;
}

/** Frames of a burst that a healthy client is still busy with: some 15,000 events. UTF-16 units. */
export const MOST_WAITING = 16_000_000;
/** So many packets are seconds of the busiest bot's single events; each costs an object besides its text. */
const MOST_WAITING_PACKETS = 5_000;

/** Bounds every connection of a socket server. @param overflowed told of each that was closed for it */
export function boundOutgoing(engine: Engine, log: Logger, overflowed: () => void): void {
  engine.on('connection', (connection) => {
    let size = 0;
    let packets = 0;
    connection.on('flush', () => {
      size = 0;
      packets = 0;
    });
    connection.on('packetCreate', ({ data }) => {
      // Alone it waits for nobody, however large it is.
      const full = packets > 0 && (size > MOST_WAITING || packets >= MOST_WAITING_PACKETS);
      size += data?.length ?? 0;
      packets += 1;
      if (!full || connection.readyState !== 'open') return;
      log.warn({ size, packets }, 'A socket that does not read was closed; it catches up when it is back');
      overflowed();
      connection.close(true);
    });
  });
}
