/** Two conversations of a bot in one transaction: how they are locked, and who may join or part them. */
import { allows } from '../../../contract/permissions.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { App } from '../../platform/app.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { conflict } from '../apply-move.ts';
import type { ConversationRow } from '../conversation-row.ts';
import type { ConversationWork } from '../conversation-work.ts';
import { appendEvents } from '../event-log.ts';
import { forgetSummaries } from '../summary-row.ts';
import { lockAtBot } from './open-conversation.ts';

/** Locks both, in the order of their ids as everybody does who locks several. Throws not_found for another bot's. */
export async function lockBoth(
  tx: Queryable,
  by: BotSession,
  sourceId: string,
  targetId: string,
): Promise<{ source: ConversationRow; target: ConversationRow }> {
  const [first, second] = sourceId < targetId ? [sourceId, targetId] : [targetId, sourceId];
  const one = await lockAtBot(tx, by, first);
  const other = await lockAtBot(tx, by, second);
  return sourceId === first ? { source: one, target: other } : { source: other, target: one };
}

/** Throws already_taken where a colleague has it, unless the caller may take conversations from colleagues. */
export function requireNotAnothers(by: BotSession, row: ConversationRow): void {
  if (row.state !== 'taken' || row.agent_id === by.user.id) return;
  if (!allows(by.link.role.permissions, 'live', 'shunt-agent')) throw conflict('already_taken', row);
}

/** Writes both and appends what happened in both, which is the last thing of the transaction. */
export async function flushBoth(
  tx: Transaction,
  app: App,
  works: readonly [ConversationWork, ConversationWork],
): Promise<void> {
  for (const work of works) await work.write(tx);
  const [{ row, now }] = works;
  await appendEvents(
    tx,
    app,
    row.bot_id,
    works.flatMap(({ drafts }) => drafts),
    now,
  );
}

/** The record of what was joined to a conversation before and after; what was summed up of it is forgotten. */
export async function recordJoined(
  tx: Transaction,
  app: App,
  by: BotSession,
  before: ConversationRow,
  after: ConversationRow,
): Promise<void> {
  await writeAudit(tx, app, {
    by: by.user,
    type: 'conversation',
    id: before.id,
    botId: before.bot_id,
    before: { joined: before.joined.map((one) => one.id) },
    after: { joined: after.joined.map((one) => one.id) },
  });
  // It says what another conversation says: too little from now on, or what is no longer read here.
  await forgetSummaries(tx, [before.id]);
}
