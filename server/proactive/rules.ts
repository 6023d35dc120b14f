/** A bot's rules of proactive messages as its owners write them: kept as a whole, one row a bot. */
import { isOpen, nextClosing, nextOpening } from '../../contract/calendar/open-hours.ts';
import type { BotProactive, ProactiveRule, ProactiveShown } from '../../contract/entities/proactive.ts';
import { hostOf } from '../../contract/proactive/decide.ts';
import { proactiveFault, proactiveTexts } from '../../contract/proactive/rules.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { readCalendar } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { cleanLine, cleanText } from '../platform/clean-text.ts';
import { json, type Queryable, sql } from '../platform/database/database.ts';
import { editConflict } from '../platform/http/edit-conflict.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { countsOf } from './counts.ts';

interface Kept {
  revision: number;
  rules: ProactiveRule[];
  updated_by_name: string | null;
}

async function readKept(db: Queryable, botId: number): Promise<Kept> {
  const [row] = await db.query<Kept>(sql`
    select revision, rules, updated_by_name from proactive_rules where bot_id = ${botId}`);
  return row ?? { revision: 0, rules: [], updated_by_name: null };
}

/** As their screen shows them. */
export async function readProactive(db: Queryable, now: Date, botId: number): Promise<BotProactive> {
  const { revision, rules } = await readKept(db, botId);
  const counts = await countsOf(db, botId, now);
  const calendar = await readCalendar(db, botId);
  return { bot_id: botId, revision, rules, counts, open: isOpen(calendar, null, now.getTime()) };
}

/** As sites are told; null: none is switched on. */
export async function shownProactive(
  db: Queryable,
  now: Date,
  botId: number,
): Promise<ProactiveShown | null> {
  const { rules } = await readKept(db, botId);
  const shown = rules.filter(({ enabled }) => enabled);
  if (shown.length === 0) return null;
  const calendar = await readCalendar(db, botId);
  const at = now.getTime();
  const open = isOpen(calendar, null, at);
  const changes = open ? nextClosing(calendar, null, at) : nextOpening(calendar, null, at);
  return {
    rules: shown.map(({ name: _name, enabled: _enabled, ...rule }) => rule),
    open,
    changes_at: changes === null ? null : new Date(changes).toISOString(),
  };
}

/** Saves all of them over what was seen. Throws conflict when somebody saved since; rule with `details.fields`. */
export async function saveProactive(
  app: App,
  by: BotSession,
  wish: { revision: number; rules: readonly ProactiveRule[] },
): Promise<BotProactive> {
  const botId = by.link.bot_id;
  const rules = wish.rules.map(tidied);
  const fault = proactiveFault(rules);
  if (fault) throw fieldFault(fault.field, fault.message);
  return app.db.transaction(async (tx) => {
    // The bot's row is the lock: who saves first has none of their own yet.
    const [bot] = await tx.query(sql`select id from bots where id = ${botId} for no key update`);
    if (!bot) throw new Refused('not_found');
    const kept = await readKept(tx, botId);
    const before = proactiveTexts(kept.rules);
    if (wish.revision !== kept.revision) {
      const theirs = Object.entries(before).map(([field, value]) => ({ field, value }));
      throw editConflict({ revision: kept.revision, by: kept.updated_by_name, theirs }, 'save');
    }
    const on = rules.some(({ enabled }) => enabled);
    const row = sql`${kept.revision + 1}, ${on}, ${json(rules)}, ${by.user.name}`;
    await tx.query(sql`
      insert into proactive_rules (bot_id, revision, "on", rules, updated_by_name) values (${botId}, ${row})
      on conflict (bot_id) do update set revision = excluded.revision, "on" = excluded."on",
        rules = excluded.rules, updated_by_name = excluded.updated_by_name`);
    const after = proactiveTexts(rules);
    await writeAudit(tx, app, { by: by.user, type: 'bot_proactive', id: botId, botId, before, after });
    return readProactive(tx, app.clock.now(), botId);
  });
}

/** What was typed, as it is kept: names on one line, sites by their names, texts without what no database takes. */
function tidied(rule: ProactiveRule): ProactiveRule {
  return {
    ...rule,
    id: cleanText(rule.id),
    name: cleanLine(rule.name) ?? '',
    text: cleanText(rule.text).trim(),
    paths: rule.paths.map(({ how, path }) => ({ how, path: cleanText(path).trim() })),
    hosts: [...new Set(rule.hosts.map((host) => hostOf(cleanText(host))))],
  };
}
