import { describe, expect, test } from 'vitest';
import { JOIN_LIMITS } from '../../../contract/join-limits.ts';
import { keepFacts } from '../../metrics/keep-facts.ts';
import { compareFacts } from '../../metrics/nightly.ts';
import { json, sql } from '../../platform/database/database.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { listJoinedMessages, listMessages, showConversation } from '../queries/conversation.ts';
import { countStates } from '../queries/counters.ts';
import { changeState } from './change-state.ts';
import { follow } from './follow.ts';
import { joinConversation } from './join-conversation.ts';
import {
  ana,
  another,
  askForPerson,
  botId,
  bruno,
  db,
  headOf,
  join,
  linesOf,
  owner,
  read,
  refusal,
  reply,
  separate,
  setStage,
  source,
  sourceWho,
  take,
  takeOver,
  target,
  texts,
  world,
} from './joining.fixture.ts';
import { scheduleMessage } from './schedule-message.ts';

setStage(800);

describe('joined', () => {
  test('INB-110 the source is over and points at the target, which names it and says who joined it', async () => {
    const joined = await join(ana);
    expect(joined).toMatchObject({ source_id: source, target_id: target, separated: false });
    expect(await read(source)).toMatchObject({ state: 'closed', joined_into: target });
    const { conversation } = await showConversation(db, ana.user.id, botId, target);
    expect(conversation).toMatchObject({
      state: 'taken',
      joined: [{ id: source, channel: 'web', join_id: joined.id }],
    });
    expect((await linesOf(target)).at(-1)).toMatch(/^Ana unió aquí la conversación de /u);
    expect((await linesOf(source)).at(-1)).toBe('Ana unió esta conversación a otra del cliente: sigue allí');
    const [audit] = await db.query<{ user_name: string | null; changes: { column_name: string }[] }>(sql`
      select user_name, changes from audits where auditable_type = 'conversation' and auditable_id = ${target}`);
    expect(audit).toMatchObject({
      user_name: 'Ana',
      changes: [{ column_name: 'joined', new_value: source }],
    });
  });

  test('INB-110 who sees the target reads what was said in the source; who does not sees neither', async () => {
    await reply(ana, target);
    await world.write(sourceWho, 'y algo más');
    await join(ana);
    // Ana does not see the source by itself: nobody's, and over.
    expect(await refusal(listMessages(db, ana.user.id, botId, source))).toMatchObject({ code: 'not_found' });
    const said = await texts(ana);
    expect(said).toContain('pregunta por otro lado');
    expect(said.indexOf('pregunta por otro lado')).toBeLessThan(said.indexOf('y algo más'));
    expect(await texts(owner)).toEqual(said);
    expect(await refusal(texts(bruno))).toMatchObject({ code: 'not_found' });
  });

  test('INB-110 the same key joins once, also when both arrive at the same time', async () => {
    const input = {
      source_id: source,
      temporal_id: 'once',
      last_seen: (await read(target)).message_count,
      source_seen: (await read(source)).last_message_date,
    };
    const both = await Promise.all([
      joinConversation(world.app, ana, target, input),
      joinConversation(world.app, ana, target, input),
    ]);
    expect(both[0]).toEqual(both[1]);
    const head = await headOf();
    expect(await joinConversation(world.app, ana, target, input)).toEqual(both[0]);
    expect(await headOf()).toBe(head);
    const third = await another('tercera');
    expect(
      await refusal(joinConversation(world.app, ana, target, { ...input, source_id: third.id })),
    ).toEqual({
      code: 'rule',
      message: 'Esta unión ya se hizo con otra conversación.',
    });
  });

  test('INB-113 what was late before it was joined is late once, whoever answers it and when', async () => {
    await askForPerson(sourceWho);
    await reply(ana, target);
    const since = (await read(source)).waiting_since;
    world.pass(61 * 60_000);
    await world.app.jobs.runDue();
    await join(ana);
    expect((await read(target)).waiting_since).toBe(since);
    await world.app.jobs.runDue();
    world.pass(60_000);
    await reply(ana, target, 'Disculpa la espera');
    const ended = await db.query<{ conversation_id: string; kept: boolean }>(sql`
      select conversation_id, kept from answer_outcomes where bot_id = ${botId} and since = ${since}::timestamptz`);
    expect(ended).toEqual([{ conversation_id: source, kept: false }]);
  });

  test('INB-110 pages of what was said there have every message once, in order of time', async () => {
    const rows = Array.from({ length: JOIN_LIMITS.page + 40 }, (_, at) => ({ at }));
    await db.query(sql`
      insert into messages (id, conversation_id, bot_id, mid, status, sender, text, note, buttons, attachments, created_at, position)
      select 'many-' || ${botId}::text || '-' || lpad(r.at::text, 4, '0'), ${source}, ${botId}::int, 'many-' || ${botId}::text || '-' || r.at, 'sent', 'bot',
        'n ' || r.at, false, '[]', '[]', ${world.app.clock.now()}::timestamptz + r.at * interval '1 millisecond', 100 + r.at
      from jsonb_to_recordset(${json(rows)}) as r(at int)`);
    await join(ana);
    const newest = await listJoinedMessages(db, ana.user.id, botId, target);
    expect(newest).toMatchObject({ more: true });
    expect(newest.messages).toHaveLength(JOIN_LIMITS.page);
    const older = await listJoinedMessages(db, ana.user.id, botId, target, newest.messages[0]?._id);
    expect(older.more).toBe(false);
    const all = [...older.messages, ...newest.messages];
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(all.length);
    expect(all.map(({ created_at }) => created_at)).toEqual(all.map(({ created_at }) => created_at).sort());
    const [stored] = await db.query<{ count: number }>(
      sql`select count(*)::int as count from messages where conversation_id = ${source}`,
    );
    expect(all).toHaveLength(stored?.count ?? 0);
  });
});

