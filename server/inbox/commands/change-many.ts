/** One change for many conversations: each alone, so that what is refused for one is done for the others. */
import type { BulkChange, BulkResult } from '../../../contract/calls/inbox-bulk.ts';
import type { SightFacts } from '../../../machines/inbox/sight.ts';
import { sees } from '../../../machines/inbox/sight.ts';
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { changeCard } from './change-card.ts';
import { changeState } from './change-state.ts';
import { runMacro } from './run-macro.ts';

/** How long an answer may have been lost and the change still counts as this call's. */
const RECENT = 60 * 60 * 1000;

/**
 * In the order given; a conversation that is named twice is changed once. Refusals come as results, with code and
 * sentence; what is not the caller's to see is `not_found`. Anything else that fails ends the call: asking again is safe.
 */
export async function changeMany(
  app: App,
  by: BotSession,
  ids: readonly string[],
  change: BulkChange,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const id of new Set(ids)) {
    try {
      await changeOne(app, by, id, change);
      results.push({ id, ok: true, error: null, message: null, lead_name: await nameOf(app, by, id) });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const done = await doneBefore(app, by, id, change);
      results.push({
        id,
        ok: done,
        error: done ? null : error.code,
        message: done ? null : error.message,
        lead_name: await nameOf(app, by, id),
      });
    }
  }
  return results;
}

async function changeOne(app: App, by: BotSession, id: string, change: BulkChange): Promise<void> {
  if ('macro' in change) {
    const { id: macro_id, revision, run, seen_at } = change.macro;
    await runMacro(app, by, id, {
      macro_id,
      revision,
      temporal_id: `${run}:${id}`,
      last_seen: { at: seen_at },
    });
    return;
  }
  // Many are never reopened at once: that is one person's decision about one conversation.
  if ('state' in change)
    await changeState(app, by, id, change.state === 'taken' ? { ...change, reopen: false } : change);
  else {
    const { conversation } = await changeCard(app, by, id, change);
    if ('unread' in change && !change.unread && conversation.pending_messages_count > 0) {
      throw new Refused('rule', {
        message: conversation.agent_name
          ? `Solo ${conversation.agent_name} puede marcar sus mensajes como leídos.`
          : 'Nadie la ha tomado: sus mensajes siguen sin leer.',
      });
    }
  }
}

/** The caller made this very move a moment ago, and its answer was lost: it is done, also where it took their sight. */
async function doneBefore(app: App, by: BotSession, id: string, change: BulkChange): Promise<boolean> {
  if (!('state' in change)) return false;
  const since = new Date(app.clock.now().getTime() - RECENT);
  const [last] = await app.db.query<{ by: string | null; to_state: string; to_agent: number | null }>(sql`
    select t.actor->>'id' as by, t.to_state, t.to_agent from transitions t
    where t.conversation_id = ${id} and t.bot_id = ${by.link.bot_id} and t.at > ${since}
    order by t.at desc, t.id desc limit 1`);
  if (!last || last.by !== String(by.user.id) || last.to_state !== change.state) return false;
  return change.state !== 'taken' || last.to_agent === change.agent_id;
}

/** The client's name for the report; null for who does not see the conversation (any longer). */
async function nameOf(app: App, by: BotSession, id: string): Promise<string | null> {
  const [row] = await app.db.query<SightFacts & { name: string }>(sql`
    select c.state, c.category, c.agent_id, coalesce(c.custom_name, c.lead_name) as name from conversations c
    where c.id = ${id} and c.bot_id = ${by.link.bot_id}`);
  return row && sees(by.viewer, row) ? row.name : null;
}
