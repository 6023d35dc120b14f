/**
 * Somebody writes in several conversations while answers are slow, lost and out of order, files go up, colleagues
 * answer and workers die. Whatever happened: no reply is in a wrong conversation, none is there twice, none stands
 * over an answer that its author had not seen, and drafts are what was typed and not sent.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ANA, BOT, BRUNO, type HandTab, World } from '../../../tests/support/hub/world.ts';
import type { OutboxEntry } from '../surface/outbox-entry.ts';
import type { DraftMode, Topic, TopicValues } from '../surface/topics.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20261121);
const CONVERSATIONS = 3;
const outbox: Topic = { kind: 'outbox' };

const where = fc.nat(CONVERSATIONS - 1);
const slow = fc.constantFrom('send' as const, 'upload' as const, 'messages' as const);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('write' as const), at: where, note: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('attach' as const), at: where }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('send' as const), at: where }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('colleague' as const), at: where }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('discard' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('slow' as const), route: slow }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('lose' as const), times: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reorder' as const), on: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cut' as const), ms: fc.constantFrom(50, 3_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(20, 1_500, 9_000) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Sent {
  id: string;
  /** The highest `order` on screen when Enter was pressed. */
  seen: number;
  gone: boolean;
}

async function live(steps: Step[]): Promise<void> {
  const world = new World();
  const { server } = world;
  const session = world.session(ANA);
  for (let made = 0; made < CONVERSATIONS; made += 1) server.rows.newConversation('web', null);
  const ids = [...server.rows.rows.keys()];
  for (const id of ids) server.rows.command(id, { type: 'take', agent_id: ANA.user_id });
  const tab = await world.openTab(session);
  tab.show(outbox);
  for (const conversationId of ids) {
    tab.show({ kind: 'messages', botId: BOT, conversationId });
    for (const mode of ['reply', 'note'] as const) tab.show({ kind: 'draft', conversationId, mode });
  }
  const draft = (conversationId: string, mode: DraftMode = 'reply') =>
    tab.value({ kind: 'draft', conversationId, mode }) as TopicValues['draft'] | undefined;
  const entries = () => (tab.value(outbox) as OutboxEntry[] | undefined) ?? [];
  await world.until(() => ids.every((id) => seen(tab, id) > 0 && draft(id)), 'open');

  const typed = new Map<string, string>();
  const sent = new Map<string, Sent>();
  const gates = new Map<string, () => void>();
  let words = 0;
  for (const each of steps) {
    const id = 'at' in each ? (ids[each.at] ?? '') : '';
    switch (each.do) {
      case 'write': {
        const mode = each.note ? 'note' : 'reply';
        words += 1;
        const text = `${id} palabra ${words}`;
        typed.set(`${id}:${mode}`, text);
        await world.hub.api.saveDraft(id, BOT, mode, text, tab.id);
        break;
      }
      case 'attach':
        await world.hub.api.attach({
          botId: BOT,
          conversationId: id,
          mode: 'reply',
          name: `${id}.txt`,
          blob: new Blob([id], { type: 'text/plain' }),
        });
        break;
      case 'send': {
        const text = typed.get(`${id}:reply`);
        if (!text) break;
        sent.set(text, { id, seen: seen(tab, id), gone: false });
        typed.delete(`${id}:reply`);
        const files = draft(id)?.files.map((file) => file.id) ?? [];
        await world.hub.api.send({ botId: BOT, conversationId: id, text, note: false, files });
        break;
      }
      case 'colleague':
        server.rows.tick(5);
        server.rows.write(id, { from: 'agent', agent: { id: BRUNO, name: 'Bruno', image: null } });
        server.push();
        break;
      case 'cancel': {
        const entry = entries()[0];
        if (entry?.command.kind !== 'message' || !(await world.hub.api.cancel(entry.id))) break;
        sent.delete(entry.command.text);
        const now = typed.get(`${entry.conversationId}:reply`);
        const back = now ? `${entry.command.text}\n${now}` : entry.command.text;
        typed.set(`${entry.conversationId}:reply`, back);
        break;
      }
      case 'discard': {
        const entry = entries().find(({ state }) => state === 'asking' || state === 'refused');
        if (entry?.command.kind !== 'message') break;
        await world.hub.api.discard(entry.id);
        const of = sent.get(entry.command.text);
        if (of) of.gone = true;
        break;
      }
      case 'slow': {
        const open = gates.get(each.route);
        gates.delete(each.route);
        if (open) open();
        else gates.set(each.route, server.gate(each.route));
        break;
      }
      case 'lose': {
        let left = each.times;
        server.answering = (route) =>
          (route === 'send' || route === 'upload') && left-- > 0 ? 'lost' : 'ok';
        break;
      }
      case 'reorder':
        server.carry = each.on ? (frames) => frames.toReversed() : (frames) => frames;
        break;
      case 'cut':
        server.up = false;
        server.cut();
        await world.moment(30);
        world.clock.pass(each.ms);
        server.up = true;
        break;
      case 'die':
        await world.attach(tab, session, world.respawn());
        break;
      case 'pass':
        await world.moment(20);
        world.clock.pass(each.ms);
    }
    await world.moment(20);
  }

  for (const open of gates.values()) open();
  server.carry = (frames) => frames;
  server.answering = () => 'ok';
  await world.until(
    () => {
      server.say('HEAD', { bot_id: BOT, seq: server.rows.head });
      return entries().every(({ state }) => state === 'asking' || state === 'refused');
    },
    'settled',
    200_000,
  );

  const held = new Set(entries().map(({ command }) => (command.kind === 'message' ? command.text : '')));
  for (const [text, { id, seen: upTo, gone }] of sent) {
    const found = ids.flatMap((of) =>
      (server.rows.rows.get(of)?.messages ?? []).filter((m) => m.text === text).map((m) => ({ of, m })),
    );
    // Where it belongs, once; or nowhere, and then the person is asked or has let go of it.
    expect(
      found.map(({ of }) => of),
      text,
    ).toEqual(held.has(text) || gone ? [] : [id]);
    for (const { m } of found) {
      const between = (server.rows.rows.get(id)?.messages ?? []).filter(
        (other) => other.agent?.id === BRUNO && other.order > upTo && other.order < m.order,
      );
      expect(between, `over an unseen answer: ${text}`).toEqual([]);
      expect(
        m.attachments.every(({ name }) => name === `${id}.txt`),
        'files of its own',
      ).toBe(true);
    }
  }
  for (const id of ids) {
    for (const mode of ['reply', 'note'] as const) {
      expect(draft(id, mode)?.text, `draft of ${id}, ${mode}`).toBe(typed.get(`${id}:${mode}`) ?? '');
    }
    expect(draft(id)?.files.every(({ name }) => name === `${id}.txt`)).toBe(true);
  }
  // No file came twice, whatever was asked again.
  expect(new Set(server.files.keys()).size).toBe(server.files.size);
}

const seen = (tab: HandTab, conversationId: string): number =>
  (
    tab.value({ kind: 'messages', botId: BOT, conversationId }) as TopicValues['messages'] | undefined
  )?.messages.at(-1)?.order ?? 0;

it('HUB-30 replies reach their own conversation once and never over an unseen answer; drafts never cross', {
  timeout: 300_000,
}, async () => {
  console.info(`composer fuzz seed ${SEED}`);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 50 }), (steps) => live(steps)),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 40), seed: SEED, endOnFailure: false },
  );
});
