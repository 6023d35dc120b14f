/** The obvious way: a record per event, counters counted again from all conversations, and at start all of it again. */
import { Dexie, type Table } from 'dexie';
import { type Conversation, isWhole } from '../../contract/entities/conversation.ts';
import { type CounterMatrix, emptyMatrix } from '../../contract/entities/counters.ts';
import type { NamedEvent } from '../../contract/realtime/events.ts';
import { BOT_ID } from './events.ts';
import { type Ingested, nextTask, type Opened } from './measured.ts';

type NaiveDatabase = Dexie & { events: Table<NamedEvent, [number, number]> };

function database(): NaiveDatabase {
  const opened = new Dexie('naive-events') as NaiveDatabase;
  opened.version(1).stores({ events: '[bot_id+seq]' });
  return opened;
}

function keep(cards: Map<string, Conversation>, event: NamedEvent): void {
  if (!('conversation' in event.data) || !isWhole(event.data.conversation)) return;
  cards.set(event.data.conversation.id, event.data.conversation);
}

function count(cards: ReadonlyMap<string, Conversation>): CounterMatrix {
  const matrix = emptyMatrix();
  for (const { state, channel } of cards.values()) matrix[state][channel] += 1;
  return matrix;
}

/** As `ingestOurs`: a batch is stored (one record each), then counted. A batch of one is one `add`. */
export async function ingestNaive(events: NamedEvent[], batch: number, cap: number): Promise<Ingested> {
  const db = database();
  await db.delete();
  await db.open();
  const cards = new Map<string, Conversation>();
  let shown = emptyMatrix();
  const began = performance.now();
  let at = 0;
  while (at < events.length && performance.now() - began < cap) {
    const frames = events.slice(at, at + batch);
    for (const event of frames) keep(cards, event);
    shown = count(cards);
    const [only] = frames;
    if (batch === 1 && only) await db.events.add(only);
    else await db.events.bulkAdd(frames);
    at += batch;
    await nextTask();
  }
  const ms = performance.now() - began;
  db.close();
  if (Object.values(shown.active).some(Number.isNaN)) throw new Error('Nothing was counted');
  return { events: Math.min(at, events.length), ms };
}

/** Reads every record in order and folds it. */
export async function openNaive(): Promise<Opened> {
  const began = performance.now();
  const db = database();
  const rows = await db.events
    .where('[bot_id+seq]')
    .between([BOT_ID, Dexie.minKey], [BOT_ID, Dexie.maxKey])
    .toArray();
  const cards = new Map<string, Conversation>();
  for (const row of rows) keep(cards, row);
  const matrix = count(cards);
  const ms = performance.now() - began;
  db.close();
  return { ms, seq: rows.at(-1)?.seq ?? 0, folded: rows.length, matrix };
}

/** Leaves a record of each event. */
export async function fillNaive(events: NamedEvent[]): Promise<void> {
  await ingestNaive(events, 1_000, Number.POSITIVE_INFINITY);
}
