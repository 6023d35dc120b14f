/**
 * Presence of agents as leases (docs/protocol.md 'Presence'): each socket has one for each bot that it follows. The socket's
 * process renews it, any process sweeps what ran out. Where the bot's multi_tab_session_close flag is on, the last
 * lease's end closes the agent's session, once: the link's row lock decides between processes that sweep together.
 * At every bot the end of a browser's session (signed out, any 401, expired) closes it (docs/product.md §4 'Session'), unless
 * another browser of the same person is still there. A person who comes (back) to a bot where no socket of theirs is
 * has the status that they chose last, and is connected when they never chose one; a session that was closed by hand in
 * the selector stays closed over a reload. `last_seen_at` is when they were last there, whatever their status.
 */
import { LIMITS } from '../../../contract/limits.ts';
import { SERVER_LIMITS } from '../../../contract/server-limits.ts';
import type { AgentStatus } from '../../../contract/states.ts';
import { readFlags } from '../../access/bot-flags.ts';
import type { App } from '../../platform/app.ts';
import { json, type Sql, sql, type Transaction } from '../../platform/database/database.ts';
import { touch } from '../../platform/realtime/touch.ts';
import { wakeRouting } from '../../routing/wake.ts';
import { type StatusPorts, setAgentStatus } from './agent-status.ts';

type Ports = StatusPorts & Pick<App, 'db'>;

