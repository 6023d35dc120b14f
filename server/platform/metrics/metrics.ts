/**
 * Figures for the operator, in Prometheus' form at GET /metrics: sockets, events, how far the senders are behind
 * the log, queues, durations. Names and labels hold no personal data: routes are patterns, never addresses.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Server } from 'socket.io';
import type { Database } from '../database/database.ts';
import { sql } from '../database/database.ts';

/** Seconds: from an answer out of memory to one that somebody waits for. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export interface Metrics {
  registry: Registry;
  /** Duration of an answered request in seconds. */
  answered(labels: { method: string; route: string; status: number }, seconds: number): void;
  /** Duration of a socket's packet in seconds, until its acknowledgement; the outcome is 'ok' or an error's code. */
  took(labels: { event: string; outcome: string }, seconds: number): void;
  /** Duration of a statement in seconds. */
  queried(seconds: number): void;
  /** Rows of the event log that were handed to sockets. */
  logRowsSent(count: number): void;
  /** A socket that does not read was closed. */
  socketOverflowed(): void;
  /** How far a bot's sender was behind its log when a round looked. */
  logLag(rows: number): void;
  /** What is asked at each scrape; call it once, when these exist. */
  watch(parts: { io: Server; db: Database; now: () => Date }): void;
}

/** One set of figures a process; a registry of its own, so that several servers in a process don't mix. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'charla_http_request_duration_seconds',
    help: 'Answered HTTP requests by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const packets = new Histogram({
    name: 'charla_packet_duration_seconds',
    help: 'Packets of sockets until their acknowledgement, by event and outcome',
    labelNames: ['event', 'outcome'],
    buckets: BUCKETS,
    registers,
  });
  const queries = new Histogram({
    name: 'charla_db_statement_duration_seconds',
    help: 'Statements, with the wait for the engine',
    buckets: BUCKETS,
    registers,
  });
  const sent = new Counter({
    name: 'charla_log_rows_sent_total',
    help: 'Rows of the event log handed to sockets of agents',
    registers,
  });
  const lag = new Gauge({
    name: 'charla_log_lag_rows',
    help: 'Rows that the furthest behind sender of this process lacked at the last round',
    registers,
  });
  const overflowed = new Counter({
    name: 'charla_sockets_overflowed_total',
    help: 'Sockets that were closed because they did not read what waited for them',
    registers,
  });
  let furthest = 0;
  return {
    registry,
    answered: ({ method, route, status }, seconds) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    took: (labels, seconds) => packets.observe(labels, seconds),
    queried: (seconds) => queries.observe(seconds),
    logRowsSent: (count) => sent.inc(count),
    socketOverflowed: () => overflowed.inc(),
    logLag(rows) {
      furthest = Math.max(furthest, rows);
    },
    watch({ io, db, now }) {
      lag.set(0);
      new Gauge({
        name: 'charla_sockets',
        help: 'Open sockets of this process by namespace',
        labelNames: ['namespace'],
        registers,
        collect() {
          for (const name of ['/', '/visitor']) this.set({ namespace: name }, io.of(name).sockets.size);
          // The worst since the last scrape.
          lag.set(furthest);
          furthest = 0;
        },
      });
      // From the logs themselves: every process tells the same, and none has to be asked for what another wrote.
      new Counter({
        name: 'charla_events_total',
        help: 'Events of all logs of the installation; its rate is events a second',
        registers,
        async collect() {
          const [row] = await db.query<{ events: number }>(
            sql`select coalesce(sum(log_head), 0)::float8 as events from bots`,
          );
          this.reset();
          this.inc(row?.events ?? 0);
        },
      });
      const due = () =>
        db.query<{ kind: string; count: number; age: number }>(sql`
          select kind, count(*)::int as count,
                 extract(epoch from ${now()}::timestamptz - min(run_at))::float8 as age
          from jobs where run_at <= ${now()} group by kind`);
      new Gauge({
        name: 'charla_jobs_waiting',
        help: 'Jobs that are due, by kind',
        labelNames: ['kind'],
        registers,
        async collect() {
          const rows = await due();
          this.reset();
          for (const { kind, count } of rows) this.set({ kind }, count);
        },
      });
      new Gauge({
        name: 'charla_jobs_oldest_seconds',
        help: 'Age of the oldest job that is due, by kind',
        labelNames: ['kind'],
        registers,
        async collect() {
          const rows = await due();
          this.reset();
          for (const { kind, age } of rows) this.set({ kind }, age);
        },
      });
    },
  };
}
