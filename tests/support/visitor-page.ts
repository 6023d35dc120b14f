/** A visitor's page for tests: a real socket, and what it was sent, read by the contract's schemas. */
import { io, type Socket } from 'socket.io-client';
import {
  type VisitorConnected,
  type VisitorMessage,
  type VisitorMessageAck,
  visitorEvents,
} from '../../contract/realtime/visitor-socket.ts';

export interface Page {
  socket: Socket;
  connected: VisitorConnected;
  /** What came besides CONNECTED, by name. */
  got: { name: string; data: unknown }[];
  messages(): VisitorMessage[];
  write(body: object): Promise<VisitorMessageAck>;
}

/** Opens a socket and notes it in `opened`, for the test to close. */
export function openSocket(url: string, auth: object, opened: Socket[]): Socket {
  const socket = io(`${url}/visitor`, {
    auth,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  opened.push(socket);
  return socket;
}

/** Waits for CONNECTED. Rejects when the door stays shut. */
export async function openPage(socket: Socket): Promise<Page> {
  const got: Page['got'] = [];
  const connected = await new Promise<VisitorConnected>((resolve, reject) => {
    socket.on('connect_error', reject);
    socket.on('CONNECTED', (data: unknown) => resolve(visitorEvents.CONNECTED.parse(data)));
    for (const name of ['NEW_MESSAGE', 'NEW_MESSAGE_STATUS', 'TYPING', 'CONVERSATION_STATE'] as const) {
      socket.on(name, (data: unknown) => got.push({ name, data: visitorEvents[name].parse(data) }));
    }
  });
  let count = 0;
  return {
    socket,
    connected,
    got,
    messages: () =>
      got.flatMap(({ name, data }) =>
        name === 'NEW_MESSAGE' ? [(data as { message: VisitorMessage }).message] : [],
      ),
    write: (body) =>
      socket
        .timeout(5_000)
        .emitWithAck('VISITOR_MESSAGE', { temporal_id: `key-${socket.id}-${++count}`, ...body }),
  };
}

/** Why the door stayed shut. Rejects when it opened. */
export function refusalOf(socket: Socket): Promise<{ error: string; message: string }> {
  return new Promise((resolve, reject) => {
    socket.on('connect_error', (error) =>
      resolve((error as Error & { data: { error: string; message: string } }).data),
    );
    socket.on('connect', () => reject(new Error('It was let in')));
  });
}
