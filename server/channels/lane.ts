/**
 * Sends what waits in the queues, one lane a connection: a person's words before the bot's before a campaign's, as fast
 * as its bucket gives, and not at all while it is paused. What is being sent is marked before it leaves:
 *
 *   waiting ──claim──▶ claimed ──accepted──▶ sent ──status──▶ (delivered, read)
 *      ▲                  ├─ refused for now ─┘ back to waiting: the number, or this customer, waits
 *      │                  ├─ refused ──▶ failed, with its reason
 *      └── held           └─ no answer, or the process died ──▶ lost: resolved by what we sent along, or after
 *          (a restore)                                          10 minutes failed, 'No sabemos si llegó'
 *
 * Nothing is ever sent a second time by itself whose first time may have arrived.
 */
import type { Provider } from '../../contract/entities/connection.ts';
import { isLocked, lockText } from '../../contract/rules/lock.ts';
import type { Channel } from '../../contract/states.ts';
import { type ConnectionRow, findConnection } from '../connections/connection-row.ts';
import { isRenewed, noteUse } from '../connections/health.ts';
import type { ConnectionFault } from '../connections/provider.ts';
import { BLOCKED_TEXT, NO_MARKETING_TEXT } from '../crm/consents.ts';
import { noteStatus } from '../inbox/commands/by-channel.ts';
import { CAMPAIGN_PRIORITY } from '../inbox/outgoing.ts';
import type { App } from '../platform/app.ts';
import { json, sql, type Transaction } from '../platform/database/database.ts';
import { Waker } from '../platform/jobs/waker.ts';
import { Again } from './again.ts';
import { notInTime } from './in-time.ts';
import { wake } from './intake.ts';
import { LOST_TEXT, settleSend } from './send-status.ts';

/** Messages a second, and how many at once after a silence. */
const RATE = 80;
const BURST = 80;
const AT_ONCE = 8;
/** Of these none ever carries a campaign's message, and two more look for people's and bots' alone: nobody waits behind one. */
const NO_CAMPAIGNS = 2;
/** A campaign's message takes so much of the allowance: it fills four fifths of it at most, and leaves the last fifth alone. */
const CAMPAIGN_COST = 1.25;
const RESERVED = BURST / 5;
/** A claim that is older belonged to a process that died. Milliseconds. */
const CLAIM = 3 * 60_000;
/** So long an answer that was lost may still be found. Milliseconds. */
const LOST_FOR = 10 * 60_000;
/** Tries of what the provider says it did not do. */
const ATTEMPTS = 6;

export interface SendRow {
  id: string;
  connection_id: string;
  bot_id: number;
  conversation_id: string;
  message_id: string;
  part: number;
  attempts: number;
}

/** What came of one send. */
export type SendOutcome =
  | { kind: 'sent'; wamid: string }
  /** Nothing was done; the lane goes on as `act` says. */
  | {
      kind: 'refused';
      act: 'retry' | 'pause' | 'wait_for_customer' | 'stop' | 'fail';
      reason: string;
      wait: number | null;
      fault: ConnectionFault;
    }
  | { kind: 'lost'; fault: ConnectionFault }
  /** Nothing left at all: nobody was reached. */
  | { kind: 'unreached'; fault: ConnectionFault }
  | { kind: 'failed'; reason: string };

export interface ChannelSender {
  send(connection: ConnectionRow, send: SendRow): Promise<SendOutcome>;
  /** After it is written down that it left. */
  left?(connectionId: string, sendId: string): Promise<void>;
}

export class Lanes {
  readonly #app: App;
  readonly #senders: Partial<Record<Provider, ChannelSender>>;
  /** What runs of each number: everything, and beside it what people and bots say. */
  readonly #lanes = new Map<string, Again<number>[]>();
  readonly #running = new Set<Promise<number>>();
  readonly #waker: Waker;
  #stopping = false;
  #unsubscribe: () => void = () => undefined;

