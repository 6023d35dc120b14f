/** Customers without a browser: the widget's own socket. For tests about agents that need many, or quick ones. */
import { io, type Socket } from 'socket.io-client';
import {
  type VisitorConnected,
  type VisitorMessage,
  type VisitorMessageAck,
  visitorEvents,
} from '../../contract/realtime/visitor-socket.ts';

export class Customer {
  readonly #socket: Socket;
  readonly #roomToken: string;
  /** Texts that they were sent, in order; what came while they were away, when they are back. */
  readonly heard: string[] = [];
  readonly #known = new Set<string>();
  conversation = '';

  private constructor(socket: Socket, connected: VisitorConnected) {
    this.#socket = socket;
    this.#roomToken = connected.roomToken;
    for (const { mid } of connected.messages) this.#known.add(mid);
    socket.on('NEW_MESSAGE', (data: unknown) => this.#hear(visitorEvents.NEW_MESSAGE.parse(data).message));
    socket.on('CONNECTED', (data: unknown) => {
      for (const message of visitorEvents.CONNECTED.parse(data).messages) this.#hear(message);
    });
  }

  #hear({ mid, from, text }: VisitorMessage): void {
    if (this.#known.has(mid)) return;
    this.#known.add(mid);
    if (from !== 'Cliente') this.heard.push(text);
  }

  static async come(url: string, bot = 64): Promise<Customer> {
    const socket = io(`${url}/visitor`, {
      auth: { botId: bot, botToken: `demo-bot-token-${bot}` },
      transports: ['websocket'],
      forceNew: true,
    });
    const connected = await new Promise<VisitorConnected>((resolve, reject) => {
      socket.once('connect_error', reject);
      socket.once('CONNECTED', (data: unknown) => resolve(visitorEvents.CONNECTED.parse(data)));
    });
    const customer = new Customer(socket, connected);
    // A customer who comes back is the same one.
    socket.auth = { botId: bot, botToken: `demo-bot-token-${bot}`, roomToken: customer.#roomToken };
    return customer;
  }

  /** Somebody who asks for a person, and waits under Pendientes. */
  static async asking(url: string, bot = 64): Promise<Customer> {
    const customer = await Customer.come(url, bot);
    await customer.say('quiero hablar con una persona');
    return customer;
  }

  /** Written and acknowledged: durable. */
  async say(text: string): Promise<void> {
    const ack: VisitorMessageAck | { error: string } = await this.#socket
      .timeout(20_000)
      .emitWithAck('VISITOR_MESSAGE', { text, temporal_id: crypto.randomUUID() });
    if ('error' in ack) throw new Error(ack.error);
    this.conversation = ack.conversation_id;
  }

  leave(): void {
    this.#socket.disconnect();
  }
}

/** So many customers who say something, one after the other, and leave: events for those who look on. */
export async function crowd(url: string, size: number, text = 'hola'): Promise<void> {
  for (let n = 0; n < size; n += 1) {
    const customer = await Customer.come(url);
    await customer.say(text);
    customer.leave();
  }
}
