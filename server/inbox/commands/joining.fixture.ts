/** Two conversations of one client at a bot, each test with its own: what tests of joining and separating stand on. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { NO_DEADLINES } from '../../../contract/entities/answer-deadlines.ts';
import type { User } from '../../../contract/entities/user.ts';
import { mergeLeads } from '../../clients/merge.ts';
import { type Database, json, sql } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import type { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { listJoinedMessages, listMessages } from '../queries/conversation.ts';
import { testWorld, type World } from '../testing.ts';
import type { VisitorIdentity } from '../visitor-identity.ts';
import { changeState } from './change-state.ts';
import { joinConversation } from './join-conversation.ts';
import { sendMessage } from './send-message.ts';
import { separateConversation } from './separate-conversation.ts';

export let db: Database;
export let world: World;
export let users: Record<'Olga' | 'Ana' | 'Bruno', User>;
export let owner: BotSession;
export let ana: BotSession;
export let bruno: BotSession;
export let botId = 0;
/** Of one client: Ana has the target, nobody the source. */
export let target: string;
export let source: string;
export let targetWho: VisitorIdentity;
export let sourceWho: VisitorIdentity;

/** Its hooks, for a file of tests that asks for them. @param first the bots of its tests are numbered from here */
export function setStage(first: number): void {
  beforeAll(async () => {
    botId = first;
    // A real server: two transactions at once are two transactions at once.
    db = await testDatabase({ engine: 'postgres' });
    world = await testWorld(db);
    users = {
      Olga: await world.addUser('Olga'),
      Ana: await world.addUser('Ana'),
      Bruno: await world.addUser('Bruno'),
    };
  });
  afterAll(async () => {
    await world.close();
    await db.close();
  });
  beforeEach(setScene);
}

export async function setScene(): Promise<void> {
  botId += 1;
  await world.addBot(botId);
  await db.query(sql`
    update bots set answer_deadlines = ${json({ ...NO_DEADLINES, first: 60, next: 30, open_hours: false })}
    where id = ${botId}`);
  owner = await world.link(users.Olga, botId, 'propietario');
  ana = await world.link(users.Ana, botId, 'agente');
  bruno = await world.link(users.Bruno, botId, 'agente');
  ({ id: target, who: targetWho } = await world.conversation(botId, 'pregunta por la web'));
  world.pass(1000);
  ({ id: source, who: sourceWho } = await another('pregunta por otro lado'));
  await take(ana, target);
  world.pass(1000);
}

export const leadOf = async (id: string) => {
  const [row] = await db.query<{ lead_id: string }>(sql`select lead_id from conversations where id = ${id}`);
  return row?.lead_id ?? '';
};
/** One more conversation of the client, by another door. */
export async function another(text: string): Promise<{ id: string; who: VisitorIdentity }> {
  const made = await world.conversation(botId, text);
  await mergeLeads(world.app, owner, await leadOf(target), await leadOf(made.id), {});
  world.pass(1000);
  return made;
}

export interface Facts {
  state: string;
  agent_id: number | null;
  waiting_since: string | null;
  answer_kind: string | null;
  answer_due_at: string | null;
  unread: boolean;
  snoozed_until: string | null;
  pending_messages_count: number;
  followers: number[];
  joined: { id: string; join_id: string; through?: string }[];
  joined_into: string | null;
  message_count: number;
  last_message_date: string;
}
export const read = async (id: string): Promise<Facts> => {
  const [row] = await db.query<Facts>(sql`
    select state, agent_id, waiting_since, answer_kind, answer_due_at, unread, snoozed_until, pending_messages_count,
      followers, joined, joined_into, message_count, last_message_date
    from conversations where id = ${id}`);
  if (!row) throw new Error('No conversation');
  return row;
};
/** What separating gives back: all but the lines that tell of it. */
export const standing = async (id: string) => {
  const { message_count: _, ...rest } = await read(id);
  return rest;
};
export const take = (by: BotSession, id: string) =>
  changeState(world.app, by, id, { state: 'taken', agent_id: by.user.id });
/** As 'Tomar el control': the owner has what Ana had. */
export const takeOver = (id: string) =>
  changeState(world.app, owner, id, {
    state: 'taken',
    agent_id: owner.user.id,
    from_agent_id: ana.user.id,
    reason: null,
  });
export const reply = (by: BotSession, id: string, text = 'Hola') =>
  sendMessage(world.app, by, { conversation_id: id, text, temporal_id: world.app.ids() });
export const askForPerson = (who: VisitorIdentity) =>
  world.write(who, '', { button: 'persona', text: undefined });
export const join = async (by: BotSession, from = source, into = target, more: object = {}) =>
  joinConversation(world.app, by, into, {
    source_id: from,
    temporal_id: world.app.ids(),
    last_seen: (await read(into)).message_count,
    source_seen: (await read(from)).last_message_date,
    ...more,
  });
export const separate = (by: BotSession, joinId: string, from = target) =>
  separateConversation(world.app, by, from, joinId);
export const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, message }: Refused) => ({ code, message }),
  );
export const texts = async (by: BotSession, id = target) =>
  (await listJoinedMessages(db, by.user.id, botId, id)).messages
    .filter(({ from }) => from !== 'system')
    .map(({ text }) => text);
export const linesOf = async (id: string) =>
  (await listMessages(db, owner.user.id, botId, id)).messages
    .filter(({ from }) => from === 'system')
    .map(({ text }) => text);
export const headOf = async () => {
  const [row] = await db.query<{ log_head: number }>(sql`select log_head from bots where id = ${botId}`);
  return row?.log_head;
};
