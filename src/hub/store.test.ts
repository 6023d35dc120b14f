/** The tab's copy after any differences is what the hub has: the two sides of the stream, held against each other. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../contract/entities/conversation.ts';
import { query } from '../../tests/support/hub/world.ts';
import type { TabFrame } from '../../workers/hub/surface/stream.ts';
import { type ListTopic, type Topic, topicKey } from '../../workers/hub/surface/topics.ts';
import type { ListView, MessagesView } from '../../workers/hub/surface/views.ts';
import { difference, NOTHING } from '../../workers/hub/tabs/difference.ts';
import { TopicStore } from './store.ts';

const topic: Topic = { kind: 'messages', botId: 64, conversationId: 'c1' };
const key = topicKey(topic);
const view = (messages: readonly object[], typing: MessagesView['typing'] = []) => ({
  messages,
  more: false,
  loading: false,
  error: null,
  typing,
  viewing: [],
  online: false,
});

function open() {
  const store = new TopicStore(0);
  const sent: TabFrame[] = [];
  store.attach((frame) => sent.push(frame));
  store.subscribe(key, () => undefined);
  return { store, sent, value: () => store.value<'messages'>(key) };
}

const card = (id: string) => ({ id }) as Conversation;

function openList() {
  const store = new TopicStore(0);
  const list: ListTopic = { kind: 'list', botId: 64, query: query('active') };
  const seen = { count: 0 };
  store.subscribe(topicKey(list), () => {
    seen.count += 1;
  });
  const of = (view: Partial<ListView>): ListView => ({
    cards: [card('c1')],
    more: false,
    loading: false,
    error: null,
    partial: false,
    ...view,
  });
  return { store, list, of, own: of({}), seen };
}

describe('the copy of a tab', () => {
  it('TAB-6 equals the hub’s after any changes, one difference at a time', () => {
    // Each step: the items by id with a version; the same version keeps its identity, as the fold does.
    const step = fc.uniqueArray(fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 1 })), {
      selector: ([id]) => id,
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
        const { store, sent, value } = open();
        const pool = new Map<string, object>();
        let last: unknown = NOTHING;
        for (const items of steps) {
          const next = view(
            items.map(([id, version]) => {
              const name = `${id}/${version}`;
              const item = pool.get(name) ?? { _id: `m${id}`, version };
              pool.set(name, item);
              return item;
            }),
          );
          const patch = difference(key, last, next);
          if (patch) store.apply([structuredClone(patch)]);
          last = next;
          expect(value()).toEqual(next);
        }
        expect(sent.filter(({ type }) => type === 'subscribe')).toHaveLength(1);
      }),
    );
  });

  it('TAB-16 shows a list that the page asked for itself until the hub tells one, or an error', () => {
    const { store, of, own, list } = openList();
    const ends = [of({}), of({ cards: [], loading: false, error: 'No se pudo.' })];
    for (const end of ends) {
      store.clear();
      store.showMeanwhile(list, own);
      for (const before of [
        of({ cards: [], loading: true }),
        of({ cards: [card('c2')], partial: true }),
        of({ cards: [card('c2')], loading: true }),
      ]) {
        store.apply([{ topic: topicKey(list), full: before }]);
        expect(store.peek(list)).toBe(own);
      }
      store.apply([{ topic: topicKey(list), full: end }]);
      expect(store.peek(list)).toBe(end);
      // What the hub told stays, whatever comes late.
      store.showMeanwhile(list, own);
      expect(store.peek(list)).toBe(end);
    }
  });

  it('TAB-16 shows it to nobody after a sign-out, and keeps none that nobody reads', () => {
    const { store, own, list, seen } = openList();
    store.showMeanwhile(list, own);
    expect(seen.count).toBe(1);
    store.clear();
    expect(store.peek(list)).toBeUndefined();
    const other: ListTopic = { ...list, botId: 65 };
    store.showMeanwhile(other, own);
    store.subscribe(topicKey(other), () => undefined);
    expect(store.peek(other)).toBeUndefined();
  });

  it('TAB-7 keeps its items when only something beside them changed', () => {
    const { store, value } = open();
    const messages = Array.from({ length: 50 }, (_, at) => ({ _id: `m${at}` }));
    const first = view(messages);
    store.apply([{ topic: key, full: structuredClone(first) }]);
    const held = value()?.messages;
    const next = view(messages, [{ who: 'visitor', name: 'Rosa' }]);
    const patch = difference(key, first, next);
    if (patch) store.apply([structuredClone(patch)]);
    expect(value()?.typing).toHaveLength(1);
    expect(value()?.messages).toBe(held);
  });

  it('TAB-7 a message more in 5,000 travels alone', () => {
    const messages = Array.from({ length: 5_000 }, (_, at) => ({ _id: `m${at}` }));
    const patch = difference(key, view(messages), view([...messages, { _id: 'm5000' }]));
    expect(JSON.stringify(patch).length).toBeLessThan(500);
  });

  it('TAB-7 a conversation that comes to the top of 10,000 travels alone', () => {
    const cards = Array.from({ length: 10_000 }, (_, at) => ({ id: `c${at}` }));
    const top = { id: 'c7000' };
    const moved = [top, ...cards.filter(({ id }) => id !== top.id)];
    const patch = difference(key, { cards }, { cards: moved });
    expect(JSON.stringify(patch).length).toBeLessThan(500);
    const { store } = open();
    store.apply([{ topic: key, full: { cards } }]);
    if (patch) store.apply([patch]);
    expect(store.value(key)).toEqual({ cards: moved });
  });

  it('TAB-6 asks for the whole when a difference does not fit what it holds', () => {
    const { store, sent } = open();
    store.apply([{ topic: key, full: view([{ _id: 'a' }]) }]);
    const rest = view([]);
    store.apply([
      {
        topic: key,
        items: {
          field: 'messages',
          base: 9,
          head: 0,
          tail: 0,
          middle: [[0, 1]],
          changed: [],
          rest: { ...rest },
        },
      },
    ]);
    store.apply([
      {
        topic: key,
        items: {
          field: 'messages',
          base: 1,
          head: 0,
          tail: 0,
          middle: ['z'],
          changed: [],
          rest: { ...rest },
        },
      },
    ]);
    expect(sent.filter(({ type }) => type === 'subscribe')).toHaveLength(3);
  });
});