describe('refused', () => {
  const unchanged = async (asked: () => Promise<unknown>) => {
    const head = await headOf();
    const found = await refusal(asked());
    expect(await headOf()).toBe(head);
    return found;
  };

  test('INB-111 another client’s, another bot’s, oneself, and what is not there', async () => {
    const stranger = await world.conversation(botId);
    expect(await unchanged(() => join(ana, stranger.id))).toEqual({
      code: 'rule',
      message: 'Son de clientes distintos: no se pueden unir.',
    });
    expect(await unchanged(() => join(ana, target))).toMatchObject({ code: 'rule' });
    const other = botId + 50_000;
    await world.addBot(other);
    const foreign = await world.conversation(other);
    expect(await unchanged(() => join(ana, foreign.id))).toMatchObject({ code: 'not_found' });
    expect(await unchanged(() => join(ana, source, foreign.id))).toMatchObject({ code: 'not_found' });
    expect(
      await unchanged(() => join(ana, source, target, { source_id: "x'); drop table leads; --" })),
    ).toMatchObject({ code: 'not_found' });
  });

  test('INB-111 what nobody has taken, what is over, what is joined already, and a ring', async () => {
    expect(await unchanged(() => join(ana, target, source))).toMatchObject({
      code: 'rule',
      message: 'Toma primero esta conversación: quien la tiene responde por las dos.',
    });
    const third = await another('tercera');
    await take(ana, third.id);
    await join(ana);
    expect(await unchanged(() => join(ana))).toMatchObject({ code: 'not_found' });
    expect(await unchanged(() => join(owner))).toEqual({
      code: 'rule',
      message: 'Esa conversación ya está unida a otra.',
    });
    expect(await unchanged(() => join(owner, target, source))).toMatchObject({
      code: 'rule',
      message: 'Esta conversación está unida a otra: une la nueva a esa, donde sigue.',
    });
    await changeState(world.app, ana, third.id, { state: 'closed' });
    expect(await unchanged(() => join(ana, third.id))).toMatchObject({
      message: 'Esa conversación ya terminó: solo se unen las que siguen abiertas.',
    });
  });

  test('INB-111 what a colleague has, unless one may take it from them', async () => {
    await take(bruno, source);
    const refused = await unchanged(() => join(ana));
    expect(refused).toEqual({ code: 'already_taken', message: 'Bruno ya tomó esta conversación.' });
    const { id } = await join(owner);
    expect(await read(source)).toMatchObject({ state: 'closed', agent_id: bruno.user.id });
    // Bruno sees the source, and not the target: nothing of it is his to part.
    expect(await unchanged(() => separate(bruno, id))).toEqual({
      code: 'already_taken',
      message: 'Ana ya tomó esta conversación.',
    });
    expect(await unchanged(() => separate(ana, id, source))).toMatchObject({ code: 'not_found' });
  });

  test('INB-111 what has something scheduled', async () => {
    await take(ana, source);
    const send_at = new Date(world.app.clock.now().getTime() + 3_600_000).toISOString();
    await scheduleMessage(world.app, ana, source, { text: 'Luego', send_at, temporal_id: world.app.ids() });
    expect(await unchanged(() => join(ana))).toMatchObject({ code: 'rule' });
  });

  test('INB-111 a conversation shows twenty others at most, in chains too', async () => {
    const parts = Array.from({ length: JOIN_LIMITS.joined - 1 }, (_, at) => ({
      id: `p${at}`,
      channel: 'web',
      join_id: `j${at}`,
      at: world.app.clock.now().toISOString(),
    }));
    await db.query(sql`update conversations set joined = ${json(parts)} where id = ${source}`);
    await join(ana);
    expect((await read(target)).joined).toHaveLength(JOIN_LIMITS.joined);
    const third = await another('una más');
    expect(await unchanged(() => join(ana, third.id))).toEqual({
      code: 'rule',
      message: 'Una conversación puede tener hasta 20 unidas.',
    });
  });

  test('INB-112 a colleague’s answer that was not seen, in either of them', async () => {
    await take(ana, source);
    const seen = (await read(source)).last_message_date;
    world.pass(1000);
    const hand = (id: string, to: BotSession) =>
      changeState(world.app, owner, id, { state: 'taken', agent_id: to.user.id, reason: null });
    await takeOver(source);
    await reply(owner, source);
    await hand(source, ana);
    expect(await unchanged(() => join(ana, source, target, { source_seen: seen }))).toMatchObject({
      code: 'stale_view',
    });
    const { message_count } = await read(target);
    await takeOver(target);
    await reply(owner, target);
    await hand(target, ana);
    expect(await unchanged(() => join(ana, source, target, { last_seen: message_count }))).toMatchObject({
      code: 'stale_view',
    });
    await join(ana);
  });
});

