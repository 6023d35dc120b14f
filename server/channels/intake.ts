/**
 * Works off the store of webhooks: bodies are taken apart, and each change is applied in a transaction of its own that
 * also marks it done. What fails is tried again, then parked where people see it; nothing that failed stops what came
 * beside it.
 *
 *   body new ──▶ split: parts waiting (foreign, unknown) ──▶ done
 *        └▶ parked (no JSON)            │  ▲
 *                                       │  └ missing: what it speaks of has not come yet
 *                                       └▶ parked after the last try
 *
 * A customer's messages are applied in the provider's order as far as they arrive within `SETTLE` of the first.
 */
import type { Provider } from '../../contract/entities/connection.ts';
import type { App } from '../platform/app.ts';
import { cleanText } from '../platform/clean-text.ts';
import { json, sql, type Transaction } from '../platform/database/database.ts';
import { OneAtATime } from '../platform/jobs/one-at-a-time.ts';
import { Waker } from '../platform/jobs/waker.ts';
import { touch } from '../platform/realtime/touch.ts';
import { IN_ORDER, type NewPart, type PartRow } from './hook-part.ts';
import type { ChannelSecrets, Known } from './secrets.ts';

/** How long a customer's message waits for one that was said before it. Milliseconds. */
const SETTLE = 2_000;
/** Tries of a part before it is parked: with the backoff some four minutes. */
const ATTEMPTS = 8;
/** What speaks of something unknown is looked at again so often, and for so long. Milliseconds. */
const MISSING_AGAIN = 15_000;
const MISSING_FOR = 10 * 60_000;
const BODIES = 20;
const LANES = 24;
const AT_ONCE = 4;
/** Nothing that anybody means is nested deeper. */
const DEPTH = 64;

/**
 * `missing`: what the part speaks of has not come yet. `afterwards`: it is done, and once that is committed more is to
 * be done that must not hold its locks, and whose failure does not undo it.
 */
export type Applied = 'done' | 'missing' | { afterwards(): Promise<void> };

export interface ChannelReader {
  /** Throws where the body is no webhook of the provider. */
  split(body: unknown, verified: readonly Known[], now: Date): NewPart[];
  /** Readies what takes long before a transaction begins. */
  prepare(part: PartRow): Promise<unknown>;
  apply(tx: Transaction, part: PartRow, prepared: unknown): Promise<Applied>;
}

interface BodyRow {
  id: number;
  provider: Provider;
  body: Buffer;
  verified_by: string[];
  received_at: string;
}

export class Intake {
  readonly #app: App;
  readonly #secrets: ChannelSecrets;
  readonly #readers: Partial<Record<Provider, ChannelReader>>;
  readonly #work = new OneAtATime(() => this.#drain());
  readonly #waker: Waker;
  #stopping = false;

