/** How many conversations the viewer sees, by state and channel, and how many they have: `count_states_{product}_live`. */
import type { CounterBase } from '../../../contract/calls/conversations.ts';
import { emptyMatrix, stateTotals } from '../../../contract/entities/counters.ts';
import type { Channel, ConversationState } from '../../../contract/states.ts';
import { inState } from '../../../machines/inbox/held.ts';
import { readBaseHead } from '../../access/base-head.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { keptCounts } from '../kept-counts.ts';
import { markedFor } from '../marked-for.ts';
import { visibleTo } from '../viewer.ts';

/** @param state whose channel counters are wanted; the matrix has them all */
export async function countStates(
  db: Database,
  userId: number,
  botId: number,
  state: ConversationState = 'active',
): Promise<CounterBase> {
  return db.snapshot(async (tx) => {
    const base = await readBaseHead(tx, userId, botId);
    // One's own are always seen: what one has in hand is among what is summed.
    const rows = await tx.query<{
      state: ConversationState;
      channel: Channel;
      count: number;
      own: number;
    }>(sql`
      select c.state, c.channel, sum(c.count)::int as count,
        coalesce(sum(c.count) filter (where c.agent_id = ${userId}), 0)::int as own
      from ${keptCounts(botId)}
      where ${visibleTo(base.viewer)} group by c.state, c.channel having sum(c.count) <> 0`);
    const [own] = await tx.query<{ following: number; mentions: number; overdue: number }>(sql`
      select
        (select count(*)::int from conversations c where c.bot_id = ${botId}
          and ${markedFor('followers', userId)} and ${visibleTo(base.viewer)}) as following,
        (select count(*)::int from conversations c where c.bot_id = ${botId}
          and ${markedFor('mention_unseen', userId)} and ${visibleTo(base.viewer)}) as mentions,
        (select count(*)::int from conversations c where c.bot_id = ${botId}
          and c.answer_level is not null and c.answer_level = 'late' and ${visibleTo(base.viewer)}) as overdue`);
    const [last] = await tx.query<{ id: string }>(sql`
      select id from events where bot_id = ${botId} and seq = ${base.seq}`);
    const matrix = emptyMatrix();
    let mine = 0;
    for (const row of rows) {
      matrix[row.state][row.channel] = row.count;
      if (inState('held', row.state)) mine += row.own;
    }
    return {
      base_counters: stateTotals(matrix),
      base_channel_counters: { ...matrix[state] },
      matrix,
      mine,
      following: own?.following ?? 0,
      mentions: own?.mentions ?? 0,
      overdue: own?.overdue ?? 0,
      seq_id: last?.id ?? null,
      ...base,
    };
  });
}