  constructor(app: App, senders: Partial<Record<Provider, ChannelSender>>) {
    this.#app = app;
    this.#senders = senders;
    this.#waker = new Waker({
      log: app.log,
      failed: 'Sending by channels failed',
      look: async () => {
        await this.runDue();
        return this.#nextDue();
      },
    });
  }

  /** Begins to look for what may leave, and hears of what is queued from then on. */
  begin(): void {
    this.#unsubscribe = this.#app.bus.subscribe('queued', () => this.nudge());
    this.#waker.start();
  }

  /** Something may leave now, or after so many milliseconds. */
  nudge(wait = 0): void {
    this.#waker.wakeIn(wait);
  }

  /** Begins no further send and waits for those under way. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#unsubscribe();
    this.#waker.stop();
    await Promise.allSettled(this.#running);
  }

  /** Milliseconds until the next may leave; null: none waits. */
  async #nextDue(): Promise<number | null> {
    const [row] = await this.#app.db.query<{ due: string | null }>(sql`
      select min(greatest(s.next_at, l.paused_until)) as due from channel_sends s
      join channel_lanes l on l.connection_id = s.connection_id where s.state = 'waiting'`);
    return row?.due ? Date.parse(row.due) - this.#app.clock.now().getTime() : null;
  }

  /** Sends whatever may leave now. @returns how many were tried */
  runDue(): Promise<number> {
    const run = this.#drain();
    this.#running.add(run);
    const gone = () => void this.#running.delete(run);
    run.then(gone, gone);
    return run;
  }

  async #drain(): Promise<number> {
    await this.#giveUpLost();
    const now = this.#app.clock.now();
    const open = await this.#app.db.query<{ id: string }>(sql`
      select distinct c.id from channel_sends s join connections c on c.id = s.connection_id
      join channel_lanes l on l.connection_id = c.id
      where s.state = 'waiting' and s.next_at <= ${now} and not c.paused and c.health <> 'needs_reconnect'
        and (l.paused_until is null or l.paused_until <= ${now})`);
    // Each number by itself: one that is slow, or has a campaign, holds up no other.
    const runs = open.flatMap(({ id }) => this.#lanesOf(id).map((lane) => lane.run()));
    const counts = await Promise.all(runs);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  #lanesOf(id: string): Again<number>[] {
    const known = this.#lanes.get(id) ?? [
      new Again(() => this.#drainLane(id, AT_ONCE, NO_CAMPAIGNS)),
      new Again(() => this.#drainLane(id, NO_CAMPAIGNS, NO_CAMPAIGNS)),
    ];
    this.#lanes.set(id, known);
    return known;
  }

  /** @param workers how many send at once, of which the first `quick` carry no campaign */
  async #drainLane(connectionId: string, workers: number, quick: number): Promise<number> {
    let count = 0;
    const work = async (_: unknown, at: number) => {
      const below = at < quick ? CAMPAIGN_PRIORITY : CAMPAIGN_PRIORITY + 1;
      while (!this.#stopping) {
        const send = await this.#claim(connectionId, below);
        if (!send) return;
        count += 1;
        await this.#one(send);
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
    return count;
  }

  /** Takes a token and what is next; null: nothing may leave now. */
  async #claim(connectionId: string, below: number): Promise<SendRow | null> {
    return this.#app.db.transaction(async (tx) => {
      const now = this.#app.clock.now();
      const [lane] = await tx.query<{ tokens: number; refilled_at: string; paused_until: string | null }>(sql`
        select tokens, refilled_at, paused_until from channel_lanes where connection_id = ${connectionId} for update`);
      if (!lane || (lane.paused_until !== null && Date.parse(lane.paused_until) > now.getTime())) return null;
      const since = Math.max(0, now.getTime() - Date.parse(lane.refilled_at)) / 1000;
      const tokens = Math.min(BURST, lane.tokens + since * RATE);
      if (tokens < 1) {
        this.nudge(Math.ceil(1000 / RATE));
        return null;
      }
      const [send] = await tx.query<SendRow & { priority: number }>(sql`
        select s.id, s.connection_id, s.bot_id, s.conversation_id, s.message_id, s.part, s.attempts, s.priority
        from channel_sends s join connections c on c.id = s.connection_id
        where s.connection_id = ${connectionId} and s.state = 'waiting' and s.next_at <= ${now} and s.priority < ${below}
          and not c.paused and c.health <> 'needs_reconnect'
          and not exists (
            select 1 from channel_sends e where e.conversation_id = s.conversation_id and e.id < s.id
              and e.state in ('waiting', 'claimed')
              and (e.priority < ${CAMPAIGN_PRIORITY} or s.priority >= ${CAMPAIGN_PRIORITY}))
        order by s.priority, s.created_at, s.id limit 1 for update of s skip locked`);
      if (!send) return null;
      const cost = send.priority < CAMPAIGN_PRIORITY ? 1 : CAMPAIGN_COST;
      if (send.priority >= CAMPAIGN_PRIORITY && tokens < RESERVED + cost) {
        this.nudge(Math.ceil(((RESERVED + cost - tokens) * 1000) / RATE));
        return null;
      }
      // Never back: another process's clock that is behind gives no second allowance.
      await tx.query(sql`
        update channel_lanes set tokens = ${tokens - cost}, refilled_at = greatest(refilled_at, ${now}) where connection_id = ${connectionId}`);
      await tx.query(sql`
        update channel_sends set state = 'claimed', claimed_at = ${now}, attempts = attempts + 1 where id = ${send.id}`);
      return { ...send, attempts: send.attempts + 1 };
    });
  }

  async #one(send: SendRow): Promise<void> {
    const refused = (await this.#refusalOf(send)) ?? (await notInTime(this.#app, send.message_id));
    const connection = await findConnection(this.#app.db, send.connection_id);
    const sender = connection && this.#senders[connection.provider];
    if (!connection || !sender) return;
    let outcome: SendOutcome;
    try {
      outcome = refused === null ? await sender.send(connection, send) : { kind: 'failed', reason: refused };
    } catch (error) {
      // Before anything left: the sender tells of everything after that itself.
      this.#app.log.error({ err: error, send: send.id }, 'A message could not be made ready');
      outcome = { kind: 'failed', reason: 'No pudimos preparar el mensaje. Intenta de nuevo.' };
    }
    await this.#settle(send, connection, outcome);
    if (outcome.kind === 'sent') await sender.left?.(connection.id, send.id);
  }

  /** Why it may not leave. Judged when it leaves, not when it was written: a queue may have stood still. */
  async #refusalOf(send: SendRow): Promise<string | null> {
    const [row] = await this.#app.db.query<{
      channel: Channel;
      last: string | null;
      template: unknown;
      blocked: boolean;
      unwanted: boolean;
      sender: string;
    }>(sql`
      select c.channel, l.blocked_at is not null as blocked,
        m.template is not null and l.consent_marketing = 'denied' and exists (
          select 1 from message_templates t where t.bot_id = c.bot_id and t.name = m.template ->> 'name'
            and t.language = m.template ->> 'language' and t.category = 'MARKETING') as unwanted, coalesce(k.window_expires_at - interval '24 hours', c.last_customer_message_at) as last,
        m.template, m.sender
      from conversations c join messages m on m.id = ${send.message_id} join leads l on l.id = c.lead_id
      left join channel_contacts k on k.visitor_id = c.visitor_id
      where c.id = ${send.conversation_id}`);
    if (row?.blocked) return BLOCKED_TEXT;
    if (row?.unwanted) return NO_MARKETING_TEXT;
    if (!row || row.template !== null) return null;
    const by = row.sender === 'agent' ? 'person' : 'bot';
    return isLocked(row.channel, row.last, this.#app.clock.now(), by) ? lockText(row.channel, by) : null;
  }

  async #settle(send: SendRow, connection: ConnectionRow, outcome: SendOutcome): Promise<void> {
    const now = this.#app.clock.now().getTime();
    const { id, connection_id } = send;
    const inTime = (wait: number) => new Date(now + wait);
    switch (outcome.kind) {
      case 'sent':
        await this.#tell(send, 'sent', null, outcome.wamid);
        return noteUse(this.#app, connection_id, null);
      case 'failed':
        return this.#tell(send, 'failed', outcome.reason);
      case 'lost':
        await this.#mark(id, 'lost', null, { kind: outcome.fault.kind });
        return noteUse(this.#app, connection_id, outcome.fault.kind);
      case 'unreached':
        await this.#mark(id, 'waiting', inTime(backoff(send.attempts)), { kind: outcome.fault.kind });
        return noteUse(this.#app, connection_id, outcome.fault.kind);
      case 'refused':
        break;
    }
    const { act, reason, wait, fault } = outcome;
    switch (act) {
      case 'fail':
        await this.#tell(send, 'failed', reason);
        // The account works: it was this message.
        return noteUse(this.#app, connection_id, null);
      case 'stop':
        await this.#mark(id, 'waiting', inTime(0), { reason });
        // It goes on by itself with the token that took the other's place.
        if (fault.kind === 'unauthorized' && (await isRenewed(this.#app, connection))) return this.nudge();
        return noteUse(
          this.#app,
          connection_id,
          fault.kind === 'unauthorized' ? 'unauthorized' : 'forbidden',
          connection.credentials,
        );
      case 'pause':
        await this.#mark(id, 'waiting', inTime(0), { reason });
        await this.#app.db.query(sql`
          update channel_lanes set paused_until = ${inTime(wait ?? backoff(send.attempts + 3))}
          where connection_id = ${connection_id}`);
        return noteUse(this.#app, connection_id, 'rate_limited');
      case 'wait_for_customer':
        return this.#mark(id, 'waiting', inTime(Math.min(4 ** send.attempts, 3600) * 1000), { reason });
      case 'retry':
        if (send.attempts >= ATTEMPTS) return this.#tell(send, 'failed', reason);
        await this.#mark(id, 'waiting', inTime(wait ?? backoff(send.attempts)), { reason });
        return noteUse(this.#app, connection_id, fault.kind);
    }
  }

  async #mark(id: string, state: 'waiting' | 'lost', nextAt: Date | null, error: object): Promise<void> {
    await this.#app.db.query(sql`
      update channel_sends set state = ${state}, next_at = coalesce(${nextAt}::timestamptz, next_at), error = ${json(error)}
      where id = ${id} and state = 'claimed'`);
  }

  /** The part's outcome, and with it the message's. */
  async #tell(
    send: Pick<SendRow, 'id' | 'connection_id'>,
    status: 'sent' | 'failed',
    reason: string | null,
    wamid: string | null = null,
  ): Promise<void> {
    await this.#app.db.transaction(
      async (tx: Transaction) => {
        // Parts before sends, as a status takes them: the other way round the two would wait for each other.
        if (wamid !== null) await wake(tx, this.#app, send.connection_id, wamid);
        const moved = await settleSend(tx, this.#app, send.id, { status, reason, wamid });
        if (moved) await noteStatus(tx, this.#app, moved.messageId, moved.status, reason);
      },
      { retries: 3 },
    );
  }

  /** What died under way may have arrived; what nobody could tell for long is said to be unknown. */
  async #giveUpLost(): Promise<void> {
    const now = this.#app.clock.now().getTime();
    await this.#app.db.query(sql`
      update channel_sends set state = 'lost' where state = 'claimed' and claimed_at < ${new Date(now - CLAIM)}`);
    const lost = await this.#app.db.query<Pick<SendRow, 'id' | 'connection_id'>>(sql`
      select id, connection_id from channel_sends where state = 'lost' and claimed_at < ${new Date(now - LOST_FOR)}
      order by id limit 100`);
    for (const send of lost) await this.#tell(send, 'failed', LOST_TEXT);
  }
}

/** 2 s, 4 s … 10 minutes. */
const backoff = (attempts: number) => Math.min(1000 * 2 ** attempts, 10 * 60_000);
