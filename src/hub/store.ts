/**
 * The tab's copy of what the hub says, one value per topic, in the shape that `useSyncExternalStore` wants. A topic is
 * subscribed at the hub while somebody shows it (and a little longer, so that going back and forth costs nothing);
 * values survive the hub's death until the next hub's first patch replaces them, so that nothing flickers.
 */
import type { Patch, TabFrame } from '../../workers/hub/surface/stream.ts';
import { type ListTopic, type Topic, type TopicValues, topicKey } from '../../workers/hub/surface/topics.ts';
import type { ListView } from '../../workers/hub/surface/views.ts';

/** How long a topic stays subscribed after its last reader left: covers remounts and a quick look elsewhere. */
const LINGER = 10_000;

interface Entry {
  topic: Topic;
  value: unknown;
  /** Shown as long as the hub has nothing whole to tell. */
  meanwhile: unknown;
  readers: Set<() => void>;
  leaving: ReturnType<typeof setTimeout> | null;
}

export class TopicStore {
  readonly #entries = new Map<string, Entry>();
  readonly #linger: number;
  #send: ((frame: TabFrame) => void) | null = null;

  /** @param linger ms that a topic outlives its last reader */
  constructor(linger: number = LINGER) {
    this.#linger = linger;
  }

  /** Starts reading a topic (its `topicKey`); the answer stops. */
  subscribe(key: string, reader: () => void): () => void {
    let entry = this.#entries.get(key);
    if (!entry) {
      // A topic's key is the topic written as JSON (surface.ts).
      entry = {
        topic: JSON.parse(key) as Topic,
        value: undefined,
        meanwhile: undefined,
        readers: new Set(),
        leaving: null,
      };
      this.#entries.set(key, entry);
      this.#send?.({ type: 'subscribe', topic: entry.topic });
    }
    if (entry.leaving !== null) clearTimeout(entry.leaving);
    entry.leaving = null;
    entry.readers.add(reader);
    return () => this.#stop(key, reader);
  }

  /** The topic's value, or undefined while the hub has not told it. */
  value<K extends Topic['kind']>(key: string): TopicValues[K] | undefined {
    const entry = this.#entries.get(key);
    return (entry?.meanwhile ?? entry?.value) as TopicValues[K] | undefined;
  }

  /** The same for a topic in its object form, for code outside components. */
  peek<T extends Topic>(topic: T): TopicValues[T['kind']] | undefined {
    return this.value<T['kind']>(topicKey(topic));
  }

  /** A list that this page asked for itself: shown where somebody reads it, until the hub tells one. */
  showMeanwhile(topic: ListTopic, view: ListView): void {
    const entry = this.#entries.get(topicKey(topic));
    if (!entry || isTold(entry.value)) return;
    entry.meanwhile = view;
    for (const reader of entry.readers) reader();
  }

  /** `order` of the newest message of a conversation that is shown here; undefined: none is. */
  newestShown(conversationId: string): number | undefined {
    for (const { topic, value } of this.#entries.values()) {
      if (topic.kind !== 'messages' || topic.conversationId !== conversationId) continue;
      const newest = (value as TopicValues['messages'] | undefined)?.messages.at(-1);
      if (newest) return newest.order;
    }
    return undefined;
  }

  /** What is shown, or was a moment ago. */
  topics(): Topic[] {
    return [...this.#entries.values()].map(({ topic }) => topic);
  }

  /** A hub is there: everything shown is subscribed (again). */
  attach(send: (frame: TabFrame) => void): void {
    this.#send = send;
    for (const entry of this.#entries.values()) send({ type: 'subscribe', topic: entry.topic });
  }

  /** The hub is gone; values stay. */
  detach(): void {
    this.#send = null;
  }

  /** Another person signs in, or nobody: nothing of the last one stays in memory. */
  clear(): void {
    for (const entry of this.#entries.values()) {
      entry.value = undefined;
      entry.meanwhile = undefined;
      for (const reader of entry.readers) reader();
    }
  }

  apply(patches: readonly Patch[]): void {
    for (const patch of patches) {
      const entry = this.#entries.get(patch.topic);
      if (!entry) continue;
      const value = patched(entry.value, patch);
      if (value === LOST_BASE) {
        this.#send?.({ type: 'subscribe', topic: entry.topic });
        continue;
      }
      entry.value = value;
      if (isTold(value)) entry.meanwhile = undefined;
      for (const reader of entry.readers) reader();
    }
  }

  #stop(key: string, reader: () => void): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    entry.readers.delete(reader);
    if (entry.readers.size > 0 || entry.leaving !== null) return;
    entry.leaving = setTimeout(() => {
      this.#entries.delete(key);
      this.#send?.({ type: 'unsubscribe', topic: entry.topic });
    }, this.#linger);
  }
}

/** Not that it is still being loaded, nor a part of it. */
function isTold(value: unknown): boolean {
  const list = value as Partial<ListView> | null | undefined;
  return list != null && (list.error != null || !(list.loading || list.partial));
}

/** A difference came for a value that is not here: the hub is asked for the whole. */
const LOST_BASE = Symbol('lost base');

function patched(value: unknown, patch: Patch): unknown {
  if ('full' in patch) return patch.full;
  const { field, base, head, tail, middle, rest } = patch.items;
  const before = (value as Record<string, unknown> | null | undefined)?.[field];
  if (!Array.isArray(before) || before.length !== base) return LOST_BASE;
  const stays = middle.length === 0 && head + tail === base;
  const items = stays ? before : assembled(before, patch.items);
  return items ? { ...rest, [field]: items } : LOST_BASE;
}

type Items = Extract<Patch, { items: unknown }>['items'];

/** The new list; null when it names an item that is not here. */
function assembled(before: readonly unknown[], { head, tail, middle, changed }: Items): unknown[] | null {
  const fresh = new Map(changed.map((item) => [itemId(item), item]));
  const items = before.slice(0, head);
  for (const part of middle) {
    if (typeof part === 'string') {
      const item = fresh.get(part);
      if (item === undefined) return null;
      items.push(item);
      continue;
    }
    const run = before.slice(part[0], part[0] + part[1]);
    if (run.length < part[1]) return null;
    for (const item of run) items.push(fresh.size === 0 ? item : (fresh.get(itemId(item)) ?? item));
  }
  for (const item of before.slice(before.length - tail)) items.push(item);
  return items;
}

/** Cards are named by `id`, messages by `_id`. */
function itemId(item: unknown): string {
  const named = item as { id?: string; _id?: string };
  return named._id ?? named.id ?? '';
}
