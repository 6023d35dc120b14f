/** Joined conversations are parted as they were, and hold together whatever happens at once. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eraseLead } from '../../clients/erase-lead.ts';
import { mergeLeads, mergesOf, undoMerge } from '../../clients/merge.ts';
import { sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { findMessages, listMessages } from '../queries/conversation.ts';
import { changeState } from './change-state.ts';
import { deleteConversation } from './delete-conversation.ts';
import { follow } from './follow.ts';
import {
  ana,
  another,
  askForPerson,
  botId,
  bruno,
  db,
  type Facts,
  headOf,
  join,
  leadOf,
  linesOf,
  owner,
  read,
  refusal,
  reply,
  separate,
  setScene,
  setStage,
  source,
  sourceWho,
  standing,
  take,
  target,
  targetWho,
  texts,
  world,
} from './joining.fixture.ts';

setStage(4_800);

describe('separated', () => {
  const waiting = ['active', 'pending', 'taken', 'inactive'] as const;
  test.each(waiting)(
    'INB-114 what was %s is so again, and the target loses what it had got',
    async (state) => {
      if (state !== 'active') await askForPerson(sourceWho);
      if (state === 'taken' || state === 'inactive') await take(ana, source);
      if (state === 'inactive') await changeState(world.app, ana, source, { state: 'inactive' });
      await follow(world.app, owner, source, true);
      const before = await standing(source);
      const targetBefore = await standing(target);
      const { id } = await join(ana);
      world.pass(3000);
      expect(await separate(ana, id)).toMatchObject({ separated: true, restored: true });
      expect(await standing(source)).toEqual(before);
      expect(await standing(target)).toEqual(targetBefore);
      const head = await headOf();
      expect(await separate(ana, id)).toMatchObject({ separated: true, restored: true });
      expect(await headOf()).toBe(head);
      expect((await linesOf(source)).at(-1)).toBe('Ana separó esta conversación: sigue aquí, como estaba');
    },
  );

  test('INB-114 who was answered meanwhile does not wait, and whoever wrote to the target does', async () => {
    await askForPerson(sourceWho);
    await take(ana, source);
    const { waiting_since } = await read(source);
    const first = await join(ana);
    await reply(ana, target);
    world.pass(1000);
    await world.write(targetWho, 'una duda más');
    const wrote = (await read(target)).waiting_since;
    await separate(ana, first.id);
    expect(await read(source)).toMatchObject({ state: 'taken', waiting_since: null });
    expect(await read(target)).toMatchObject({ waiting_since: wrote });
    // Not answered meanwhile: each has its own wait.
    await reply(ana, target);
    await world.write(sourceWho, '¿siguen ahí?');
    const own = (await read(source)).waiting_since;
    expect(own).not.toBe(waiting_since);
    const second = await join(ana);
    world.pass(1000);
    await world.write(targetWho, 'hola');
    const later = world.app.clock.now().toISOString();
    expect(await read(target)).toMatchObject({ waiting_since: own });
    await separate(ana, second.id);
    expect(await read(source)).toMatchObject({ waiting_since: own });
    expect(await read(target)).toMatchObject({ waiting_since: later });
  });

  test('INB-115 whoever writes there again begins another; then the source stays over', async () => {
    const { id } = await join(ana);
    world.pass(1000);
    const next = await world.write(sourceWho, 'otra cosa');
    expect(next).not.toBe(source);
    expect(await separate(ana, id)).toMatchObject({ separated: true, restored: false });
    expect(await read(source)).toMatchObject({ state: 'closed', joined_into: null });
    expect((await read(target)).joined).toEqual([]);
    // What they began is joined like any other.
    expect(await join(ana, next)).toMatchObject({ source_id: next });
  });

  test('INB-116 what is joined is not reopened nor deleted; its target is reopened and joined further', async () => {
    await take(ana, source);
    const { id } = await join(ana);
    expect(
      await refusal(
        changeState(world.app, ana, source, { state: 'taken', agent_id: ana.user.id, reopen: true }),
      ),
    ).toMatchObject({ code: expect.stringMatching(/rule|conflict/u) });
    expect(await refusal(deleteConversation(world.app, owner, source))).toMatchObject({ code: 'rule' });
    await changeState(world.app, ana, target, { state: 'closed' });
    expect(await refusal(separate(ana, id))).toMatchObject({ code: 'rule' });
    expect(
      await refusal(
        changeState(world.app, ana, source, { state: 'taken', agent_id: ana.user.id, reopen: true }),
      ),
    ).toEqual({
      code: 'rule',
      message: 'Esta conversación está unida a otra: sepárala para reabrirla.',
    });
    await changeState(world.app, ana, target, { state: 'taken', agent_id: ana.user.id, reopen: true });
    world.pass(1000);
    const third = await another('por teléfono');
    await take(ana, third.id);
    const outer = await join(ana, target, third.id);
    expect(await texts(ana, third.id)).toEqual(expect.arrayContaining(['pregunta por otro lado']));
    expect((await read(third.id)).joined).toMatchObject([{ id: source, through: target }, { id: target }]);
    expect(await refusal(separate(ana, id))).toMatchObject({
      message: 'Esta conversación está unida a otra: separa primero esa unión.',
    });
    await separate(ana, outer.id, third.id);
    expect((await read(third.id)).joined).toEqual([]);
    await separate(ana, id);
    expect(await read(source)).toMatchObject({ state: 'taken', joined_into: null });
  });

  test('INB-118 search finds what was said there, and a place of it is read around its moment', async () => {
    await world.write(sourceWho, 'mi pedido es el naranja');
    await join(ana);
    const { found } = await findMessages(db, ana.user.id, botId, target, 'naranja');
    expect(found).toHaveLength(1);
    const around = await listMessages(db, ana.user.id, botId, target, { around: found[0]?._id ?? '' });
    expect(around.messages.length).toBeGreaterThan(0);
    expect(around.messages.every(({ conversation_id }) => conversation_id === target)).toBe(true);
    const stranger = await world.conversation(botId, 'nada que ver');
    const [foreign] = await db.query<{ id: string }>(
      sql`select id from messages where conversation_id = ${stranger.id} limit 1`,
    );
    expect(
      (await listMessages(db, ana.user.id, botId, target, { around: foreign?.id ?? '' })).messages,
    ).toEqual([]);
  });

  test('INB-118 clients that are two again are read apart; erasing one erases what it said everywhere', async () => {
    await join(ana);
    const [merge] = await mergesOf(db, await leadOf(target));
    await undoMerge(world.app, owner, merge?.id ?? '');
    expect(await leadOf(source)).not.toBe(await leadOf(target));
    expect(await texts(ana)).toEqual([]);
    expect((await findMessages(db, ana.user.id, botId, target, 'pregunta por otro')).found).toEqual([]);
    await mergeLeads(world.app, owner, await leadOf(target), await leadOf(source), {});
    expect(await texts(ana)).toContain('pregunta por otro lado');
    await eraseLead(world.app, owner, await leadOf(target));
    expect(JSON.stringify(await texts(owner))).not.toContain('pregunta');
  });
});

test('INB-117 whatever is done at the same time, a source points at the one that names it', async () => {
  type Act = 'join' | 'back' | 'take' | 'give' | 'write' | 'writeTo' | 'close' | 'answer' | 'separate';
  const acts = fc.array(
    fc.constantFrom<Act>(
      'join',
      'join',
      'back',
      'take',
      'give',
      'write',
      'writeTo',
      'close',
      'answer',
      'separate',
      'separate',
    ),
    { minLength: 2, maxLength: 9 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 4 }), async (rounds) => {
      await setScene();
      const done: Record<Act, () => Promise<unknown>> = {
        join: () => join(ana),
        back: () => join(owner, target, source),
        take: () => take(bruno, source),
        give: () => changeState(world.app, owner, source, { state: 'taken', agent_id: owner.user.id }),
        write: () => world.write(sourceWho, 'sigo escribiendo'),
        writeTo: () => world.write(targetWho, 'yo también'),
        close: () => changeState(world.app, owner, source, { state: 'closed' }),
        answer: () => reply(ana, target),
        separate: async () => {
          const rows = await db.query<{ id: string; target_id: string }>(sql`
            select id, target_id from conversation_joins where bot_id = ${botId} order by at desc, id desc limit 1`);
          for (const row of rows) await separate(owner, row.id, row.target_id);
        },
      };
      for (const round of rounds) {
        await Promise.all(
          round.map((act) =>
            done[act]().catch((error: unknown) => {
              if (!(error instanceof Refused)) throw error;
            }),
          ),
        );
        await holdsTogether();
      }
    }),
    { numRuns: 25 },
  );
});

/** Sources and targets name each other, nobody is in two, and the kept joins say the same. */
async function holdsTogether(): Promise<void> {
  const rows = await db.query<
    Pick<Facts, 'state' | 'joined' | 'joined_into'> & { id: string; visitor_id: string | null }
  >(sql`
    select id, state, joined, joined_into, visitor_id from conversations where bot_id = ${botId}`);
  const open = await db.query<{ id: string; source_id: string; target_id: string }>(sql`
    select id, source_id, target_id from conversation_joins where bot_id = ${botId} and separated_at is null`);
  const named = rows.flatMap(({ id, joined }) =>
    joined.filter(({ through }) => through === undefined).map((one) => `${one.join_id}:${one.id}>${id}`),
  );
  expect(named.sort()).toEqual(open.map((one) => `${one.id}:${one.source_id}>${one.target_id}`).sort());
  const pointing = rows.flatMap(({ id, joined_into }) =>
    joined_into === null ? [] : [`${id}>${joined_into}`],
  );
  expect(pointing.sort()).toEqual(open.map((one) => `${one.source_id}>${one.target_id}`).sort());
  for (const row of rows) if (row.joined_into !== null) expect(['closed', 'archived']).toContain(row.state);
  // A customer is never in two that are open.
  const present = rows.filter(({ state }) => state !== 'closed' && state !== 'archived');
  expect(new Set(present.map(({ visitor_id }) => visitor_id)).size).toBe(present.length);
}