interface Lease {
  socket_id: string;
  bot_id: number;
  user_id: number;
  /** The browser's session. */
  client: string;
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
  async lease(socketId: string, botId: number, userId: number, client: string): Promise<void> {
    const lease: Lease = { socket_id: socketId, bot_id: botId, user_id: userId, client };
    const key = keyOf(socketId, botId);
    if (this.#held.has(key)) return;
    await this.#ports.db.transaction(
      async (tx) => {
        const clients = await this.#lockClients(tx, botId, userId);
        await tx.query(sql`
          insert into presence_leases (socket_id, bot_id, user_id, client, process_id, expires_at)
          values (${socketId}, ${botId}, ${userId}, ${client}, ${this.#processId}, ${this.#in(SERVER_LIMITS.presenceLease)})
          on conflict (socket_id, bot_id) do update set expires_at = excluded.expires_at`);
        await this.#seen(tx, botId, userId);
        if (clients.length === 0) await this.#open(tx, botId, userId);
        if (!clients.includes(client)) touch(tx, this.#ports, botId, ['presence']);
      },
      { retries: 3 },
    );
    this.#held.set(key, lease);
  }

  /** Renews the leases of the sockets that are still here; one that was swept in a stall comes back. */
  async renew(): Promise<void> {
    if (this.#held.size === 0) return;
    const renewed = await this.#ports.db.query<{ bot_id: number; user_id: number; swept: boolean }>(sql`
      insert into presence_leases (socket_id, bot_id, user_id, client, process_id, expires_at)
      select held.socket_id, held.bot_id, held.user_id, held.client, ${this.#processId},
             ${this.#in(SERVER_LIMITS.presenceLease)}::timestamptz
      from jsonb_to_recordset(${json([...this.#held.values()])}) as held(socket_id text, bot_id int, user_id int, client text)
      join user_bots ub on ub.bot_id = held.bot_id and ub.user_id = held.user_id
      on conflict (socket_id, bot_id) do update set expires_at = excluded.expires_at
      returning bot_id, user_id, xmax = 0 as swept`);
    for (const { bot_id, user_id, swept } of renewed) {
      if (!swept) continue;
      await this.#ports.db.transaction(
        async (tx) => {
          await this.#open(tx, bot_id, user_id);
          touch(tx, this.#ports, bot_id, ['presence']);
        },
        { retries: 3 },
      );
    }
  }

  /** This socket's lease is not renewed any more, whatever process says so. */
  letGo(socketId: string, botId: number): void {
    this.#held.delete(keyOf(socketId, botId));
  }

  /** A closing page has said so: these leases end after the grace that a reload needs. */
  async farewell(socketId: string, botIds: readonly number[]): Promise<void> {
    for (const botId of botIds) this.letGo(socketId, botId);
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
    for (const botId of this.botsOf(socketId)) this.#held.delete(keyOf(socketId, botId));
  }

  /**
   * A browser's session is over: its leases end without grace, and the agent's session closes wherever nobody of
   * theirs is left, also where the leases ran out before. Call it when its sockets are gone, so that none of them
   * comes back to what it closes.
   * @returns how many agent sessions that closed
   */
  async sessionOver(client: string, userId: number): Promise<number> {
    for (const [key, lease] of this.#held) if (lease.client === client) this.#held.delete(key);
    const bots = await this.#ports.db.query<{ bot_id: number }>(sql`
      select bot_id from presence_leases where client = ${client} and user_id = ${userId}
      union
      select bot_id from user_bots where user_id = ${userId} and status in ('active', 'absent')`);
    let closed = 0;
    for (const { bot_id } of bots) {
      const ended = sql`delete from presence_leases
        where bot_id = ${bot_id} and user_id = ${userId} and client = ${client} returning socket_id`;
      if (await this.#end(bot_id, userId, ended, () => true)) closed += 1;
    }
    return closed;
  }

  /** Takes away all leases that ran out; answers how many sessions that closed. */
  async sweep(): Promise<number> {
    const now = this.#ports.clock.now();
    const pairs = await this.#ports.db.query<{ bot_id: number; user_id: number }>(sql`
      select distinct bot_id, user_id from presence_leases where expires_at <= ${now}`);
    let closed = 0;
    for (const { bot_id, user_id } of pairs) {
      const ended = sql`delete from presence_leases
        where bot_id = ${bot_id} and user_id = ${user_id} and expires_at <= ${now} returning socket_id`;
      const closes = (flags: unknown) => readFlags(bot_id, flags).multi_tab_session_close === true;
      if (await this.#end(bot_id, user_id, ended, closes)) closed += 1;
    }
    return closed;
  }

  /** Ends leases; the last one's end closes the agent's session where `closes` says so of the bot's flags. */
  async #end(
    botId: number,
    userId: number,
    statement: Sql,
    closes: (flags: unknown) => boolean,
  ): Promise<boolean> {
    return this.#ports.db.transaction(
      async (tx) => {
        const [link] = await tx.query<{ flags: unknown }>(sql`
          select b.flags from user_bots ub join bots b on b.id = ub.bot_id
          where ub.bot_id = ${botId} and ub.user_id = ${userId} for update of ub`);
        await this.#seen(tx, botId, userId);
        const ended = await tx.query(statement);
        if (ended.length > 0) touch(tx, this.#ports, botId, ['presence']);
        if (!link || !closes(link.flags)) return false;
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

  /** Locks the link. @returns which browsers of theirs are at the bot; '' for what names none */
  async #lockClients(tx: Transaction, botId: number, userId: number): Promise<string[]> {
    await tx.query(sql`select 1 from user_bots where bot_id = ${botId} and user_id = ${userId} for update`);
    const leases = await tx.query<{ client: string | null }>(sql`
      select distinct client from presence_leases
      where bot_id = ${botId} and user_id = ${userId} and expires_at > ${this.#ports.clock.now()}`);
    return leases.map(({ client }) => client ?? '');
  }

  /** They were there as long as their leases lasted. Call it under the link's lock, before leases end. */
  async #seen(tx: Transaction, botId: number, userId: number): Promise<void> {
    await tx.query(sql`
      update user_bots set last_seen_at = greatest(last_seen_at, (
        select least(max(expires_at), ${this.#ports.clock.now()}::timestamptz) from presence_leases
        where bot_id = ${botId} and user_id = ${userId}
      ))
      where bot_id = ${botId} and user_id = ${userId}`);
  }

  /**
   * Somebody is there again: the status that they chose last, else Conectado, in place of a closed session and of what
   * they were left with (by a switch of bots, or when they were linked).
   */
  async #open(tx: Transaction, botId: number, userId: number): Promise<void> {
    const [link] = await tx.query<{ status: AgentStatus; chosen_status: AgentStatus | null }>(sql`
      select status, chosen_status from user_bots where bot_id = ${botId} and user_id = ${userId} for update`);
    // Whoever was left as connected is so again from now on.
    if (link?.status === 'active') await wakeRouting(tx, this.#ports, botId);
    if (link?.status !== 'close_session' && link?.status !== 'inactive') return;
    await setAgentStatus(tx, this.#ports, botId, userId, link.chosen_status ?? 'active', { kind: 'system' });
  }

  #in(milliseconds: number): Date {
    return new Date(this.#ports.clock.now().getTime() + milliseconds);
  }
}

function keyOf(socketId: string, botId: number): string {
  return `${botId} ${socketId}`;
}
