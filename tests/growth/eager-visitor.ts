/** A customer who writes on and on, and sends the same message again until it was acknowledged. */
import { io, type Socket } from 'socket.io-client';
import { visitorMessageAck } from '../../contract/realtime/visitor-socket.ts';

export class EagerVisitor {
  /** Message ids by the key they were sent under: what the server has promised to keep. */
  readonly acknowledged = new Map<string, string>();
  readonly #socket: Socket;
  readonly #name: string;
  #roomToken: string | undefined;
  #writing = true;
  readonly done: Promise<void>;

  constructor(url: string, botId: number, name: string) {
    this.#name = name;
    this.#socket = io(`${url}/visitor`, {
      auth: (give) => give({ botId, botToken: `demo-bot-token-${botId}`, roomToken: this.#roomToken }),
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 200,
      reconnectionDelayMax: 1_000,
    });
    this.#socket.on('CONNECTED', ({ roomToken }: { roomToken: string }) => {
      this.#roomToken = roomToken;
    });
    this.#socket.on('connect_error', () => {
      if (!this.#socket.active) setTimeout(() => this.#socket.connect(), 500);
    });
    this.#socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') this.#socket.connect();
    });
    this.done = this.#write();
  }

  /** Writes no new message; `done` resolves when the last one is acknowledged. */
  stop(): Promise<void> {
    this.#writing = false;
    return this.done;
  }

  close(): void {
    this.#socket.disconnect();
  }

  async #write(): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.once('CONNECTED', () => resolve()));
    for (let index = 0; this.#writing; index += 1) {
      const key = `${this.#name}-${index}-key`;
      // The first asks for a person, so that the bot stays silent for the rest.
      const text = index === 0 ? 'quiero hablar con una persona' : `${this.#name} escribe ${index}`;
      this.acknowledged.set(key, await this.#send(key, text));
    }
  }

  async #send(key: string, text: string): Promise<string> {
    for (;;) {
      try {
        const raw: unknown = await this.#socket
          .timeout(5_000)
          .emitWithAck('VISITOR_MESSAGE', { text, temporal_id: key });
        const answer = visitorMessageAck.parse(raw);
        if (!('error' in answer)) return answer.mid;
      } catch (error) {
        // No answer in time: the same key again.
        if (!(error instanceof Error)) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
}
