/** The hub's way: the real fold and the real write-behind log of segments. */
import { Dexie } from 'dexie';
import type { CounterMatrix } from '../../contract/entities/counters.ts';
import type { NamedEvent } from '../../contract/realtime/events.ts';
import { copyMatrix } from '../../machines/inbox/counters.ts';
import { stepRoom } from '../../machines/room/room-machine.ts';
import { BotLog } from '../../workers/hub/bot-log/bot-log.ts';
import { deleteLogs } from '../../workers/hub/bot-log/log-database.ts';
import { FoldHost } from '../../workers/hub/room/fold-host.ts';
import { BOT_ID, emptyBase } from './events.ts';
import { type Ingested, nextTask, type Opened } from './measured.ts';

const UID = 'bench@charla.test';
const storage = { indexedDB: self.indexedDB, IDBKeyRange: self.IDBKeyRange, dexie: async () => Dexie };
const clock = {
  now: () => Date.now(),
  setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as number),
};

function openLog(fold: FoldHost): BotLog {
  return new BotLog({
    storage,
    clock,
    uid: UID,
    botId: BOT_ID,
    inbox: () => fold.state,
    failed: (error) => {
      throw error;
    },
  });
}

/** An empty log and the base that it starts from. */
async function start(): Promise<{ fold: FoldHost; log: BotLog }> {
  await deleteLogs(storage, UID, clock);
  const fold = new FoldHost();
  fold.replace(emptyBase());
  const log = openLog(fold);
  await log.restart();
  return { fold, log };
}

/** What a live room does with frames of its socket (bot-room.ts): its machine is asked once for each batch. */
function take(fold: FoldHost, log: BotLog, frames: readonly NamedEvent[]): void {
  if (!stepRoom('live', 'FRAMES').effects.includes('apply'))
    throw new Error('A live room applies what comes.');
  const { changes, applied } = fold.apply(frames);
  log.append(applied);
  log.scrub(changes.lost);
}

/** Events arrive in batches, each in a task of its own as from a socket; measured until all of it is stored. */
export async function ingestOurs(events: NamedEvent[], batch: number, cap: number): Promise<Ingested> {
  const { fold, log } = await start();
  const began = performance.now();
  let at = 0;
  while (at < events.length && performance.now() - began < cap) {
    take(fold, log, events.slice(at, at + batch));
    at += batch;
    await nextTask();
  }
  await log.flush();
  const ms = performance.now() - began;
  await log.close();
  return { events: Math.min(at, events.length), ms };
}

/** A log of these events in its worst condition: one event more and a snapshot would be taken. */
export async function fillOurs(events: NamedEvent[]): Promise<void> {
  const { fold, log } = await start();
  const tail = 999;
  for (let at = 0; at < events.length - tail; at += 500) {
    take(fold, log, events.slice(at, Math.min(at + 500, events.length - tail)));
    await log.flush();
  }
  log.touch();
  await log.tidy();
  take(fold, log, events.slice(events.length - tail));
  await log.close();
}

/** What a starting hub does before it can show anything. */
export async function openOurs(): Promise<Opened> {
  const began = performance.now();
  const fold = new FoldHost();
  const log = openLog(fold);
  const stored = await log.load();
  if (!stored) throw new Error('The log is empty');
  fold.replace(stored.inbox);
  fold.apply(stored.tail);
  const ms = performance.now() - began;
  const { state } = fold;
  if (!state) throw new Error('Nothing was folded');
  const matrix: CounterMatrix = copyMatrix(state.matrix);
  const opened = { ms, seq: state.seq, folded: stored.tail.length, matrix };
  log.abandon();
  return opened;
}
