/** The server process of the browser tests, with what benchmarks ask of it (server-answers.mjs). */
import { fileURLToPath } from 'node:url';
import type { Credentials } from '../../contract/entities/user.ts';
import { ServerProcess } from '../../e2e/support/server-process.ts';
import type { AtEnd } from './bounded.ts';

const ANSWERS = fileURLToPath(new URL('./server-answers.mjs', import.meta.url));

/** The process, and what it costs: microseconds of processor time since its start, and bytes. */
export interface Usage {
  pid: number;
  cpu: number;
  rss: number;
  heapUsed: number;
  external: number;
}
/** Numbered messages into these conversations, in turn. */
export interface Numbered {
  bot: number;
  ids: readonly string[];
  first: number;
  count: number;
}

/** Starts one with fresh demo data; it ends with the benchmark. @param settings environment of its own */
export async function launchServer(
  atEnd: AtEnd,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const launching = ServerProcess.launch('', { TEST_ANSWERS: ANSWERS, ...settings });
  atEnd(async () => (await launching).close());
  return launching;
}

export const ask = {
  /** @param collected after a collection of garbage */
  usage: (server: ServerProcess, collected = false) => server.ask<Usage>('usage', { collected }),
  /** All in one transaction. @returns when it was committed (ms since 1970), and the log's number then */
  burst: (server: ServerProcess, numbered: Numbered) =>
    server.ask<{ at: number; seq: number }>('burst', numbered),
  /** A transaction each, so many a second. @returns number and time of each commit */
  stream: (server: ServerProcess, numbered: Numbered & { pace: number }) =>
    server.ask<[number: number, at: number][]>('stream', numbered),
  agents: (server: ServerProcess, question: { bot: number; count: number }) =>
    server.ask<(Credentials & { id: number })[]>('agents', question),
  /** So many rows of 2 kB more. @returns bytes of the database then */
  grow: (server: ServerProcess, rows: number) => server.ask<number>('grow', { rows }),
  /** A connected number of WhatsApp, without asking anybody. @returns its id */
  connectWhatsApp: (
    server: ServerProcess,
    question: { bot: number; account: string; parent: string; credentials: Record<string, string> },
  ) => server.ask<string>('connectWhatsApp', question),
  /** @returns webhooks and their parts that are not worked off */
  hooksWaiting: (server: ServerProcess) => server.ask<number>('hooksWaiting', {}),
  /** A second address for webhooks, which does all the work before it answers. @returns where */
  workInside: (server: ServerProcess, question: { connection: string }) =>
    server.ask<string>('workInside', question),
  /** @returns messages a second */
  commandAlone: (server: ServerProcess, question: { bot: number; customers: number; seconds: number }) =>
    server.ask<number>('commandAlone', question),
  /** @returns events a second */
  appendAlone: (server: ServerProcess, question: { bot: number; writers: number; seconds: number }) =>
    server.ask<number>('appendAlone', question),
};
