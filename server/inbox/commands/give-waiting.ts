/**
 * What waits for a team is given to it in order of waiting, as soon as somebody has room: one conversation a run, under
 * its own lock and then the bot's, as every command locks; then the next.
 */
import * as z from 'zod/mini';
import type { Channel } from '../../../contract/states.ts';
import { decideRouting, type WaitsFor } from '../../../machines/routing/decide.ts';
import type { App } from '../../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts';
import { routingPeople } from '../../routing/people.ts';
import { readRouting } from '../../routing/stored-settings.ts';
import { thingsNamed } from '../../routing/things.ts';
import { giveNext, ROUTING_GIVE } from '../../routing/wake.ts';
import { personAt } from '../agents.ts';
import { applyMove, SYSTEM } from '../apply-move.ts';
import { readBotRules } from '../bot-rules.ts';
import { type ConversationRow, lockConversation } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import { ringAfterCommit } from '../sounds.ts';
import { tellWaiting } from '../tell-waiting.ts';
import { setTimers } from '../timers.ts';
import { routeConversation } from './handoff.ts';

const payload = z.object({ bot_id: z.number() });

/** Registers what happens when somebody has room, or something waits. */
export function registerGiving(app: App): void {
  app.jobs.handle(ROUTING_GIVE, async (tx, job) => {
    const { bot_id } = payload.parse(job.payload);
    const id = await firstWithRoom(tx, app.clock.now(), bot_id);
    if (id === null) return;
    const row = await lockConversation(tx, id);
    // Somebody took it meanwhile: what waited behind it is next.
    if (row?.state !== 'pending' || row.waits_for === null) return giveNext(tx, app, bot_id);
    await give(tx, app, row, row.waits_for);
  });
}

async function give(tx: Transaction, app: App, row: ConversationRow, wait: WaitsFor): Promise<void> {
  const work = ConversationWork.on(row, app);
  const rules = await readBotRules(tx, row.bot_id);
  const routed = await routeConversation(tx, work.now, row, rules, { kind: 'waited', for: wait });
  await giveNext(tx, app, row.bot_id);
  // Who had room a moment ago has none: the next run finds what is true now.
  if (!routed?.agent) return;
  const agent = await personAt(tx, routed.agent.id);
  applyMove(
    work,
    { type: 'handoff_assigned', agent_id: agent.id },
    { actor: SYSTEM, agent, category: routed.area, routed },
  );
  await tellWaiting(tx, app, work);
  await setTimers(tx, app, work.row, row.state, rules);
  ringAfterCommit(tx, app, await work.flush(tx));
}

interface Waiting {
  id: string;
  channel: Channel;
  waits_for: WaitsFor | null;
  waiting_since: string | null;
}

/** Of those that wait, the one that has waited longest and that somebody has room for; null: nobody has room for any. */
async function firstWithRoom(tx: Queryable, now: Date, botId: number): Promise<string | null> {
  // Of each team and channel the first: the others wait for the same people.
  const heads = await tx.query<Waiting>(sql`
    select distinct on (waits_for, channel) id, channel, waits_for, waiting_since from conversations
    where bot_id = ${botId} and waits_for is not null and state = 'pending'
    order by waits_for, channel, waiting_since, id`);
  if (heads.length === 0) return null;
  const settings = await readRouting(tx, botId);
  if (!settings) return null;
  const people = await routingPeople(tx, now, botId);
  const things = await thingsNamed(tx, botId, people, settings);
  const hasRoom = ({ channel, waits_for }: Waiting) => {
    if (!waits_for) return false;
    const talk = {
      channel,
      area: null,
      tags: [],
      open: true,
      page: null,
      origin: null,
      fields: {},
      campaigns: [],
    };
    const facts = { talk, settings, auto_assign: false, people, things, turns: settings.turns, holder: null };
    return decideRouting(facts, { kind: 'waited', for: waits_for })?.agent != null;
  };
  const since = ({ waiting_since, id }: Waiting) => `${waiting_since ?? ''} ${id}`;
  const inOrder = heads.toSorted((a, b) => (since(a) < since(b) ? -1 : 1));
  return inOrder.find(hasRoom)?.id ?? null;
}
