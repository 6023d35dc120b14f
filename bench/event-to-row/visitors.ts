/** Customers who wait for a person and keep writing: the bot is silent, so each message is the newest of its row. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { Message } from '../../contract/entities/message.ts';
import {
  type VisitorConnected,
  visitorConnected,
  visitorMessageAck,
} from '../../contract/realtime/visitor-socket.ts';
import { NUMBERED, numbered } from './measured.ts';

const ANSWER_WITHIN = 15_000;

/** One customer under Pendientes. */
export interface Visitor {
  socket: Socket;
  conversationId: string;
}

/** A message as the server took it. */
export interface Sent {
  number: number;
  /** Which visitor wrote it, and so which row shows it. */
  visitor: number;
  /** The server's `created_at`, in ms since 1970. */
  at: number;
  /** When its acknowledgement was here. */
  acknowledgedAt: number;
}

/** Somebody who may read the conversations. */
export interface Reader {
  messages(conversationId: string): Promise<Pick<Message, 'text' | 'created_at'>[]>;
}

export class Visitors {
  readonly #visitors: Visitor[];
  #number = 0;

  private constructor(visitors: Visitor[]) {
    this.#visitors = visitors;
  }

  /** So many conversations under Pendientes. */
  static async open(url: string, botId: number, count: number): Promise<Visitors> {
    const visitors: Visitor[] = [];
    for (let index = 0; index < count; index += 1) visitors.push(await openVisitor(url, botId));
    return new Visitors(visitors);
  }

  get conversationIds(): string[] {
    return this.#visitors.map(({ conversationId }) => conversationId);
  }

  /**
   * Writes at this pace (messages a second), in turn, whether or not anybody keeps up.
   * @param reader looks up when the server took each message
   */
  async write(count: number, pace: number, reader: Reader): Promise<Sent[]> {
    const began = performance.now();
    const under: Promise<Omit<Sent, 'at'>>[] = [];
    for (let index = 0; index < count; index += 1) {
      await pause(Math.max(0, began + (index * 1_000) / pace - performance.now()));
      this.#number += 1;
      under.push(this.#say(this.#number));
    }
    const said = await Promise.all(under);
    const created = new Map<number, number>();
    for (const id of this.conversationIds) {
      for (const { text, created_at } of await reader.messages(id)) {
        for (const [, number] of text.matchAll(NUMBERED)) created.set(Number(number), Date.parse(created_at));
      }
    }
    return said.map((one) => {
      const at = created.get(one.number);
      if (at === undefined) throw new Error(`Message ${one.number} was acknowledged but is not there.`);
      return { ...one, at };
    });
  }

  close(): void {
    for (const { socket } of this.#visitors) socket.disconnect();
  }

  async #say(number: number): Promise<Omit<Sent, 'at'>> {
    const visitor = number % this.#visitors.length;
    const one = this.#visitors[visitor];
    if (!one) throw new Error('Nobody is there to write.');
    await say(one.socket, numbered(number));
    return { number, visitor, acknowledgedAt: Date.now() };
  }
}

export async function openVisitor(url: string, botId: number): Promise<Visitor> {
  const socket = io(`${url}/visitor`, {
    auth: { botId, botToken: `demo-bot-token-${botId}` },
    transports: ['websocket'],
    forceNew: true,
  });
  const { roomToken } = await new Promise<VisitorConnected>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The chat did not open.')), ANSWER_WITHIN);
    socket.once('CONNECTED', (raw: unknown) => {
      clearTimeout(late);
      resolve(visitorConnected.parse(raw));
    });
  });
  await say(socket, 'Quiero hablar con una persona');
  const answer: unknown = await socket.timeout(ANSWER_WITHIN).emitWithAck('AUTO_RECONNECT', { roomToken });
  const { state, conversation_id } = visitorConnected.parse(answer);
  if (state !== 'pending' || !conversation_id)
    throw new Error(`Expected to wait for a person, but: ${state}`);
  return { socket, conversationId: conversation_id };
}

/** Says it and waits until the server has it. @returns the message's id */
export async function say(socket: Socket, text: string): Promise<string> {
  const answer: unknown = await socket
    .timeout(ANSWER_WITHIN)
    .emitWithAck('VISITOR_MESSAGE', { text, temporal_id: `bench-${randomUUID()}` });
  const ack = visitorMessageAck.parse(answer);
  if ('error' in ack) throw new Error(`A message was refused: ${ack.message}`);
  return ack.mid;
}
