/** Lives of conversations for tests of figures: told in a few words, written as rows past the product. */
import fc from 'fast-check';
import { type AnsweredBy, byNode, byWay, ofSection } from '../../contract/rules/answered-by.ts';
import { CHANNELS } from '../../contract/states.ts';
import { type Database, json, sql } from '../platform/database/database.ts';

export const BOT = 64;
export const MINUTE = 60_000;
/** Before which all lives end; any clock is later. */
export const NOW = Date.parse('2026-11-21T12:00:00.000Z');

/** A conversation told in a few words: minutes before now, and what happened. */
export interface Life {
  begins: number;
  channel: (typeof CHANNELS)[number];
  category: 'ventas' | 'soporte' | null;
  /** Minutes after the beginning. */
  steps: {
    after: number;
    what: 'customer' | 'bot' | 'handoff' | 'take' | 'answer' | 'close' | 'reopen' | 'miss';
  }[];
  stars: number | null;
  agent: 0 | 1;
}
export const life: fc.Arbitrary<Life> = fc.record({
  begins: fc.integer({ min: 10, max: 60 * 24 * 9 }),
  channel: fc.constantFrom(...CHANNELS),
  category: fc.constantFrom('ventas', 'soporte', null),
  steps: fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: 3000 }),
      what: fc.constantFrom('customer', 'bot', 'handoff', 'take', 'answer', 'close', 'reopen', 'miss'),
    }),
    { maxLength: 9 },
  ),
  stars: fc.option(fc.integer({ min: 1, max: 5 })),
  agent: fc.constantFrom(0, 1),
});

/** By what a bot answers; some answers are older than that is noted. */
const ANSWERS: readonly Partial<AnsweredBy>[] = [
  { node: byNode('envios'), subject: ofSection('despacho') },
  {},
  { node: byNode('persona'), subject: byWay('v:person').subject },
  byWay('v:document'),
];

/** Rows of lives, written past the product: figures read histories, however they came about. */
export async function writeLives(
  db: Database,
  lives: readonly Life[],
  agents: readonly number[],
  from = 0,
): Promise<void> {
  const conversations: object[] = [];
  const transitions: object[] = [];
  const messages: object[] = [];
  const misses: object[] = [];
  for (const [index, one] of lives.entries()) {
    const id = `c${String(from + index).padStart(5, '0')}`;
    const agent = agents[one.agent] ?? null;
    const begins = NOW - one.begins * MINUTE;
    let state = 'active';
    let owner: number | null = null;
    let rated: string | null = null;
    const move = (at: string, event: string, to: string, who: number | null) => {
      transitions.push({
        id: `t-${id}-${transitions.length}`,
        conversation_id: id,
        event,
        from_state: state,
        to_state: to,
        from_agent: owner,
        to_agent: who,
        at,
      });
      state = to;
      owner = who;
    };
    for (const [place, { after, what }] of [...one.steps].sort((a, b) => a.after - b.after).entries()) {
      const time = begins + after * MINUTE;
      if (time >= NOW) break;
      const at = new Date(time).toISOString();
      const say = (sender: string, who: number | null, by: Partial<AnsweredBy> = {}) =>
        messages.push({
          ...by,
          id: `m-${id}-${place}`,
          conversation_id: id,
          sender,
          agent_id: who,
          at,
          position: place + 1,
        });
      if (what === 'customer' && state !== 'closed') say('Cliente', null);
      if (what === 'bot' && state === 'active') say('bot', null, ANSWERS[place % ANSWERS.length]);
      if (what === 'miss' && state === 'active') misses.push({ conversation_id: id, at });
      if (what === 'handoff' && state === 'active') move(at, 'handoff', 'pending', null);
      if (what === 'take' && state === 'pending') move(at, 'take', 'taken', agent);
      if (what === 'answer' && state === 'taken') say('agent', owner);
      if (what === 'reopen' && state === 'closed') move(at, 'reopen', 'taken', agent);
      if (what === 'close' && state !== 'closed') {
        move(at, 'close', 'closed', owner);
        if (one.stars !== null) rated = new Date(time + 1).toISOString();
      }
    }
    conversations.push({
      id,
      state,
      channel: one.channel,
      category: one.category,
      agent_id: owner,
      rating: rated === null ? null : { stars: one.stars, comment: null },
      rated_at: rated,
      created_at: new Date(begins).toISOString(),
    });
  }
  await db.query(sql`
    insert into leads (id, bot_id, name) select 'l-' || r.id, ${BOT}, 'Cliente ' || r.id
    from jsonb_to_recordset(${json(conversations)}) as r(id text)`);
  await db.query(sql`
    insert into conversations (id, bot_id, lead_id, state, channel, category, agent_id, lead_name, last_message_date, rating,
      rated_at, created_at)
    select r.id, ${BOT}, 'l-' || r.id, r.state, r.channel, r.category, r.agent_id, 'Cliente ' || r.id, r.created_at,
      r.rating, r.rated_at, r.created_at
    from jsonb_to_recordset(${json(conversations)}) as r(id text, state text, channel text, category text, agent_id int,
      rating jsonb, rated_at timestamptz, created_at timestamptz)`);
  await db.query(sql`
    insert into transitions (id, bot_id, conversation_id, event, from_state, to_state, from_agent, to_agent, actor, at)
    select r.id, ${BOT}, r.conversation_id, r.event, r.from_state, r.to_state, r.from_agent, r.to_agent, '{}', r.at
    from jsonb_to_recordset(${json(transitions)}) as r(id text, conversation_id text, event text, from_state text,
      to_state text, from_agent int, to_agent int, at timestamptz)`);
  await db.query(sql`
    insert into messages (id, conversation_id, bot_id, mid, status, sender, text, agent_id, node, subject, position, created_at)
    select r.id, r.conversation_id, ${BOT}, r.id, 'sent', r.sender, 'Hola', r.agent_id, r.node, r.subject, r.position, r.at
    from jsonb_to_recordset(${json(messages)}) as r(id text, conversation_id text, sender text, agent_id int,
      node text, subject text, position int, at timestamptz)`);
  await db.query(sql`
    insert into bot_misses (bot_id, conversation_id, at) select ${BOT}, r.conversation_id, r.at
    from jsonb_to_recordset(${json(misses)}) as r(conversation_id text, at timestamptz)`);
}

/** Nothing of the bot is left. */
export const forget = async (db: Database) => {
  for (const table of [
    sql`metric_facts`,
    sql`metric_marks`,
    sql`metric_periods`,
    sql`metric_changes`,
    sql`bot_misses`,
    sql`messages`,
    sql`transitions`,
    sql`conversations`,
    sql`leads`,
    sql`status_spans`,
  ])
    await db.query(sql`delete from ${table} where bot_id = ${BOT}`);
};
