/**
 * Presence of agents as leases (wire.md 'Presence'): each socket has one for each bot that it follows. The socket's
 * process renews it, any process sweeps what ran out. Where the bot's multi_tab_session_close flag is on, the last
 * lease's end closes the agent's session, once: the link's row lock decides between processes that sweep together.
 */
import { LIMITS } from '../../../contract/limits.ts';
import { readFlags } from '../../bots/bots.ts';
import type { App } from '../../platform/app.ts';
import { json, sql } from '../../platform/database/database.ts';
import { setAgentStatus } from './agent-status.ts';

type Ports = Pick<App, 'db' | 'clock' | 'bus' | 'ids'>;

interface Lease {
  socket_id: string;
  bot_id: number;
  user_id: number;
}

export class Presence {
  readonly #ports: Ports;
  readonly #processId: string;
  /** The leases that this process renews, by socket and bot. */
  readonly #held = new Map<string, Lease>();

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#processId = ports.ids();
  }

  /** A socket follows a bot. Takes the link's lock, so that a sweep sees either the lease or none. */
  async lease(socketId: string, botId: number, userId: number): Promise<void> {
    const lease: Lease = { socket_id: socketId, bot_id: botId, user_id: userId };
    const key = keyOf(lease);
    if (this.#held.has(key)) return;
    await this.#ports.db.transaction(async (tx) => {
      await tx.query(sql`select 1 from user_bots where bot_id = ${botId} and user_id = ${userId} for update`);
      await tx.query(sql`
        insert into presence_leases (socket_id, bot_id, user_id, process_id, expires_at)
        values (${socketId}, ${botId}, ${userId}, ${this.#processId}, ${this.#in(LIMITS.presenceLease)})
        on conflict (socket_id, bot_id) do update set expires_at = excluded.expires_at`);
    });
    this.#held.set(key, lease);
  }

  /** Renews the leases of the sockets that are still here; one that was swept in a stall comes back. */
  async renew(): Promise<void> {
    if (this.#held.size === 0) return;
    await this.#ports.db.query(sql`
      insert into presence_leases (socket_id, bot_id, user_id, process_id, expires_at)
      select held.socket_id, held.bot_id, held.user_id, ${this.#processId},
             ${this.#in(LIMITS.presenceLease)}::timestamptz
      from jsonb_to_recordset(${json([...this.#held.values()])}) as held(socket_id text, bot_id int, user_id int)
      join user_bots ub on ub.bot_id = held.bot_id and ub.user_id = held.user_id
      on conflict (socket_id, bot_id) do update set expires_at = excluded.expires_at`);
  }

  /** A closing page has said so: these leases end after the grace that a reload needs. */
  async farewell(socketId: string, botIds: readonly number[]): Promise<void> {
    for (const botId of botIds) this.#held.delete(keyOf({ socket_id: socketId, bot_id: botId }));
    await this.#ports.db.query(sql`
      update presence_leases set expires_at = least(expires_at, ${this.#in(LIMITS.farewellGrace)}::timestamptz)
      where socket_id = ${socketId} and bot_id = any(${[...botIds]}::int[])`);
  }

  /** The bots that this socket has a lease at. */
  botsOf(socketId: string): number[] {
    return [...this.#held.values()]
      .filter((lease) => lease.socket_id === socketId)
      .map((lease) => lease.bot_id);
  }

  /** A socket is gone without a word: its leases are left to run out. */
  forget(socketId: string): void {
    for (const botId of this.botsOf(socketId))
      this.#held.delete(keyOf({ socket_id: socketId, bot_id: botId }));
  }

  /** Takes away what ran out, whoever's it was; answers how many sessions that closed. */
  async sweep(): Promise<number> {
    const now = this.#ports.clock.now();
    const pairs = await this.#ports.db.query<{ bot_id: number; user_id: number }>(sql`
      select distinct bot_id, user_id from presence_leases where expires_at <= ${now}`);
    let closed = 0;
    for (const pair of pairs) if (await this.#end(pair.bot_id, pair.user_id, now)) closed += 1;
    return closed;
  }

  async #end(botId: number, userId: number, now: Date): Promise<boolean> {
    return this.#ports.db.transaction(
      async (tx) => {
        const [link] = await tx.query<{ flags: unknown }>(sql`
          select b.flags from user_bots ub join bots b on b.id = ub.bot_id
          where ub.bot_id = ${botId} and ub.user_id = ${userId} for update of ub`);
        const ended = await tx.query(sql`
          delete from presence_leases
          where bot_id = ${botId} and user_id = ${userId} and expires_at <= ${now} returning socket_id`);
        if (!link || ended.length === 0 || !readFlags(botId, link.flags).multi_tab_session_close)
          return false;
        const [alive] = await tx.query(sql`
          select 1 from presence_leases where bot_id = ${botId} and user_id = ${userId} limit 1`);
        if (alive) return false;
        const changed = await setAgentStatus(tx, this.#ports, botId, userId, 'close_session', {
          kind: 'system',
        });
        return changed === true;
      },
      { retries: 3 },
    );
  }

  #in(milliseconds: number): Date {
    return new Date(this.#ports.clock.now().getTime() + milliseconds);
  }
}

function keyOf(lease: Pick<Lease, 'socket_id' | 'bot_id'>): string {
  return `${lease.bot_id} ${lease.socket_id}`;
}
