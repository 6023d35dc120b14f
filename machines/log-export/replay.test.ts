import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHANNELS, MESSAGE_STATUSES } from '../../contract/states.ts';
import { applyFrame, startInbox } from '../inbox/fold.ts';
import { mergeListPage, mergeMessagePage } from '../inbox/pages.ts';
import { ReferenceServer } from '../inbox/testing/reference-server.ts';
import { ADMIN, ANA } from '../inbox/testing/samples.ts';
import { makeExport, type RawLog, readExport } from './export-file.ts';
import { replayExport } from './replay.ts';

type Step = readonly [kind: number, which: number, how: number];
const steps = fc.array(fc.tuple(fc.nat(6), fc.nat(), fc.nat()), { minLength: 30, maxLength: 80 });
const COMMANDS = ['handoff', 'take', 'release', 'close', 'mark_inactive', 'return_to_bot'] as const;

function walk(server: ReferenceServer, all: readonly Step[]): void {
  for (const [kind, which, how] of all) {
    server.tick(how % 3000);
    const ids = [...server.rows.keys()];
    const id = ids[which % Math.max(1, ids.length)] ?? '';
    if (kind === 0 || ids.length === 0) server.newConversation(CHANNELS[how % 4] ?? 'web', null);
    else if (kind === 1) server.write(id, { from: 'Cliente', text: `Soy Rosa, +56 9 1234 567${how % 10}` });
    else if (kind === 2) server.reply(id);
    else if (kind === 3)
      server.report(
        id,
        which % 3,
        MESSAGE_STATUSES[2 + (how % 3)] ?? 'sent',
        how % 2 ? 'mid' : 'temporal_id',
      );
    else {
      const type = COMMANDS[how % COMMANDS.length] ?? 'take';
      server.command(id, type === 'take' ? { type, agent_id: how % 2 ? 11 : 12 } : { type });
    }
  }
}

/** A client's log: a base in the middle of what happened, pages that it opened, and every frame since. */
function logOf(all: readonly Step[], viewer = ADMIN): RawLog {
  const server = new ReferenceServer();
  const half = all.length >> 1;
  walk(server, all.slice(0, half));
  const base = { bot_id: 64, seq: server.head, sight: 's', viewer, matrix: server.matrix(viewer) };
  const state = startInbox(base);
  const query = { state: 'taken', channel: null, agent_id: null, category: null } as const;
  const page = { conversations: server.list(viewer, query), items: 100 };
  mergeListPage(state, query, page, { since: [], seq: server.head });
  for (const id of server.rows.keys()) {
    const messages = server.messages(viewer, id);
    if (messages) mergeMessagePage(state, id, messages, { since: [], items: 100, seq: server.head });
  }
  walk(server, all.slice(half));
  const frames = server.frames(viewer, base.seq, false);
  for (const frame of frames) applyFrame(state, frame);
  return { base, frames, state };
}

const AT = '2026-11-21T12:00:00.000Z';
const roundTrip = (raw: RawLog, texts: boolean) =>
  replayExport(readExport(JSON.stringify(makeExport(raw, null, AT, { texts }))));

/** Whatever happened, and for either viewer. */
function replays(texts: boolean): void {
  fc.assert(
    fc.property(steps, fc.constantFrom(ADMIN, ANA), (all, viewer) => {
      expect(roundTrip(logOf(all, viewer), texts).differences).toEqual([]);
    }),
    { numRuns: 60 },
  );
  const [all] = fc.sample(steps, { numRuns: 1, seed: 3 });
  const { compared } = roundTrip(logOf(all ?? []), texts);
  expect(compared.cards).toBeGreaterThan(0);
  expect(compared.messages).toBeGreaterThan(0);
}

it('EXP-1 replays to what was shown, with texts', () => replays(true));
it('EXP-5 replays to what was shown, redacted', () => replays(false));

it('EXP-2 names what is not what the frames lead to', () => {
  const [all] = fc.sample(steps, { numRuns: 1, seed: 3 });
  const wrongFigure = logOf(all ?? []);
  wrongFigure.state.matrix.taken.web += 1;
  expect(roundTrip(wrongFigure, false).differences).toEqual([expect.stringContaining('counters')]);

  const wrongCard = logOf(all ?? []);
  const replayed = roundTrip(wrongCard, false).state.cards;
  const [id = ''] = replayed.keys();
  const shown = [...wrongCard.state.cards.values()].find(
    (card) =>
      replayed.get(id)?.last_message_date === card.last_message_date &&
      card.state === replayed.get(id)?.state,
  );
  if (!shown) throw new Error('no card');
  wrongCard.state.cards.set(shown.id, { ...shown, pending_messages_count: 99 });
  expect(roundTrip(wrongCard, false).differences).toEqual([expect.stringContaining('card')]);
});

it('refuses what is no exported log', () => {
  expect(() => readExport('{"format":"otro"}')).toThrow('not an exported log');
});
