/**
 * Figures that other screens show (/dashboard, /agentes): they are read from the same facts as /metrics, so that no two
 * screens say something else of one thing.
 */
import type { FactKey } from '../../contract/rules/metrics.ts';
import type { App } from '../platform/app.ts';
import { type Sql, sql } from '../platform/database/database.ts';
import { keepFacts } from './keep-facts.ts';
import { buildLater } from './nightly.ts';

/** Pages of facts that one look makes; the rest of a bot with a long past is made beside it. */
const WORK = 6;

/** Brings a bot's facts up to its log, before they are read. */
export async function factsUpToDate(app: App, botId: number): Promise<void> {
  if (!(await keepFacts(app, botId, WORK))) await buildLater(app, botId);
}

/** The facts of one figure as `f`, for a statement's `from`. @param to exclusive */
export const factsOfKey = (botId: number, key: FactKey, from: Date | string, to: Date | string): Sql => sql`(
  select conversation_id, at, agent_id, value from metric_facts
  where bot_id = ${botId} and key = ${key} and at >= ${from}::timestamptz and at < ${to}::timestamptz) f`;
