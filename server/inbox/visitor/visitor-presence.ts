/**
 * Whether visitors are there: a lease per socket in the database, renewed by the process that holds the socket. Cards
 * read it; agents who look on hear of changes by USER_ONLINE_STATUS. A page that reloads is gone for a moment only:
 * going is announced after a short grace.
 */
import { LIMITS } from '../../../contract/limits.ts';
import type { Area, ConversationState } from '../../../contract/states.ts';
import type { App } from '../../platform/app.ts';
import { json, sql } from '../../platform/database/database.ts';

/** Milliseconds; three renewals may fail before a visitor counts as gone. */
const LEASE = 90_000;
const RENEW = 30_000;
/** A visitor's earlier conversations are of no interest to anybody looking on, beyond these. */
const CONVERSATIONS = 20;

interface Held {
  visitorId: string;
  botId: number;
}

export class VisitorPresence {
  readonly #app: App;
  readonly #processId: string;
  readonly #grace: number;
  readonly #held = new Map<string, Held>();
  readonly #leaving = new Map<string, NodeJS.Timeout>();
  readonly #timer: NodeJS.Timeout;
  /** What is under way; a stop waits for it. */
  readonly #running = new Set<Promise<unknown>>();
  #stopped = false;

  /** @param grace milliseconds between the last socket's end and the word that the visitor is gone */
  constructor(app: App, grace: number = LIMITS.farewellGrace) {
    this.#app = app;
    this.#processId = app.ids();
    this.#grace = grace;
    this.#timer = setInterval(() => void this.#track(this.#renew()), RENEW);
    this.#timer.unref();
  }

  /** A socket of a visitor whose row exists. Telling the same socket again changes nothing. */
  async come(socketId: string, who: Held): Promise<void> {
    if (this.#held.has(socketId)) return;
    this.#held.set(socketId, who);
    clearTimeout(this.#leaving.get(who.visitorId));
    const left = this.#leaving.delete(who.visitorId);
    const [found] = await this.#app.db.query<{ online: boolean }>(sql`
      with lease as (
        insert into visitor_leases (socket_id, visitor_id, process_id, expires_at)
        values (${socketId}, ${who.visitorId}, ${this.#processId}, now() + ${LEASE} * interval '1 millisecond')
        on conflict (socket_id) do nothing
      )
      select exists (
        select 1 from visitor_leases where visitor_id = ${who.visitorId} and expires_at > now()
      ) as online`);
    // The disconnect may have been faster than this insert.
    if (!this.#held.has(socketId)) await this.#drop(socketId);
    else if (!found?.online && !left) await this.#tell(who, true);
  }

  /** The socket's end; never rejects. */
  async go(socketId: string): Promise<void> {
    const who = this.#held.get(socketId);
    if (!who || this.#stopped) return;
    this.#held.delete(socketId);
    await this.#track(this.#drop(socketId));
    if (this.#stopped) return;
    if ([...this.#held.values()].some((held) => held.visitorId === who.visitorId)) return;
    clearTimeout(this.#leaving.get(who.visitorId));
    const timer = setTimeout(() => {
      this.#leaving.delete(who.visitorId);
      void this.#track(this.#gone(who));
    }, this.#grace);
    timer.unref();
    this.#leaving.set(who.visitorId, timer);
  }

  /** Ends the leases of this process: its visitors will come back to another one. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    for (const timer of this.#leaving.values()) clearTimeout(timer);
    this.#held.clear();
    await Promise.all(this.#running);
    await this.#app.db.query(sql`delete from visitor_leases where process_id = ${this.#processId}`);
  }

  /** Nobody waits for it but a stop; what fails is logged. */
  async #track(work: Promise<unknown>): Promise<void> {
    const done = work.catch((error: unknown) => {
      this.#app.log.error({ err: error }, 'Keeping the presence of visitors failed');
    });
    this.#running.add(done);
    await done;
    this.#running.delete(done);
  }

  async #drop(socketId: string): Promise<void> {
    await this.#app.db.query(sql`delete from visitor_leases where socket_id = ${socketId}`);
  }

  async #gone(who: Held): Promise<void> {
    const [row] = await this.#app.db.query<{ online: boolean }>(sql`
      select exists (
        select 1 from visitor_leases where visitor_id = ${who.visitorId} and expires_at > now()
      ) as online`);
    if (!row?.online) await this.#tell(who, false);
  }

  /** Renews this process's leases and tells of visitors whose process died without a word. */
  async #renew(): Promise<void> {
    // Written again, not only prolonged: after a long pause another process may have swept them.
    const held = [...this.#held].map(([socket_id, { visitorId }]) => ({
      socket_id,
      visitor_id: visitorId,
    }));
    await this.#app.db.query(sql`
      insert into visitor_leases (socket_id, visitor_id, process_id, expires_at)
      select r.socket_id, r.visitor_id, ${this.#processId}, now() + ${LEASE} * interval '1 millisecond'
      from jsonb_to_recordset(${json(held)}) as r(socket_id text, visitor_id text)
      on conflict (socket_id) do update set expires_at = excluded.expires_at`);
    const lost = await this.#app.db.query<{ visitor_id: string; bot_id: number }>(sql`
      with swept as (delete from visitor_leases where expires_at <= now() returning visitor_id)
      select distinct s.visitor_id, v.bot_id from swept s join visitors v on v.id = s.visitor_id`);
    for (const { visitor_id, bot_id } of lost) await this.#gone({ visitorId: visitor_id, botId: bot_id });
  }

  async #tell({ visitorId, botId }: Held, isUserOnline: boolean): Promise<void> {
    const rows = await this.#app.db.query<{
      id: string;
      state: ConversationState;
      category: Area | null;
      agent_id: number | null;
    }>(sql`
      select id, state, category, agent_id from conversations where visitor_id = ${visitorId}
      order by created_at desc limit ${CONVERSATIONS}`);
    for (const { id, ...facts } of rows) {
      this.#app.realtime.toViewersOf(botId, facts, 'USER_ONLINE_STATUS', {
        bot_id: botId,
        conversation_id: id,
        isUserOnline,
      });
    }
  }
}
