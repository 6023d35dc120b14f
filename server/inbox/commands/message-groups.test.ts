/** What customers rely on when many of them write at once (server/inbox/SPEC.md INB-106). */
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '../../../contract/entities/message.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { showConversation } from '../queries/conversation.ts';
import type { World } from '../testing.ts';
import type { VisitorIdentity } from '../visitor-identity.ts';
import { changeState } from './change-state.ts';
import { customerWrote } from './customer-wrote.ts';
import { MessageGroups } from './message-groups.ts';
import type { Attention } from './receive-message.ts';
import { CommandsWorld, refusal, type Scene } from './testing.ts';

let stage: CommandsWorld;
let db: Database;
let world: World;
let scene: Scene;
let groups: MessageGroups;

beforeAll(async () => {
  stage = await CommandsWorld.open();
  ({ db, world } = stage);
});
afterAll(() => stage.close());
beforeEach(async () => {
  scene = await stage.scene();
  groups = new MessageGroups(world.app);
});

interface Customer {
  who: VisitorIdentity;
  id: string;
  attention: Attention;
}

/** Customers who talk with Ana. */
async function customers(count: number): Promise<Customer[]> {
  const all: Customer[] = [];
  for (let made = 0; made < count; made += 1) {
    const { id, who } = await world.conversation(scene.botId);
    await changeState(world.app, scene.ana, id, { state: 'taken', agent_id: scene.ana.user.id });
    all.push({ id, who, attention: { byPerson: true, blocked: false } });
  }
  return all;
}

const write = ({ who, attention }: Customer, text: string, key = world.app.ids()): Promise<Message> =>
  customerWrote(world.app, world.minds, who, { text, temporal_id: key }, { attention, groups });

const saidIn = async (id: string): Promise<string[]> =>
  (
    await db.query<{ said: string }>(sql`
      select sender || ': ' || text as said from messages where conversation_id = ${id} and sender <> 'system'
      order by position`)
  ).map(({ said }) => said);

/** Transactions in which these were told. */
const transactionsOf = async (texts: readonly string[]): Promise<number> => {
  const [row] = await db.query<{ count: number }>(sql`
    select count(distinct xmin::text)::int as count from events
    where bot_id = ${scene.botId} and name = 'NEW_MESSAGE' and data->'message'->>'text' = any(${texts}::text[])`);
  return row?.count ?? 0;
};

/** The log has no hole, and its last card of each conversation is what a fresh load shows. */
async function expectWholeLog(ids: readonly string[]): Promise<void> {
  const { botId } = scene;
  const [log] = await db.query<{ head: number; count: number; last: number }>(sql`
    select b.log_head as head, count(e.seq)::int as count, max(e.seq)::int as last
    from bots b join events e on e.bot_id = b.id where b.id = ${botId} group by b.log_head`);
  expect(log).toEqual({ head: log?.head, count: log?.head, last: log?.head });
  for (const id of ids) {
    const { conversation } = await showConversation(db, scene.owner.user.id, botId, id);
    const [event] = await db.query<{ card: object }>(sql`
      select data->'conversation' as card from events
      where bot_id = ${botId} and conversation_id = ${id} and data ? 'conversation' order by seq desc limit 1`);
    // Whether they are there is told by itself.
    expect({ ...event?.card, isUserOnline: null }).toEqual({ ...conversation, isUserOnline: null });
    const [places] = await db.query<{ whole: boolean }>(sql`
      select array_agg(position order by position) = array_agg(row order by row) as whole
      from (select position, row_number() over (order by position)::int as row from messages
            where conversation_id = ${id}) as numbered`);
    expect(places).toEqual({ whole: true });
  }
}