describe('what goes on at the target', () => {
  test('INB-113 the wait with the answer that is owed, the unread and the followers, each counted once', async () => {
    await reply(ana, target);
    await follow(world.app, bruno, source, true);
    await askForPerson(sourceWho);
    const before = await read(source);
    expect(before).toMatchObject({ state: 'pending', answer_kind: 'first' });
    await join(ana);
    expect(await read(target)).toMatchObject({
      waiting_since: before.waiting_since,
      answer_kind: 'first',
      answer_due_at: before.answer_due_at,
      pending_messages_count: (before.pending_messages_count ?? 0) + 1,
      followers: [bruno.user.id],
    });
    expect(await read(source)).toMatchObject({
      waiting_since: null,
      answer_due_at: null,
      pending_messages_count: 0,
    });
    const { base_counters } = await countStates(db, owner.user.id, botId);
    expect(base_counters).toMatchObject({ taken: 1, pending: 0, closed: 1 });
    await reply(ana, target);
    expect(await read(target)).toMatchObject({ waiting_since: null, answer_due_at: null });
  });

  test('INB-113 figures: a join is no closing, and what had begun goes on when it is separated', async () => {
    const key = async (name: string) => {
      await keepFacts(world.app, botId, Number.POSITIVE_INFINITY);
      expect(await compareFacts(world.app, botId)).toBe(0);
      const [row] = await db.query<{ count: number }>(sql`
        select count(*)::int as count from metric_facts where bot_id = ${botId} and key = ${name}`);
      return row?.count;
    };
    await askForPerson(sourceWho);
    const { id } = await join(ana);
    for (const name of ['resolution', 'rating_rate', 'not_answered', 'reopened'])
      expect(await key(name)).toBe(0);
    expect(await key('conversations')).toBe(2);
    await separate(ana, id);
    await take(ana, source);
    await reply(ana, source);
    await changeState(world.app, ana, source, { state: 'closed' });
    expect(await key('first_response')).toBe(1);
    expect(await key('resolution')).toBe(1);
    expect(await key('reopened')).toBe(0);
  });
});