  constructor(app: App, secrets: ChannelSecrets, readers: Partial<Record<Provider, ChannelReader>>) {
    this.#app = app;
    this.#secrets = secrets;
    this.#readers = readers;
    this.#waker = new Waker({
      log: app.log,
      failed: 'Working off webhooks failed',
      look: async () => {
        await this.runDue();
        return this.#nextDue();
      },
    });
  }

  /** Begins to look for what is due. */
  begin(): void {
    this.#waker.start();
  }

  /** Something new is in the store. */
  nudge(): void {
    this.#waker.wakeIn(0);
  }

  /** Begins no further part and waits for those that run. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#waker.stop();
    await this.#work.ended();
  }

  /** Milliseconds until the next part falls due; null: none waits. */
  async #nextDue(): Promise<number | null> {
    const [row] = await this.#app.db.query<{ due: string | null }>(sql`
      select min(next_at) as due from hook_parts where state = 'waiting'`);
    return row?.due ? Date.parse(row.due) - this.#app.clock.now().getTime() : null;
  }

  /** Works off whatever is due now. @returns how many parts were tried */
  runDue(): Promise<number> {
    return this.#work.run();
  }

  async #drain(): Promise<number> {
    let count = 0;
    while (!this.#stopping) {
      while (!this.#stopping && (await this.#splitSome()) > 0);
      const tried = await this.#applySome();
      if (tried === 0) break;
      count += tried;
    }
    return count;
  }

  async #splitSome(): Promise<number> {
    const providers = Object.keys(this.#readers) as Provider[];
    const known = (await Promise.all(providers.map((provider) => this.#secrets.of(provider)))).flat();
    return this.#app.db.transaction(async (tx) => {
      const bodies = await tx.query<BodyRow>(sql`
        select id, provider, body, verified_by, received_at from hook_bodies where state = 'new'
        order by id limit ${BODIES} for update skip locked`);
      for (const body of bodies) await this.#split(tx, body, known);
      return bodies.length;
    });
  }

  async #split(tx: Transaction, body: BodyRow, known: readonly Known[]): Promise<void> {
    const now = new Date(body.received_at);
    let parts: NewPart[];
    try {
      const reader = this.#readers[body.provider];
      if (!reader) throw new Error(`Nobody reads webhooks of ${body.provider}`);
      const verified = known.filter(({ id }) => body.verified_by.includes(id));
      parts = reader.split(readJson(body.body), verified, now);
    } catch (error) {
      const reason = unreadable(error);
      await tx.query(sql`update hook_bodies set state = 'parked', error = ${reason} where id = ${body.id}`);
      // It is shown as one part, at the first of those whose secret signed it.
      await tx.query(sql`
        insert into hook_parts (
          body_id, connection_id, bot_id, kind, lane, once, content, said_at, received_at, next_at, state, error
        )
        select ${body.id}::bigint, c.id, c.bot_id, 'unknown', ${`b:${body.id}`}, ${`b:${body.id}`}, '{}', ${now}, ${now},
          ${now}, 'parked', ${reason}
        from connections c where c.id = any(${body.verified_by}::text[]) order by c.created_at, c.id limit 1
        on conflict do nothing`);
      return;
    }
    if (parts.length > 0) await this.#store(tx, body, parts);
    await tx.query(sql`update hook_bodies set state = 'split' where id = ${body.id}`);
  }

  async #store(tx: Transaction, body: BodyRow, parts: readonly NewPart[]): Promise<void> {
    const received = Date.parse(body.received_at);
    const rows = parts.map((part) => {
      const { connectionId, kind, lane, once, target, content, saidAt } = part;
      const deep = isDeep(content);
      return {
        connection_id: connectionId,
        kind,
        lane: lane.slice(0, 300),
        once: once.slice(0, 400),
        target: target?.slice(0, 300) ?? null,
        content: deep ? {} : content,
        said_at: saidAt,
        next_at: new Date(received + (IN_ORDER.includes(kind) ? SETTLE : 0)),
        error: deep ? 'Su contenido está anidado sin fin.' : null,
        state:
          connectionId === null && kind !== 'unknown'
            ? 'foreign'
            : kind === 'unknown'
              ? 'unknown'
              : deep
                ? 'parked'
                : 'waiting',
      };
    });
    await tx.query(sql`
      insert into hook_parts (
        body_id, connection_id, bot_id, kind, lane, once, target, content, said_at, received_at, next_at, state, error
      )
      select ${body.id}::bigint, r.connection_id, c.bot_id, r.kind, r.lane, r.once, r.target, r.content, r.said_at,
        ${body.received_at}::timestamptz, r.next_at, r.state, r.error
      from jsonb_to_recordset(${json(rows)}) as r(
        connection_id text, kind text, lane text, once text, target text, content jsonb, said_at timestamptz,
        next_at timestamptz, state text, error text
      ) left join connections c on c.id = r.connection_id
      on conflict do nothing`);
  }

  async #applySome(): Promise<number> {
    const now = this.#app.clock.now();
    const due = await this.#app.db.query<{ lane: string }>(sql`
      select lane from hook_parts where state in ('waiting', 'missing') and next_at <= ${now}
      group by lane order by min(next_at), lane limit ${LANES}`);
    const lanes = due.map(({ lane }) => lane);
    let tried = 0;
    const work = async () => {
      for (let lane = lanes.shift(); lane !== undefined && !this.#stopping; lane = lanes.shift())
        tried += await this.#lane(lane);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return tried;
  }

  /** Everything of a lane that is due, one after the other. */
  async #lane(lane: string): Promise<number> {
    let count = 0;
    while (!this.#stopping) {
      const part = await this.#next(lane);
      if (!part) break;
      count += 1;
      await this.#try(part);
    }
    return count;
  }

  /** Of what came within `SETTLE` of the first that is due, what was said first. */
  async #next(lane: string): Promise<PartRow | undefined> {
    const now = this.#app.clock.now();
    const [part] = await this.#app.db.query<PartRow>(sql`
      with head as (
        select min(received_at) as at from hook_parts
        where lane = ${lane} and state in ('waiting', 'missing') and next_at <= ${now}
      )
      select p.id, p.body_id, c.id as connection_id, c.bot_id, p.kind, p.lane, p.once, p.target, p.content, p.said_at,
        p.received_at, p.attempts, c.provider
      from hook_parts p join connections c on c.id = p.connection_id, head
      where p.lane = ${lane} and p.state in ('waiting', 'missing')
        and (p.next_at <= ${now} or (p.attempts = 0 and p.state = 'waiting'))
        and p.received_at <= head.at + ${`${SETTLE} milliseconds`}::interval
      order by p.said_at, p.once limit 1`);
    return part;
  }

  async #try(part: PartRow): Promise<void> {
    const reader = this.#readers[part.provider];
    try {
      if (!reader) throw new Error(`Nobody reads webhooks of ${part.provider}`);
      const prepared = await reader.prepare(part);
      const applied = await this.#app.db.transaction((tx) => this.#apply(tx, reader, part, prepared), {
        retries: 3,
      });
      if (typeof applied === 'object') await this.#afterwards(part, applied);
    } catch (error) {
      this.#app.log.warn({ err: error, part: part.id, kind: part.kind }, 'A change of a webhook failed');
      await this.#failed(part, error instanceof Error ? error.message.slice(0, 500) : String(error));
    }
  }

  /** In its transaction, with what becomes of the part. */
  async #apply(tx: Transaction, reader: ChannelReader, part: PartRow, prepared: unknown): Promise<Applied> {
    // Of two processes with the same lane the second finds its part done.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('hooks'), hashtext(${part.lane}))`);
    const [own] = await tx.query(sql`
      select 1 from hook_parts where id = ${part.id} and state in ('waiting', 'missing') for update`);
    if (!own) return 'done';
    const applied = await reader.apply(tx, part, prepared);
    await this.#settle(tx, part, applied);
    return applied;
  }

  async #afterwards(part: PartRow, { afterwards }: Exclude<Applied, string>): Promise<void> {
    try {
      await afterwards();
    } catch (error) {
      this.#app.log.error({ err: error, part: part.id }, 'What follows a change of a webhook failed');
    }
  }

  /** Before the log's append would be too early: apply has done it. The part's row is locked already. */
  async #settle(tx: Transaction, part: PartRow, applied: Applied): Promise<void> {
    const now = this.#app.clock.now().getTime();
    if (applied !== 'missing') {
      await tx.query(sql`update hook_parts set state = 'done', error = null where id = ${part.id}`);
      return;
    }
    const waits = now - Date.parse(part.received_at) < MISSING_FOR;
    const again = waits ? new Date(now + MISSING_AGAIN) : new Date('2999-01-01T00:00:00Z');
    await tx.query(sql`update hook_parts set state = 'missing', next_at = ${again} where id = ${part.id}`);
  }

  async #failed(part: PartRow, reason: string): Promise<void> {
    const attempts = part.attempts + 1;
    const again = new Date(this.#app.clock.now().getTime() + 1000 * 2 ** attempts);
    const parks = attempts >= ATTEMPTS;
    await this.#app.db.transaction(async (tx) => {
      await tx.query(sql`
        update hook_parts set attempts = ${attempts}, next_at = ${again}, error = ${reason},
          state = ${parks ? 'parked' : 'waiting'}
        where id = ${part.id} and state in ('waiting', 'missing')`);
      if (parks) touch(tx, this.#app, part.bot_id, ['connections']);
    });
  }
}

/**
 * What waited for this message goes on. Call it where the message is written; no lock but the parts' own. A part that is
 * being applied just now, and does not see the message yet, holds its row: it is waited for, and woken when it has found
 * nothing.
 */
export async function wake(tx: Transaction, app: App, connectionId: string, target: string): Promise<void> {
  await tx.query(sql`
    update hook_parts set state = 'waiting',
      next_at = case when state = 'missing' then ${app.clock.now()} else next_at end
    where connection_id = ${connectionId} and target = ${target} and state in ('waiting', 'missing')`);
}

/** Why a body could not be taken apart, for who looks after the bot. */
function unreadable(error: unknown): string {
  if (error instanceof SyntaxError) return 'Su contenido no es JSON: no se puede leer.';
  return error instanceof Error ? error.message.slice(0, 500) : String(error);
}

/** JSON whose texts the database can hold. */
function readJson(body: Buffer): unknown {
  return JSON.parse(body.toString('utf8'), (_key, value: unknown) =>
    typeof value === 'string' ? cleanText(value) : value,
  );
}

function isDeep(content: unknown): boolean {
  let level: unknown[] = [content];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH) return true;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}
