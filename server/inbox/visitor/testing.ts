/** A server, its people and pages of visitors, for tests of the visitor's side. */
import type { Socket } from 'socket.io-client';
import { expect } from 'vitest';
import type { Message } from '../../../contract/entities/message.ts';
import type { VisitorMessageAck } from '../../../contract/realtime/visitor-socket.ts';
import { openPage, openSocket, type Page, refusalOf } from '../../../tests/support/visitor-page.ts';
import { json, sql } from '../../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';
import { SMALL_MODEL } from '../testing.ts';
import type { VisitorOptions } from './visitor-namespace.ts';

export class VisitorStage {
  readonly server: TestServer;
  /** `propietario` of every bot. */
  readonly owner: Person;
  /** Both `agente` in every bot. */
  readonly ana: Person;
  readonly bruno: Person;
  /** The bot of the running test. */
  botId = 800;
  /** What is open, to be closed after the test. */
  readonly sockets: Socket[] = [];

  private constructor(server: TestServer, owner: Person, ana: Person, bruno: Person) {
    this.server = server;
    this.owner = owner;
    this.ana = ana;
    this.bruno = bruno;
  }

  /** @param visitors other limits than the usual ones */
  static async open(visitors?: VisitorOptions): Promise<VisitorStage> {
    const server = await startTestServer({}, undefined, undefined, undefined, visitors);
    const add = (name: string) => server.addPerson(name);
    return new VisitorStage(server, await add('olga'), await add('ana'), await add('bruno'));
  }

  /** A bot of its own for the next test. */
  async nextBot(): Promise<number> {
    this.botId += 1;
    const { server, botId } = this;
    await server.addBot(botId);
    await server.app.db.query(
      sql`insert into bot_models (bot_id, model) values (${botId}, ${json(SMALL_MODEL)})`,
    );
    await server.link(this.owner, botId, 'propietario');
    await server.link(this.ana, botId, 'agente');
    await server.link(this.bruno, botId, 'agente');
    return botId;
  }

  /** The test's bot has hours of no day: it is closed, and nobody can say when it opens. */
  async neverOpens(): Promise<void> {
    const version = { valid_from: null, zone: 'America/Santiago', hours: [], areas: [], holidays: 'none' };
    await this.server.app.db.query(sql`
      insert into bot_calendars (bot_id, revision, versions, days)
      values (${this.botId}, 1, ${json([version])}, '[]')`);
  }

  hangUp(): void {
    for (const socket of this.sockets.splice(0)) socket.disconnect();
  }

  socket = (auth: object): Socket => openSocket(this.server.url, auth, this.sockets);
  /** Of the test's bot. */
  page = (
    more: { roomToken?: string | undefined; confirms?: boolean; identity?: object; language?: unknown } = {},
  ): Promise<Page> => openPage(this.socket({ botId: this.botId, botToken: `token-${this.botId}`, ...more }));
  refusal = (auth: object) => refusalOf(this.socket(auth));

  put = (id: string, body: object, as = this.ana) =>
    this.server.call('PUT', `/svc/conversations/conversations/${id}`, { as, body });
  take = (id: string, as = this.ana) => this.put(id, { state: 'taken', agent_id: as.id }, as);
  reply = (id: string, text: string, as = this.ana) =>
    this.server.call('POST', '/svc/conversations/session_logs', {
      as,
      body: { conversation_id: id, text, temporal_id: this.server.app.ids() },
    });
  logOf = async (id: string, as = this.ana): Promise<Message[]> => {
    const path = `/svc/conversations/session_logs/by_conversation_id/${id}`;
    return (await this.server.call('GET', path, { as })).body as Message[];
  };
}

/** Throws what the server refused. */
export function accepted(ack: VisitorMessageAck) {
  if ('error' in ack) throw new Error(ack.message);
  return ack;
}

/** Waits until the page was sent this. */
export const has = (seen: Page, name: string, data: object) =>
  expect.poll(() => seen.got).toContainEqual({ name, data: expect.objectContaining(data) });
/** Waits until the page shows a message of this text. */
export const said = (seen: Page, text: string) =>
  expect.poll(() => seen.messages().map((message) => message.text)).toContain(text);
