/** A server with people of several areas, and their sockets, for tests of the agents' side. */
import { io, type Socket } from 'socket.io-client';
import { expect } from 'vitest';
import type { Credentials } from '../../../contract/entities/user.ts';
import { autoReconnectAck, EVENTS_FRAME } from '../../../contract/realtime/agent-socket.ts';
import { EVENT_NAMES, type LoggedFrame, parseFrame } from '../../../contract/realtime/events.ts';
import { sql } from '../../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';
import { appendEvents, type EventDraft } from '../event-log.ts';

/** The bot of these tests. */
export const BOT = 64;

type Ack = Record<string, unknown> & { seq: number; sight: string; events: { seq: number; name: string }[] };

export class AgentStage {
  readonly server: TestServer;
  /** `administrador`. */
  readonly admin: Person;
  /** Sales. */
  readonly ana: Person;
  /** Support. */
  readonly bruno: Person;
  /** The owner of another bot, 7. */
  readonly stranger: Person;
  readonly #sockets: Socket[] = [];
  #conversations = 0;

  private constructor(server: TestServer, people: Pick<AgentStage, 'admin' | 'ana' | 'bruno' | 'stranger'>) {
    this.server = server;
    this.admin = people.admin;
    this.ana = people.ana;
    this.bruno = people.bruno;
    this.stranger = people.stranger;
  }

  static async open(): Promise<AgentStage> {
    const server = await startTestServer({ staffEmails: ['interna@charla.test'] });
    await server.addBot(BOT);
    await server.addBot(7);
    const admin = await server.addPerson('admin');
    const ana = await server.addPerson('ana');
    const bruno = await server.addPerson('bruno');
    const stranger = await server.addPerson('stranger');
    await server.link(admin, BOT, 'administrador');
    await server.link(ana, BOT, 'agente', ['ventas']);
    await server.link(bruno, BOT, 'agente', ['soporte']);
    await server.link(stranger, 7, 'propietario');
    return new AgentStage(server, { admin, ana, bruno, stranger });
  }

  hangUp(): void {
    for (const socket of this.#sockets.splice(0)) socket.disconnect();
  }

  /** A connected socket and everything that it was sent. */
  connect = async (person: Person, credentials: Partial<Credentials> = person.headers) => {
    const { url } = this.server;
    const socket = io(url, { auth: { ...credentials }, transports: ['websocket'], reconnection: false });
    this.#sockets.push(socket);
    const frames: LoggedFrame[] = [];
    const others: [string, unknown][] = [];
    const take = (name: string, value: unknown) => {
      const frame = parseFrame(name, value);
      if (!frame) throw new Error(`${name} does not fit the contract: ${JSON.stringify(value)}`);
      frames.push(frame);
    };
    socket.onAny((name: string, ...args: unknown[]) => {
      expect(args).toHaveLength(1);
      if (name === EVENTS_FRAME) for (const one of args[0] as { name: string }[]) take(one.name, one);
      else if (name === 'REDACTED' || (EVENT_NAMES as string[]).includes(name)) take(name, args[0]);
      else others.push([name, args[0]]);
    });
    await new Promise<void>((resolve, reject) => {
      socket.on('connect', () => resolve());
      socket.on('connect_error', reject);
    });
    const emit = (name: string, ...args: unknown[]) =>
      socket.timeout(30_000).emitWithAck(name, ...args) as Promise<Ack>;
    const join = async (request: object = {}) => {
      const ack = await emit('AUTO_RECONNECT', { botId: BOT, ...request });
      expect(autoReconnectAck.safeParse(ack).success).toBe(true);
      return ack;
    };
    /** What filled the numbers after `from` until `to` has come. */
    const until = async (to: number) => {
      const reached = () => Math.max(0, ...frames.map((frame) => ('to' in frame && frame.to) || frame.seq));
      await expect.poll(reached).toBeGreaterThanOrEqual(to);
      return frames;
    };
    return { socket, frames, others, emit, join, until };
  };

  /** Appends so many events that everybody sees, in one transaction. @returns the last one's number */
  append = async (count: number): Promise<number> => {
    const { app } = this.server;
    const drafts = Array.from({ length: count }, () => statusDraft());
    return (await app.db.transaction((tx) => appendEvents(tx, app, BOT, drafts))).seq;
  };

  /** A pending conversation. @returns its id */
  pending = async (category: 'ventas' | 'soporte' | null = null): Promise<string> => {
    this.#conversations += 1;
    const id = `c${this.#conversations}`;
    await this.server.addConversation(id, BOT, { state: 'pending', category, agent_id: null });
    return id;
  };

  change = (person: Person, id: string, body: object) =>
    this.server.call('PUT', `/svc/conversations/conversations/${id}`, { as: person, body });

  /** The last number of the bot's log. */
  head = async (): Promise<number> => {
    const [row] = await this.server.app.db.query<{ log_head: number }>(
      sql`select log_head from bots where id = ${BOT}`,
    );
    return row?.log_head ?? 0;
  };
}

/** An event that everybody sees. */
export const statusDraft = (): EventDraft => ({
  name: 'AGENT_STATUS',
  actor: { kind: 'system' },
  data: { agent_id: 1, status: 'active', since: '2026-11-21T12:00:00.000Z' },
});