describe('customers who write at once', () => {
  test('INB-106 are taken in fewer transactions than messages, each as if alone', async () => {
    const all = await customers(12);
    const texts = all.map((_, place) => `hola ${place}`);
    const taken = await Promise.all(all.map((one, place) => write(one, texts[place] ?? '')));
    expect(taken.map(({ conversation_id }) => conversation_id)).toEqual(all.map(({ id }) => id));
    for (const [place, { id }] of all.entries())
      expect((await saidIn(id)).at(-1)).toBe(`Cliente: ${texts[place]}`);
    expect(await transactionsOf(texts)).toBeLessThan(8);
    await expectWholeLog(all.map(({ id }) => id));
    const rings = world.told.filter(({ name }) => name === 'SOUND_LIVE_CHAT_MESSAGE');
    expect(rings.length).toBeGreaterThanOrEqual(12);
  });

  test('keep the order of what each of them said, and say nothing twice', async () => {
    const [ana, luis] = (await customers(2)) as [Customer, Customer];
    const said = ['uno', 'dos', 'tres', 'cuatro'];
    const writing = said.flatMap((text) => [
      write(ana, text, `ana ${text}`),
      write(luis, text, `luis ${text}`),
      write(ana, text, `ana ${text}`),
    ]);
    const mids = (await Promise.all(writing)).map(({ mid }) => mid);
    expect(new Set(mids).size).toBe(8);
    for (const { id } of [ana, luis])
      expect((await saidIn(id)).slice(-4)).toEqual(said.map((text) => `Cliente: ${text}`));
  });

  test('INB-106 begin nothing while what they said before is on its way; nobody else waits for it', async () => {
    const [ana, luis] = (await customers(2)) as [Customer, Customer];
    const order: string[] = [];
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const take = ({ who }: Customer, name: string, until?: Promise<void>) =>
      groups
        .take({ who, body: { text: name, temporal_id: name }, ready: null, via: null }, async () => {
          order.push(`${name} begins`);
          await until;
          order.push(`${name} ends`);
          throw new Refused('conflict');
        })
        .catch(() => undefined);
    const both = [take(ana, 'one', held), take(ana, 'two')];
    await take(luis, 'other');
    end();
    await Promise.all(both);
    expect(order).toEqual(['one begins', 'other begins', 'other ends', 'one ends', 'two begins', 'two ends']);
  });

  test('are answered by the bot where it has the conversation again, whatever was thought', async () => {
    const all = await customers(6);
    const [back] = all as [Customer];
    await changeState(world.app, scene.ana, back.id, { state: 'active' });
    await Promise.all(all.map((one) => write(one, '¿a qué hora abren?')));
    expect((await saidIn(back.id)).slice(-2)).toEqual([
      'Cliente: ¿a qué hora abren?',
      'bot: Abrimos de 9 a 18.',
    ]);
    for (const { id } of all.slice(1)) expect((await saidIn(id)).at(-1)).toBe('Cliente: ¿a qué hora abren?');
    await expectWholeLog(all.map(({ id }) => id));
  });

  test('do not suffer from one of them who is blocked, nor tell them', async () => {
    const all = await customers(5);
    const [blocked] = all as [Customer];
    await db.query(sql`update leads set blocked_at = now() where id = ${blocked.who.leadId}`);
    const taken = await Promise.all(all.map((one) => write(one, 'se oye')));
    expect(taken.map(({ text }) => text)).toEqual(all.map(() => 'se oye'));
    expect(blocked.attention.blocked).toBe(true);
    expect(await saidIn(blocked.id)).not.toContain('Cliente: se oye');
    for (const { id } of all.slice(1)) expect(await saidIn(id)).toContain('Cliente: se oye');
  });

  test('are all refused by a bot that is off, and nothing is kept', async () => {
    const all = await customers(4);
    await db.query(sql`update bots set activated = false where id = ${scene.botId}`);
    const before = await scene.head();
    const refused = await Promise.all(all.map((one) => refusal(write(one, 'hola'))));
    expect(refused.map(({ code }) => code)).toEqual(all.map(() => 'unavailable'));
    expect(await scene.head()).toBe(before);
  });

  test('find the same with agents who move their conversations meanwhile, in any order', async () => {
    const step = fc.record({
      customer: fc.nat(3),
      does: fc.constantFrom('write', 'write', 'write', 'again', 'give back', 'take', 'close'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        const all = await customers(4);
        const sent: { id: string; key: string; mid: string }[] = [];
        const keys = new Map<string, string>();
        await Promise.all(
          steps.map(async ({ customer, does }) => {
            const one = all[customer] as Customer;
            const { id, who } = one;
            if (does === 'write' || does === 'again') {
              const key = (does === 'again' && keys.get(who.id)) || world.app.ids();
              keys.set(who.id, key);
              const { mid } = await write(one, `con ${key}`, key);
              sent.push({ id: who.id, key, mid });
              return;
            }
            const change =
              does === 'take'
                ? ({ state: 'taken', agent_id: scene.ana.user.id } as const)
                : ({ state: does === 'close' ? 'closed' : 'active' } as const);
            // Whoever comes too late is told so.
            await changeState(world.app, scene.ana, id, change).catch((error: unknown) => {
              if (!(error instanceof Refused)) throw error;
            });
          }),
        );
        for (const { id, key, mid } of sent) {
          const kept = await db.query<{ mid: string }>(sql`
            select mid from messages where author = ${`v:${id}`} and temporal_id = ${key}`);
          expect(kept).toEqual([{ mid }]);
        }
        const ids = await db.query<{ id: string }>(sql`
          select id from conversations where bot_id = ${scene.botId} and visitor_id = any(${all.map(({ who }) => who.id)}::text[])`);
        await expectWholeLog(ids.map(({ id }) => id));
      }),
      { numRuns: 25 },
    );
  });
});
