/** The one Socket.IO connection of a person: websocket only, and never reconnecting by itself (`connection.ts` drives). */
import { Manager } from 'socket.io-client';
import { UNAUTHORIZED } from '../../../contract/realtime/agent-socket.ts';
import type { OpenSocket } from './platform.ts';

/** @returns an `OpenSocket` for the agents' namespace of `origin` (empty: this worker's own origin) */
export function socketOpener(origin: string): OpenSocket {
  return (credentials, handlers) => {
    // What `io` does besides, keeping managers and finding out namespaces, is not needed here and stays out of the file.
    const manager = new Manager(origin, { transports: ['websocket'], reconnection: false });
    const socket = manager.socket('/', {
      auth: { 'access-token': credentials['access-token'], client: credentials.client, uid: credentials.uid },
    });
    socket.on('connect', () => handlers.opened());
    socket.on('disconnect', () => handlers.lost());
    socket.on('connect_error', (error: Error & { data?: { error?: string } }) =>
      handlers.refused(error.data?.error === UNAUTHORIZED ? 'unauthorized' : 'other'),
    );
    socket.onAny((name: string, argument: unknown) => handlers.frame(name, argument));
    return {
      get id() {
        return socket.id;
      },
      emit: (name, argument) => socket.emit(name, argument),
      request: (name, argument, timeout) => socket.timeout(timeout).emitWithAck(name, argument),
      close: () => {
        socket.off();
        socket.offAny();
        socket.disconnect();
      },
    };
  };
}
