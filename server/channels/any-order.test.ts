/**
 * WH-2: the same hooks any number of times, in any order, split in any way, end in the same state as once and in order.
 * 100 seeds on a real server in every run, fewer on the embedded one, whose one connection knows no races;
 * `FUZZ_HOOKS=2000 npx vitest run server/channels/any-order.test.ts` for more.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Change, envelope } from '../../playground/whatsapp/whatsapp.ts';
import { sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import { type ChannelWorld, channelWorld } from './testing.ts';

const RUNS = {
  pglite: Number(process.env.FUZZ_HOOKS ?? 25),
  postgres: Number(process.env.FUZZ_HOOKS ?? 100),
};
const WORDS = ['Hola', 'Necesito ayuda', '¿A qué hora abren?', 'gracias', 'otra cosa'];

let world: ChannelWorld;

let people = 0;
const step = fc.record({
  kind: fc.constantFrom('say', 'say', 'edit', 'react', 'revoke'),
  word: fc.nat(WORDS.length - 1),
  of: fc.nat(3),
});
const script = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  statuses: fc.array(fc.subarray(['sent', 'delivered', 'read', 'failed'], { minLength: 1 }), {
    minLength: 3,
    maxLength: 3,
  }),
  /** How the other side is shuffled, doubled and split. */
  order: fc.array(fc.nat(1000), { minLength: 60, maxLength: 60 }),
  doubled: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
  split: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
});
type Script = typeof script extends fc.Arbitrary<infer T> ? T : never;

/** Each change by itself, in order; or the same in disorder, some twice, some together. */
function batches(changes: Change[], how: Script | null): Change[][] {
  if (!how) return changes.map((change) => [change]);
  const all = changes.flatMap((change, at) => (how.doubled[at] ? [change, change] : [change]));
  const mixed = all
    .map((change, at) => ({ change, place: how.order[at % how.order.length] ?? 0 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ change }) => change);
  return mixed.reduce<Change[][]>((done, change, at) => {
    if (at === 0 || how.split[at % how.split.length]) done.push([change]);
    else done.at(-1)?.push(change);
    return done;
  }, []);
}

async function deliver(changes: Change[], how: Script | null): Promise<void> {
  const target = { url: `${world.server.url}/hooks/whatsapp`, appSecret: world.number.appSecret };
  for (const batch of batches(changes, how))
    expect(await world.playground.hooks.post(target, JSON.stringify(envelope(batch)))).toBe(200);
  world.server.pass(2_100);
  await world.server.channels.intake.runDue();
  await world.server.channels.lanes.runDue();
  await world.server.channels.intake.runDue();
}

/** Plays it for somebody new. @returns what is left in the end */
async function play({ steps, statuses }: Script, how: Script | null) {
  const { whatsapp } = world.playground;
  const customer = { phone: `5692${String(++people).padStart(7, '0')}`, name: 'Alguien' };
  const start = world.server.app.clock.now().getTime() - 60_000;
  const said: string[] = [];
  const changes = steps.map(({ kind, word, of }, at) => {
    const target = said[of % Math.max(1, said.length)];
    const text = { type: 'text', text: { body: WORDS[word] } };
    const message =
      kind === 'say' || target === undefined
        ? text
        : kind === 'edit'
          ? { type: 'edit', edit: { original_message_id: target, message: text } }
          : kind === 'react'
            ? { type: 'reaction', reaction: { message_id: target, emoji: WORDS[word]?.slice(0, 1) } }
            : { type: 'revoke', revoke: { original_message_id: target } };
    const { id, change } = whatsapp.incoming(world.number, customer, message, start + at * 1000);
    if (message === text) said.push(id);
    return change;
  });
  await deliver(changes, how);
  const sent = whatsapp.memory.sent.filter(({ to }) => to === customer.phone);
  const told = sent.flatMap(({ id }, at) =>
    (statuses[at % statuses.length] ?? []).map((status) =>
      whatsapp.statusChange(id, status, status === 'failed' ? 131026 : undefined),
    ),
  );
  if (told.length > 0) await deliver(told, how);
  const { db } = world.server.app;
  const messages = await db.query(sql`
    select m.sender, m.text, m.status, m.reason, m.extra->'deleted' as deleted,
      (select jsonb_agg(r->>'emoji') from jsonb_array_elements(m.extra->'reactions') r) as reactions,
      row_number() over (order by c.created_at, c.id, m.position) as place
    from messages m join conversations c on c.id = m.conversation_id
    join channel_contacts k on k.visitor_id = c.visitor_id
    where k.phone = ${customer.phone} and m.sender <> 'system' order by place`);
  const [contact] = await db.query<{ until: string | null; conversations: number }>(sql`
    select k.window_expires_at as until,
      (select count(*)::int from conversations c where c.visitor_id = k.visitor_id) as conversations
    from channel_contacts k where k.phone = ${customer.phone}`);
  return {
    messages,
    conversations: contact?.conversations,
    // Since the script's own start, in the provider's seconds.
    window: Math.round((Date.parse(contact?.until ?? '') - start) / 1000),
  };
}

/** On one engine from the first hook to the last. */
async function anyOrderOn(engine: 'pglite' | 'postgres'): Promise<void> {
  world = await channelWorld(await testDatabase({ engine }));
  try {
    // Statuses come from the script alone.
    world.playground.faults.statusDelay = 3e8;
    await fc.assert(
      fc.asyncProperty(script, async (given) => {
        const inOrder = await play(given, null);
        const mixed = await play(given, given);
        expect({ ...mixed, window: 0 }).toEqual({ ...inOrder, window: 0 });
        expect(Math.abs(mixed.window - inOrder.window)).toBeLessThanOrEqual(1);
      }),
      { numRuns: RUNS[engine], endOnFailure: true },
    );
    const stuck = await world.server.app.db.query(sql`
      select id, kind, state, error from hook_parts where state in ('parked', 'missing') limit 5`);
    expect(stuck).toEqual([]);
  } finally {
    await world.close();
  }
}

const time = (runs: number) => ({ timeout: 60_000 + runs * 3_000 });
it(
  `WH-2: ${RUNS.pglite} seeds end as they do once and in order, on the embedded engine`,
  time(RUNS.pglite),
  () => anyOrderOn('pglite'),
);
it(
  `WH-2: ${RUNS.postgres} seeds end as they do once and in order, on a real server`,
  time(RUNS.postgres),
  () => anyOrderOn('postgres'),
);
